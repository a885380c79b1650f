import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A transform decomposed for interpolation: centers and sizes change linearly, orientations turn the shorter
/// way.
///
/// The decomposition covers rotation, scale, translation and perspective. `rest` keeps the remainder (shear,
/// another fourth column), which is interpolated number by number. Therefore both ends are exact.
///
/// Near half a turn, both directions are about equally long, and the smallest change of an end would reverse
/// the direction. Toward that angle, the rotation fades into a linear interpolation of the transforms'
/// numbers, which has no direction.
struct Pose {
  /// The cosines of half the angles between which the interpolation fades: 150° and 180°.
  private static let fadingHalfTurns = (from: cos(75 * Double.pi / 180), to: 0.0)

  private var center: SIMD4<Double>
  /// The lengths of the three axes.
  private var size: SIMD3<Double>
  /// A unit quaternion, x y z w.
  private var turn: SIMD4<Double>
  private var perspective: Double
  private var rest: Transform

  init(_ transform: Transform, perspective: Double) {
    self.perspective = perspective
    center = transform.row4
    let axes = Axes(transform)
    size = axes?.size ?? .zero
    turn = axes?.turn ?? SIMD4(0, 0, 0, 1)
    rest = Transform(.zero, .zero, .zero, .zero)
    let plain = plain
    rest = Transform(
      transform.row1 - plain.row1, transform.row2 - plain.row2, transform.row3 - plain.row3,
      transform.row4 - plain.row4)
  }

  /// Returns the interpolation toward `other` at `part` (0 to 1).
  func mixed(with other: Pose, _ part: Double) -> Pose {
    var result = self
    result.center += (other.center - center) * part
    result.size += (other.size - size) * part
    let cosine = (turn * other.turn).sum()
    result.turn = Self.turned(turn, other.turn, cosine, part)
    result.perspective += (other.perspective - perspective) * part
    result.rest = Self.straight(rest, other.rest, part)
    let share = Self.straightShare(abs(cosine))
    guard share > 0 else { return result }
    let straight = Self.straight(transform, other.transform, part)
    return Pose(
      Self.straight(result.transform, straight, share), perspective: result.perspective)
  }

  var transform: Transform {
    let plain = plain
    return Transform(
      plain.row1 + rest.row1, plain.row2 + rest.row2, plain.row3 + rest.row3, plain.row4 + rest.row4)
  }

  /// The transform without the rest.
  private var plain: Transform {
    let (x, y, z, w) = (turn.x, turn.y, turn.z, turn.w)
    var result = Transform(
      SIMD4(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0) * size.x,
      SIMD4(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0) * size.y,
      SIMD4(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0) * size.z, center)
    result.row1.w = result.row1.z * perspective
    result.row2.w = result.row2.z * perspective
    result.row3.w = result.row3.z * perspective
    result.row4.w = 1 + center.z * perspective
    return result
  }

  /// Returns the share of the linear interpolation, 0 to 1, smooth at both ends. `cosine` belongs to half the
  /// angle of the turn.
  private static func straightShare(_ cosine: Double) -> Double {
    let (from, to) = fadingHalfTurns
    let part = max(0, (from - cosine) / (from - to))
    return part * part * (3 - 2 * part)
  }

  /// Interpolates two transforms number by number.
  private static func straight(_ from: Transform, _ to: Transform, _ part: Double) -> Transform {
    Transform(
      from.row1 + (to.row1 - from.row1) * part, from.row2 + (to.row2 - from.row2) * part,
      from.row3 + (to.row3 - from.row3) * part, from.row4 + (to.row4 - from.row4) * part)
  }

  /// Interpolates two quaternions spherically: at constant speed along the shorter arc. `cosine` belongs to
  /// the angle between the two.
  private static func turned(
    _ from: SIMD4<Double>, _ to: SIMD4<Double>, _ cosine: Double, _ part: Double
  ) -> SIMD4<Double> {
    let near = cosine < 0 ? -to : to
    let angle = acos(min(1, abs(cosine)))
    // For nearly equal orientations, linear interpolation is as good and avoids a division by a sine of 0.
    let mixed =
      angle < 1e-6
      ? from + (near - from) * part
      : (from * sin(angle * (1 - part)) + near * sin(angle * part)) / sin(angle)
    return mixed / (mixed * mixed).sum().squareRoot()
  }
}

/// The lengths and the orientation of a transform's axes.
private struct Axes {
  var size: SIMD3<Double>
  var turn: SIMD4<Double>

  /// Returns nil for a plane without extent.
  init?(_ transform: Transform) {
    let (first, second, third) = (transform.row1.axis, transform.row2.axis, transform.row3.axis)
    size = SIMD3(first.extent, second.extent, third.extent)
    let right = first / size.x
    let across = second - right * (second * right).sum()
    guard size.x > 0, across.extent > 1e-6 * size.y, size.sum().isFinite else { return nil }
    let down = across / across.extent
    turn = Self.quaternion(right, down, right.cross(down))
  }

  /// Computes the quaternion from the rows of a rotation, starting with the largest of the four numbers.
  private static func quaternion(
    _ right: SIMD4<Double>, _ down: SIMD4<Double>, _ near: SIMD4<Double>
  ) -> SIMD4<Double> {
    let (a, b, c) = (right.x, down.y, near.z)
    let quaternion: SIMD4<Double>
    switch max(a + b + c, a, b, c) {
    case a + b + c:
      quaternion = SIMD4(down.z - near.y, near.x - right.z, right.y - down.x, 1 + a + b + c)
    case a: quaternion = SIMD4(1 + a - b - c, right.y + down.x, near.x + right.z, down.z - near.y)
    case b: quaternion = SIMD4(right.y + down.x, 1 - a + b - c, down.z + near.y, near.x - right.z)
    default: quaternion = SIMD4(near.x + right.z, down.z + near.y, 1 - a - b + c, right.y - down.x)
    }
    return quaternion / quaternion.extent
  }
}

extension SIMD4<Double> {
  /// The vector with 0 as the fourth number.
  fileprivate var axis: SIMD4<Double> { SIMD4(x, y, z, 0) }

  fileprivate var extent: Double { (self * self).sum().squareRoot() }

  fileprivate func cross(_ other: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x, 0)
  }
}
