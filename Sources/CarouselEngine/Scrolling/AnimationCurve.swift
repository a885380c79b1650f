#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The easing of a programmed scroll.
public enum AnimationCurve: Hashable, Sendable {
  /// At constant speed.
  case linear
  /// Slow at the beginning: Bézier (0.42, 0) (1, 1).
  case easeIn
  /// Slow at the end: Bézier (0, 0) (0.58, 1).
  case easeOut
  /// Slow at both ends: Bézier (0.42, 0) (0.58, 1).
  case easeInOut
  /// Falls onto the target and bounces back three times, each parabola a quarter as high.
  case bounce
  /// A cubic Bézier curve from (0, 0) to (1, 1) with these control points; x from 0 to 1.
  case bezier(x1: Double, y1: Double, x2: Double, y2: Double)

  /// Returns the completed part of the distance after `part` (0 to 1) of the time.
  public func value(at part: Double) -> Double {
    let s = min(max(part, 0), 1)
    switch self {
    case .linear: return s
    case .easeIn: return Self.bezier(s, 0.42, 0, 1, 1)
    case .easeOut: return Self.bezier(s, 0, 0, 0.58, 1)
    case .easeInOut: return Self.bezier(s, 0.42, 0, 0.58, 1)
    case .bounce: return Self.bounced(s)
    case .bezier(let x1, let y1, let x2, let y2):
      return Self.bezier(s, min(max(x1, 0), 1), y1.finite(else: 0), min(max(x2, 0), 1), y2.finite(else: 1))
    }
  }

  /// Evaluates a Bézier curve by bisection: its x rises from 0 to 1, so each time has exactly one parameter.
  private static func bezier(_ s: Double, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
    if s <= 0 || s >= 1 { return s <= 0 ? 0 : 1 }
    func at(_ t: Double, _ first: Double, _ second: Double) -> Double {
      let rest = 1 - t
      return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if at(middle, x1, x2) < s { low = middle } else { high = middle }
    }
    return at((low + high) / 2, y1, y2)
  }

  /// Evaluates the bounce: a fall over 4/11 of the time, then parabolas over 4/11, 2/11 and 1/11.
  private static func bounced(_ s: Double) -> Double {
    let fall = 121.0 / 16
    func parabola(_ middle: Double, _ top: Double) -> Double {
      fall * (s - middle) * (s - middle) + top
    }
    if s < 4.0 / 11 { return fall * s * s }
    if s < 8.0 / 11 { return parabola(6.0 / 11, 3.0 / 4) }
    if s < 10.0 / 11 { return parabola(9.0 / 11, 15.0 / 16) }
    return parabola(21.0 / 22, 63.0 / 64)
  }
}

/// A programmed scroll with an easing of the caller's choice.
struct CurvedScroll: Hashable, Sendable {
  var from: Double
  var target: Double
  var start: Double
  /// Seconds.
  var duration: Double
  var curve: AnimationCurve

  /// The initial velocity of an ease-out, as a part of the distance per duration: 1 / 0.58.
  private static let easeOutSlope = 1 / 0.58
  /// The minimum and maximum duration of a fling along a curve, in seconds. Ours.
  private static let flingDuration = 0.1...4.0

  /// Returns a fling along a curve, with the duration of an ease-out that begins with `velocity` items/s.
  /// Returns nil if the fling would not move in the direction of the finger.
  static func fling(
    from: Double, velocity: Double, to target: Double, _ curve: AnimationCurve, at time: Double
  ) -> CurvedScroll? {
    let duration = easeOutSlope * (target - from) / velocity
    guard duration > 0, duration.isFinite else { return nil }
    return CurvedScroll(
      from: from, target: target, start: time,
      duration: min(max(duration, flingDuration.lowerBound), flingDuration.upperBound), curve: curve)
  }

  var end: Double { start + duration }

  func offset(_ time: Double) -> Double {
    if time >= end { return target }
    return from + (target - from) * curve.value(at: (time - start) / duration)
  }

  /// Returns a numerical derivative. An approximate velocity is sufficient for an interrupted scroll.
  func velocity(_ time: Double) -> Double {
    let step = duration * 1e-4
    return time >= end ? 0 : (offset(time + step) - offset(time)) / step
  }
}

/// A timed transition with the easing of `EasedScroll`. It begins at the first time that it receives.
struct Transition: Hashable, Sendable {
  /// The start time; nil until the transition receives a time.
  private(set) var start: Double?
  /// Seconds, above 0.
  var duration: Double

  init(duration: Double) {
    self.duration = duration
  }

  var hasBegun: Bool { start != nil }

  /// Begins the transition at `time`, unless it has already begun.
  mutating func begin(at time: Double) {
    if start == nil { start = time }
  }

  /// Returns the eased progress, 0 to 1.
  func progress(at time: Double) -> Double {
    guard let start else { return 0 }
    return EasedScroll.ease(min(1, max(0, time - start) / duration))
  }

  func isOver(at time: Double) -> Bool {
    start.map { time >= $0 + duration } ?? false
  }
}
