import Foundation

/// A source of touches on a compositor's screen.
public protocol Fingers: AnyObject {
  /// The width in pixels of the screen under the glass.
  var width: Int { get }
  /// The height in pixels of the screen under the glass.
  var height: Int { get }

  /// Puts a finger down at a place in pixels from the top left corner.
  func down(_ finger: Int, x: Double, y: Double) throws
  /// Moves a finger that is down.
  func move(_ finger: Int, x: Double, y: Double) throws
  /// Lifts a finger at its last place.
  func up(_ finger: Int, x: Double, y: Double) throws
  /// Lets time pass that is part of a gesture: a finger's hold, or the gap between two samples or taps.
  ///
  /// Do not use it to wait for the result of a gesture: wait for the visible effect instead.
  func hold(seconds: Double)
}

extension Fingers {
  /// Sleeps for this time.
  public func hold(seconds: Double) { usleep(UInt32(seconds * 1e6)) }

  /// Moves a finger along a straight line: down, `steps` moves, up.
  ///
  /// - Parameters:
  ///   - interval: Seconds between two moves. A real screen reports every 8 to 16 ms.
  ///   - rest: Seconds of stillness before the finger lifts.
  /// - Throws: `CompositorFailure` if the compositor ended.
  public func swipe(
    _ finger: Int = 0, from start: (x: Double, y: Double), to end: (x: Double, y: Double), steps: Int = 12,
    interval: Double = 0.016, rest: Double = 0
  ) throws {
    try swipe(
      [finger: start], by: (end.x - start.x, end.y - start.y), steps: steps, interval: interval, rest: rest)
  }

  /// Moves several fingers by the same distance.
  ///
  /// - Throws: `CompositorFailure` if the compositor ended.
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

  /// Taps a place.
  ///
  /// - Parameter seconds: The time from touch to lift.
  /// - Throws: `CompositorFailure` if the compositor ended.
  public func tap(_ finger: Int = 0, x: Double, y: Double, seconds: Double = 0) throws {
    try down(finger, x: x, y: y)
    hold(seconds: seconds)
    try up(finger, x: x, y: y)
  }
}
