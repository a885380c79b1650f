import Gestures
import RotundaGeometry

/// A touchscreen's report rate and its irregularities.
package struct TouchPanel: Sendable, CustomStringConvertible {
  /// The name.
  package let description: String
  /// Seconds between two reports.
  let interval: Double
  /// The maximum deviation of a report's time in seconds, in both directions.
  let jitter: Double
  /// The share of lost reports, 0 to 1; never two in a row.
  let losses: Double

  /// A regular touchscreen, one with jitter, and a cheap one with 60 reports per second and losses.
  package static let all = [
    TouchPanel(description: "125 Hz", interval: 0.008, jitter: 0, losses: 0),
    TouchPanel(description: "90 Hz with jitter", interval: 0.011, jitter: 0.004, losses: 0),
    TouchPanel(description: "60 Hz with losses", interval: 0.0167, jitter: 0.003, losses: 0.15),
  ]
}

/// A finger that lands, moves in a straight line and lifts, as a touchscreen reports it.
package struct FlickScript: Sendable {
  /// The reported events, with seconds since the landing.
  package private(set) var events: [(time: Double, event: TouchEvent)] = []

  /// Creates a flick.
  ///
  /// - Parameters:
  ///   - way: the vector from the landing to the lift, in points.
  ///   - duration: the time in seconds. The finger accelerates until it lifts.
  ///   - milliseconds: the device's timestamp of the landing.
  package init(
    from start: Point, by way: Point, seconds duration: Double, on panel: TouchPanel, at milliseconds: UInt32,
    using random: inout some RandomNumberGenerator
  ) {
    func stamp(_ time: Double) -> UInt32 { milliseconds &+ UInt32((time * 1000).rounded()) }
    func noise() -> Double { .random(in: -0.3...0.3, using: &random) }
    events.append((0, .down(id: 0, at: start, milliseconds: stamp(0))))
    var (time, isLost) = (Double.random(in: 0.3...1, using: &random) * panel.interval, false)
    while time < duration {
      // Without its last report, a short flick would look like a tap.
      let isLast = time + panel.interval >= duration
      isLost = !isLast && !isLost && Double.random(in: 0..<1, using: &random) < panel.losses
      let seen = max(0.001, time + .random(in: -1...1, using: &random) * panel.jitter)
      let part = time / duration
      // The speed increases from 0.7 to 1.3 times the mean.
      let place = start + way * (part * (0.7 + 0.3 * part)) + Point(noise(), noise())
      if !isLost { events.append((seen, .motion(id: 0, at: place, milliseconds: stamp(seen)))) }
      time += panel.interval
    }
    let lift =
      max(duration, events[events.count - 1].time) + .random(in: 0...1, using: &random) * panel.jitter
    events.append((lift, .up(id: 0, milliseconds: stamp(lift))))
  }
}
