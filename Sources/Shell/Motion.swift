import CarouselEngine
import Configuration

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How things of the launcher move: a handful of springs, named by what they are for.
///
/// Durations are within what desktop and phone interfaces use for the same, 0.15 to 0.5 s.
enum Motion {
  /// Seconds in which a spring would swing once if nothing damped it. It is there, as far as eyes can tell,
  /// after that time. A tile gives way below a finger, and comes back: 95 % of it in 0.12 s.
  static let press = 0.16
  /// A tile grows to the screen, and shrinks into its place.
  static let open = 0.36
  /// The same for one that comes from beside the middle.
  static let openBeside = 0.26
  /// A folder opens or closes.
  static let folder = 0.25
  /// A message or a page comes in.
  static let entrance = 0.3

  /// Seconds in which something fades where motion is reduced.
  static let fade = 0.15
}

/// A value on its way to another, as a critically damped spring takes it there: without overshooting, from
/// any speed.
///
/// x(t) = target + (a + b t) e^(−ωt), with ω = 2π/response, a the distance at the start and b = v + ωa; the
/// solution of x″ + 2ωx′ + ω²(x − target) = 0. Closed form, so that a frame can be drawn for any instant; and
/// at any instant it can be sent elsewhere, from where it is and as fast as it is.
struct SpringValue: Hashable {
  /// Where it goes.
  private(set) var target: Double
  private var distance = 0.0
  private var velocity = 0.0
  private var start = 0.0
  /// Seconds that the spring would need for one swing.
  let response: Double

  /// Responses after which what is left of the way cannot be seen: e^(−2π·1.35)·(1 + 2π·1.35) is 0.2 %.
  private static let rest = 1.35

  /// A value at rest.
  init(_ value: Double, response: Double) {
    target = value
    self.response = response
  }

  /// Its value at a time.
  func value(at time: Double) -> Double {
    let elapsed = max(0, time - start)
    guard !isOver(at: time) else { return target }
    let omega = 2 * Double.pi / response
    return target + (distance + (velocity + omega * distance) * elapsed) * exp(-omega * elapsed)
  }

  /// How fast it changes at a time, per second.
  func velocity(at time: Double) -> Double {
    let elapsed = max(0, time - start)
    guard !isOver(at: time) else { return 0 }
    let omega = 2 * Double.pi / response
    let slope = velocity + omega * distance
    return (slope - omega * (distance + slope * elapsed)) * exp(-omega * elapsed)
  }

  /// Whether it has arrived.
  func isOver(at time: Double) -> Bool {
    time >= start + response * Self.rest || (distance == 0 && velocity == 0)
  }

  /// A value that leaves `start` with a speed, per second, for `target`.
  init(_ start: Double, velocity: Double, to target: Double, response: Double, at time: Double) {
    (self.target, self.response, self.velocity) = (target, response, velocity)
    (distance, self.start) = (start - target, time)
  }

  /// Sends it to another value, from where it is and as fast as it is.
  mutating func go(to target: Double, at time: Double) {
    guard target != self.target else { return }
    let (value, speed) = (value(at: time), velocity(at: time))
    (self.target, distance, velocity, start) = (target, value - target, speed, time)
  }
}

/// A tile that gives way below a finger, and comes back when it lifts.
struct PressMotion: Hashable {
  /// Which one.
  let target: Level.Target
  /// How far it is pressed, 0 to 1.
  var depth = SpringValue(0, response: Motion.press)
}

/// Motion that the latest frame did not show at its end, so that another frame must.
///
/// Events come between frames, and after the end of a motion. Only a frame knows whether that end was
/// visible.
struct SeenMotion: Hashable {
  /// A tile on its way to the screen or back.
  var launch = false
  /// Anything else: a press, a background that changes.
  var carousel = false
}
