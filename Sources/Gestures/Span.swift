import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
