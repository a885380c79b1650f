import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Two fingers that move apart, together or around each other.
public struct Pinch: Hashable, Sendable {
  /// The point midway between the fingers.
  public var center: Point
  /// Distance of the fingers over their distance when the pinch began; 1 at the beginning, so nothing jumps.
  public var scale = 1.0
  /// Distance of the fingers over their distance when the second one landed.
  public var scaleSinceLanding: Double
  /// How far the fingers have turned since the pinch began, in radians; clockwise is positive (y grows
  /// downwards).
  public var rotation = 0.0
  /// Local time of the newest sample, in seconds.
  public var time: Double

  /// A pinch that has just begun.
  public init(center: Point, scaleSinceLanding: Double, time: Double) {
    self.center = center
    self.scaleSinceLanding = scaleSinceLanding
    self.time = time
  }
}

/// A pinch under way.
struct Pinching: Sendable {
  private(set) var pinch: Pinch
  /// Whether there is something to tell.
  var hasChanged = false
  private let first: Int32
  private let second: Int32
  private let landing: Span
  private let start: Span
  private var angle: Double

  init(_ first: Contact, _ second: Contact, landing: Span) {
    self.first = first.id
    self.second = second.id
    self.landing = landing
    start = Span(first.position, second.position)
    angle = start.angle
    pinch = Pinch(
      center: start.center, scaleSinceLanding: start.length / landing.scalable,
      time: max(first.time, second.time))
  }

  func involves(_ id: Int32) -> Bool { id == first || id == second }

  mutating func update(with contacts: [Contact]) {
    guard let first = contacts.first(where: { $0.id == first }),
      let second = contacts.first(where: { $0.id == second })
    else { return }
    let span = Span(first.position, second.position)
    pinch.center = span.center
    pinch.scale = span.length / start.scalable
    pinch.scaleSinceLanding = span.length / landing.scalable
    // Counted on step by step, so that more than half a turn is no jump.
    pinch.rotation += Span.turn(from: angle, to: span.angle)
    pinch.time = max(first.time, second.time)
    angle = span.angle
    hasChanged = true
  }
}

/// The line between two fingers.
struct Span: Sendable {
  /// Midway between them.
  let center: Point
  /// How far they are apart, in points.
  let length: Double
  /// Which way the line points, in radians.
  let angle: Double

  init(_ first: Point, _ second: Point) {
    let line = second - first
    center = (first + second) * 0.5
    length = line.length
    angle = atan2(line.y, line.x)
  }

  /// The length as a divisor: fingers in one place are a point apart.
  var scalable: Double { max(length, 1) }

  /// The shorter way from one angle to another, −π to π.
  static func turn(from old: Double, to new: Double) -> Double {
    remainder(new - old, 2 * Double.pi)
  }
}
