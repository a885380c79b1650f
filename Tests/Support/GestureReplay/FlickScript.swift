import Gestures
import RotundaGeometry

/// A touchscreen: how often it reports a finger, and how evenly.
package struct TouchPanel: Sendable, CustomStringConvertible {
  /// What it is called.
  package let description: String
  /// Seconds from report to report.
  let interval: Double
  /// Seconds by which a report may come too soon or too late.
  let jitter: Double
  /// How many of its reports never come, 0 to 1; never two in a row.
  let losses: Double

  /// One that reports as it should, one that jitters, and a cheap one with 60 reports a second, of which some
  /// are missing.
  package static let all = [
    TouchPanel(description: "125 Hz", interval: 0.008, jitter: 0, losses: 0),
    TouchPanel(description: "90 Hz with jitter", interval: 0.011, jitter: 0.004, losses: 0),
    TouchPanel(description: "60 Hz with losses", interval: 0.0167, jitter: 0.003, losses: 0.15),
  ]
}

/// A finger that lands, goes in a straight line and lifts, as a touchscreen reports it.
package struct FlickScript: Sendable {
  /// What is reported, with the seconds since the landing.
  package private(set) var events: [(time: Double, event: TouchEvent)] = []

  /// - Parameters:
  ///   - way: from the landing to the lift, in points.
  ///   - duration: seconds of it. The finger gets faster, and is fastest when it lifts.
  ///   - milliseconds: the device's stamp of the landing.
  package init(
    from start: Point, by way: Point, seconds duration: Double, on panel: TouchPanel, at milliseconds: UInt32,
    using random: inout some RandomNumberGenerator
  ) {
    func stamp(_ time: Double) -> UInt32 { milliseconds &+ UInt32((time * 1000).rounded()) }
    func noise() -> Double { .random(in: -0.3...0.3, using: &random) }
    events.append((0, .down(id: 0, at: start, milliseconds: stamp(0))))
    var (time, isLost) = (Double.random(in: 0.3...1, using: &random) * panel.interval, false)
    while time < duration {
      // Without the last one of a short flick, no one could tell it from a tap.
      let isLast = time + panel.interval >= duration
      isLost = !isLast && !isLost && Double.random(in: 0..<1, using: &random) < panel.losses
      let seen = max(0.001, time + .random(in: -1...1, using: &random) * panel.jitter)
      let part = time / duration
      // From 0.7 of its mean speed to 1.3.
      let place = start + way * (part * (0.7 + 0.3 * part)) + Point(noise(), noise())
      if !isLost { events.append((seen, .motion(id: 0, at: place, milliseconds: stamp(seen)))) }
      time += panel.interval
    }
    let lift =
      max(duration, events[events.count - 1].time) + .random(in: 0...1, using: &random) * panel.jitter
    events.append((lift, .up(id: 0, milliseconds: stamp(lift))))
  }
}
