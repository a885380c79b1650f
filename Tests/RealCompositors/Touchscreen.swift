import Foundation

/// A touchscreen made of air: fingers put down here arrive in the X server as if from hardware.
///
/// Each call returns when the server has processed the touch.
public final class Touchscreen: Fingers {
  /// Width and height in pixels of what lies under the glass.
  public let width, height: Int

  private let socket: InputTestSocket

  /// The message's type, and its size in bytes.
  private enum Message {
    static let touch: UInt32 = 6
    static let touchSize = 1056
    /// Where in a touch message the mask of given axes starts, behind header, id, phase and a flag.
    static let maskOffset = 20
    static let valuesOffset = 32
  }

  /// The phases of a touch as the X Input extension numbers them.
  private enum Phase: UInt32 {
    case begin = 18
    case update = 19
    case end = 20
  }

  /// The range of both axes in the driver, which the server maps to the screen.
  private static let axisMaximum = 65535.0

  /// Connects to the driver's socket.
  ///
  /// - Throws: `CompositorFailure` when the driver does not answer as expected.
  init(socketPath: String, width: Int, height: Int) throws {
    self.width = width
    self.height = height
    socket = try InputTestSocket(socketPath)
  }

  /// Puts a finger down on a pixel, counted from the top left corner.
  ///
  /// - Throws: `CompositorFailure` when the X server is gone.
  public func down(_ finger: Int, x: Double, y: Double) throws { try touch(finger, .begin, x, y) }

  /// Moves a finger that is down.
  ///
  /// - Throws: `CompositorFailure` when the X server is gone.
  public func move(_ finger: Int, x: Double, y: Double) throws { try touch(finger, .update, x, y) }

  /// Lifts a finger where it is said to be last.
  ///
  /// - Throws: `CompositorFailure` when the X server is gone.
  public func up(_ finger: Int, x: Double, y: Double) throws { try touch(finger, .end, x, y) }

  private func touch(_ finger: Int, _ phase: Phase, _ x: Double, _ y: Double) throws {
    var message = InputTestSocket.message(Message.touch, size: Message.touchSize)
    message.append(littleEndian: UInt32(finger))
    message.append(littleEndian: phase.rawValue)
    message.append(Data(count: Message.maskOffset - message.count))
    message.append(0b11)
    message.append(Data(count: Message.valuesOffset - message.count))
    message.append(littleEndian: Self.axisValue(x, extent: width).bitPattern)
    message.append(littleEndian: Self.axisValue(y, extent: height).bitPattern)
    message.append(Data(count: Message.touchSize - message.count))
    try socket.send(message)
  }

  /// Compositors cut the server's fractional position down to whole pixels, so aim at a pixel's middle.
  private static func axisValue(_ pixels: Double, extent: Int) -> Double {
    (pixels + 0.5) * axisMaximum / Double(extent)
  }
}
