import Foundation

/// The buttons of a mouse that does not move.
public final class Mouse {
  /// The buttons with their X11 numbers.
  public enum Button: UInt32, Sendable {
    case left = 1
    case middle = 2
    case right = 3
  }

  private static let buttonMessage: UInt32 = 4
  private static let buttonSize = 1064

  private let socket: InputTestSocket

  init(socketPath: String) throws {
    socket = try InputTestSocket(socketPath)
  }

  /// Presses and releases a button at the pointer's position.
  ///
  /// - Throws: `CompositorFailure` if the X server ended.
  public func click(_ button: Button) throws {
    for isPressed in [true, false] {
      var message = InputTestSocket.message(Self.buttonMessage, size: Self.buttonSize)
      message.append(littleEndian: UInt32(0))
      message.append(littleEndian: button.rawValue)
      message.append(littleEndian: UInt32(isPressed ? 1 : 0))
      message.append(Data(count: Self.buttonSize - message.count))
      try socket.send(message)
    }
  }
}
