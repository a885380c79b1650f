import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The movement of two fingers apart, together or around each other.
public struct Pinch: Hashable, Sendable {
  /// The point midway between the fingers.
  public var center: Point
  /// The distance of the fingers relative to their distance when the pinch began. It starts at 1, so nothing
  /// jumps.
  public var scale = 1.0
  /// The distance of the fingers relative to their distance when the second one landed.
  public var scaleSinceLanding: Double
  /// The rotation of the fingers since the pinch began, in radians. Clockwise is positive (y grows downward).
  public var rotation = 0.0
  /// Local time of the newest sample, in seconds.
  public var time: Double

  /// Creates a pinch that has just begun.
  public init(center: Point, scaleSinceLanding: Double, time: Double) {
    self.center = center
    self.scaleSinceLanding = scaleSinceLanding
    self.time = time
  }
}

/// A pinch in progress.
struct Pinching: Sendable {
  private(set) var pinch: Pinch
  /// Whether the pinch has unreported changes.
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
    // Adds up small steps. Therefore more than half a turn causes no jump.
    pinch.rotation += Span.turn(from: angle, to: span.angle)
    pinch.time = max(first.time, second.time)
    angle = span.angle
    hasChanged = true
  }
}

/// The line between two fingers.
struct Span: Sendable {
  /// The midpoint between the fingers.
  let center: Point
  /// The distance between the fingers, in points.
  let length: Double
  /// The direction of the line, in radians.
  let angle: Double

  init(_ first: Point, _ second: Point) {
    let line = second - first
    center = (first + second) * 0.5
    length = line.length
    angle = atan2(line.y, line.x)
  }

  /// The length for use as a divisor: at least one point.
  var scalable: Double { max(length, 1) }

  /// Returns the shorter turn from one angle to another, −π to π.
  static func turn(from old: Double, to new: Double) -> Double {
    remainder(new - old, 2 * Double.pi)
  }
}
