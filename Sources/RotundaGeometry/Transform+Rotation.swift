#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Transform {
  /// `R(angle) · self` about the x axis, in radians; the rotation acts on the item first.
  public func rotatedAboutX(_ angle: Double) -> Transform {
    let (sine, cosine) = (sin(angle), cos(angle))
    return Transform(row1, row2 * cosine + row3 * sine, row3 * cosine - row2 * sine, row4)
  }

  /// `R(angle) · self` about the y axis, in radians; the rotation acts on the item first.
  ///
  /// `m11 = cos, m13 = -sin, m31 = sin, m33 = cos`.
  public func rotatedAboutY(_ angle: Double) -> Transform {
    let (sine, cosine) = (sin(angle), cos(angle))
    return Transform(row1 * cosine - row3 * sine, row2, row1 * sine + row3 * cosine, row4)
  }

  /// `R(angle) · self` about the z axis, in radians; the rotation acts on the item first.
  public func rotatedAboutZ(_ angle: Double) -> Transform {
    let (sine, cosine) = (sin(angle), cos(angle))
    return Transform(row1 * cosine + row2 * sine, row2 * cosine - row1 * sine, row3, row4)
  }
}
