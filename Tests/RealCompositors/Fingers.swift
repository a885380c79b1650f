import Foundation

/// What puts fingers on a compositor's screen.
public protocol Fingers: AnyObject {
  /// Width and height in pixels of what lies under the glass.
  var width: Int { get }
  /// See `width`.
  var height: Int { get }

  /// Puts a finger down on a pixel, counted from the top left corner.
  func down(_ finger: Int, x: Double, y: Double) throws
  /// Moves a finger that is down.
  func move(_ finger: Int, x: Double, y: Double) throws
  /// Lifts a finger where it is said to be last.
  func up(_ finger: Int, x: Double, y: Double) throws
  /// Lets time pass that is part of a gesture: what a finger holds still for, or what lies between two
  /// samples or taps.
  ///
  /// Not for waiting: what a gesture does is waited for by what is seen of it.
  func hold(seconds: Double)
}

extension Fingers {
  /// See the requirement.
  public func hold(seconds: Double) { usleep(UInt32(seconds * 1e6)) }

  /// Draws a finger along a straight line: down, `steps` moves, up.
  ///
  /// - Parameters:
  ///   - interval: seconds between two moves; a real screen reports every 8 to 16 ms.
  ///   - rest: seconds that it rests before it lifts.
  /// - Throws: `CompositorFailure` when the compositor is gone.
  public func swipe(
    _ finger: Int = 0, from start: (x: Double, y: Double), to end: (x: Double, y: Double), steps: Int = 12,
    interval: Double = 0.016, rest: Double = 0
  ) throws {
    try swipe(
      [finger: start], by: (end.x - start.x, end.y - start.y), steps: steps, interval: interval, rest: rest)
  }

  /// Draws several fingers along the same way.
  ///
  /// - Throws: `CompositorFailure` when the compositor is gone.
  public func swipe(
    _ fingers: [Int: (x: Double, y: Double)], by way: (x: Double, y: Double), steps: Int = 12,
    interval: Double = 0.016, rest: Double = 0
  ) throws {
    let order = fingers.sorted { $0.key < $1.key }
    for (finger, start) in order { try down(finger, x: start.x, y: start.y) }
    for step in 1...max(steps, 1) {
      hold(seconds: interval)
      let part = Double(step) / Double(max(steps, 1))
      for (finger, start) in order { try move(finger, x: start.x + way.x * part, y: start.y + way.y * part) }
    }
    hold(seconds: rest)
    for (finger, start) in order { try up(finger, x: start.x + way.x, y: start.y + way.y) }
  }

  /// Touches a pixel.
  ///
  /// - Parameter seconds: how long the finger rests.
  /// - Throws: `CompositorFailure` when the compositor is gone.
  public func tap(_ finger: Int = 0, x: Double, y: Double, seconds: Double = 0) throws {
    try down(finger, x: x, y: y)
    hold(seconds: seconds)
    try up(finger, x: x, y: y)
  }
}
