import CarouselEngine
import Configuration

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The motions of the launcher: a few springs, named by their purpose.
///
/// Durations are within the range of desktop and phone interfaces for the same purpose, 0.15 to 0.5 s.
enum Motion {
  /// The period of the undamped spring, in seconds. The motion visibly ends after about that time. A pressed
  /// tile gives way and springs back: 95 % of it in 0.12 s.
  static let press = 0.16
  /// A tile grows to the screen, and shrinks into its place.
  static let open = 0.36
  /// A tile beside the middle grows to the screen.
  static let openBeside = 0.26
  /// A folder opens or closes.
  static let folder = 0.25
  /// A message or a page appears.
  static let entrance = 0.3

  /// Seconds of a fade with reduced motion.
  static let fade = 0.15
}

/// A value that moves to another like a critically damped spring: without overshooting, from any velocity.
///
/// x(t) = target + (a + b t) e^(−ωt), with ω = 2π/response, a the distance at the start and b = v + ωa. It is
/// the solution of x″ + 2ωx′ + ω²(x − target) = 0. The closed form allows a frame for any instant. At any
/// instant the value can get another target, and keeps its position and velocity.
struct SpringValue: Hashable {
  /// The target of the motion.
  private(set) var target: Double
  private var distance = 0.0
  private var velocity = 0.0
  private var start = 0.0
  /// The period of the undamped spring, in seconds.
  let response: Double

  /// The duration in responses after which the rest of the way is invisible: e^(−2π·1.35)·(1 + 2π·1.35) is
  /// 0.2 %.
  private static let rest = 1.35

  /// Creates a value at rest.
  init(_ value: Double, response: Double) {
    target = value
    self.response = response
  }

  /// Returns the value at a time.
  func value(at time: Double) -> Double {
    let elapsed = max(0, time - start)
    guard !isOver(at: time) else { return target }
    let omega = 2 * Double.pi / response
    return target + (distance + (velocity + omega * distance) * elapsed) * exp(-omega * elapsed)
  }

  /// Returns the velocity at a time, per second.
  func velocity(at time: Double) -> Double {
    let elapsed = max(0, time - start)
    guard !isOver(at: time) else { return 0 }
    let omega = 2 * Double.pi / response
    let slope = velocity + omega * distance
    return (slope - omega * (distance + slope * elapsed)) * exp(-omega * elapsed)
  }

  /// Reports whether the value has arrived.
  func isOver(at time: Double) -> Bool {
    time >= start + response * Self.rest || (distance == 0 && velocity == 0)
  }

  /// Creates a value that moves from `start`, with a velocity per second, to `target`.
  init(_ start: Double, velocity: Double, to target: Double, response: Double, at time: Double) {
    (self.target, self.response, self.velocity) = (target, response, velocity)
    (distance, self.start) = (start - target, time)
  }

  /// Sets another target. The value keeps its position and velocity.
  mutating func go(to target: Double, at time: Double) {
    guard target != self.target else { return }
    let (value, speed) = (value(at: time), velocity(at: time))
    (self.target, distance, velocity, start) = (target, value - target, speed, time)
  }
}

/// The motion of a pressed tile, and back when the finger lifts.
struct PressMotion: Hashable {
  /// The pressed tile.
  let target: Level.Target
  /// The depth of the press, 0 to 1.
  var depth = SpringValue(0, response: Motion.press)
}

/// Motion whose end the latest frame did not show. It needs another frame.
///
/// Events come between frames, and after the end of a motion. Only a frame knows whether that end was
/// visible.
struct SeenMotion: Hashable {
  /// The launch animation.
  var launch = false
  /// Other motion: a press, or a changing background.
  var carousel = false
}
