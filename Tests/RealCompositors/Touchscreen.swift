import Foundation

/// A virtual touchscreen: the X server receives its touches as if from hardware.
///
/// Each call returns when the server has processed the touch.
public final class Touchscreen: Fingers {
  /// The size of the screen under the glass in pixels.
  public let width, height: Int

  private let socket: InputTestSocket

  /// The message's type, and its size in bytes.
  private enum Message {
    static let touch: UInt32 = 6
    static let touchSize = 1056
    /// The offset of the axis mask in a touch message, after header, ID, phase and a flag.
    static let maskOffset = 20
    static let valuesOffset = 32
  }

  /// The phases of a touch with their numbers in the X Input extension.
  private enum Phase: UInt32 {
    case begin = 18
    case update = 19
    case end = 20
  }

  /// The range of both axes in the driver, which the server maps to the screen.
  private static let axisMaximum = 65535.0

  /// Connects to the driver's socket.
  ///
  /// - Throws: `CompositorFailure` if the driver does not answer as expected.
  init(socketPath: String, width: Int, height: Int) throws {
    self.width = width
    self.height = height
    socket = try InputTestSocket(socketPath)
  }

  /// Puts a finger down at a place in pixels from the top left corner.
  ///
  /// - Throws: `CompositorFailure` if the X server ended.
  public func down(_ finger: Int, x: Double, y: Double) throws { try touch(finger, .begin, x, y) }

  /// Moves a finger that is down.
  ///
  /// - Throws: `CompositorFailure` if the X server ended.
  public func move(_ finger: Int, x: Double, y: Double) throws { try touch(finger, .update, x, y) }

  /// Lifts a finger at its last place.
  ///
  /// - Throws: `CompositorFailure` if the X server ended.
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

  /// Compositors truncate the server's fractional positions to whole pixels, so this aims at a pixel's
  /// middle.
  private static func axisValue(_ pixels: Double, extent: Int) -> Double {
    (pixels + 0.5) * axisMaximum / Double(extent)
  }
}
