import Foundation

/// A way into an X server past any hardware: the socket of its `inputtest` driver (`man 4 inputtestdrv`,
/// version 1.1 as in xorg-server 21.1).
///
/// Every message starts with its own length and its type, in the machine's byte order.
final class InputTestSocket {
  /// Types and sizes of the messages that every device takes, in bytes.
  private enum Message {
    static let clientVersion: UInt32 = 0
    static let waitForSync: UInt32 = 1
    static let headerSize = 8
    static let versionSize = 12
  }

  private let socket: Int32

  /// Connects to the driver's socket.
  ///
  /// - Throws: `CompositorFailure` when the driver does not answer as expected.
  init(_ path: String) throws {
    socket = try connectToSocket(path)
    var hello = Self.message(Message.clientVersion, size: Message.versionSize)
    hello.append(littleEndian: UInt16(1))
    hello.append(littleEndian: UInt16(1))
    try writeAll(hello, to: socket)
    _ = try readAll(Message.versionSize, from: socket)
  }

  deinit {
    close(socket)
  }

  /// The beginning of a message of that type, `size` bytes long as a whole.
  static func message(_ type: UInt32, size: Int) -> Data {
    var message = Data()
    message.append(littleEndian: UInt32(size))
    message.append(littleEndian: type)
    return message
  }

  /// Sends a message and returns when the server has taken it.
  ///
  /// - Throws: `CompositorFailure` when the X server is gone.
  func send(_ message: Data) throws {
    try writeAll(message, to: socket)
    try writeAll(Self.message(Message.waitForSync, size: Message.headerSize), to: socket)
    _ = try readAll(Message.headerSize, from: socket)
  }
}
