import Foundation

/// Input for an X server without hardware: the socket of its `inputtest` driver (`man 4 inputtestdrv`,
/// version 1.1 as in xorg-server 21.1).
///
/// Every message starts with its own length and its type, in the machine's byte order.
final class InputTestSocket {
  /// Types and sizes in bytes of the messages that every device accepts.
  private enum Message {
    static let clientVersion: UInt32 = 0
    static let waitForSync: UInt32 = 1
    static let headerSize = 8
    static let versionSize = 12
  }

  private let socket: Int32

  /// Connects to the driver's socket.
  ///
  /// - Throws: `CompositorFailure` if the driver does not answer as expected.
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

  /// Returns the header of a message of a type, with a total size of `size` bytes.
  static func message(_ type: UInt32, size: Int) -> Data {
    var message = Data()
    message.append(littleEndian: UInt32(size))
    message.append(littleEndian: type)
    return message
  }

  /// Sends a message and returns when the server has processed it.
  ///
  /// - Throws: `CompositorFailure` if the X server ended.
  func send(_ message: Data) throws {
    try writeAll(message, to: socket)
    try writeAll(Self.message(Message.waitForSync, size: Message.headerSize), to: socket)
    _ = try readAll(Message.headerSize, from: socket)
  }
}
