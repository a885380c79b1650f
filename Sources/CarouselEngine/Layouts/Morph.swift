import Geometry

/// A layout on its way out.
struct Morph: Sendable {
  var layout: ResolvedLayout
  /// When its replacement began; nil until the next time is heard of.
  var start: Double?
  /// Seconds.
  var duration: Double

  /// How much of its replacement is to be seen, 0 to 1.
  func progress(at time: Double) -> Double {
    guard let start else { return 0 }
    return EasedScroll.ease(min(1, max(0, time - start) / duration))
  }

  func isOver(at time: Double) -> Bool {
    start.map { time >= $0 + duration } ?? false
  }
}

extension Transform {
  /// A place between two: centres and sizes go straight, orientations turn; perspective follows.
  ///
  /// Works on the item's axes (the first three numbers of each row); the fourth is worked out from the perspective.
  func mixed(with other: Transform, _ part: Double, perspective: Double) -> Transform {
    var result = self + (other - self) * part
    let (first, second) = (result.row1.axis, result.row2.axis)
    let width = row1.axis.length + (other.row1.axis.length - row1.axis.length) * part
    let height = row2.axis.length + (other.row2.axis.length - row2.axis.length) * part
    let depth = row3.axis.length + (other.row3.axis.length - row3.axis.length) * part
    let right = first.directed
    let across = second - right * (second * right).sum()
    // Axes that point in opposite directions have nothing between them: change over in the middle.
    guard first.length > 1e-3 * width, across.length > 1e-3 * height, width > 0, height > 0 else {
      return part < 0.5 ? self : other
    }
    let down = across.directed
    let normal = SIMD4(
      right.y * down.z - right.z * down.y, right.z * down.x - right.x * down.z,
      right.x * down.y - right.y * down.x, 0)
    result.row1 = right * width
    result.row2 = down * height
    result.row3 = normal * depth
    result.row1.w = result.row1.z * perspective
    result.row2.w = result.row2.z * perspective
    result.row3.w = result.row3.z * perspective
    result.row4.w = 1 + result.row4.z * perspective
    return result
  }

  private static func - (left: Transform, right: Transform) -> Transform {
    Transform(left.row1 - right.row1, left.row2 - right.row2, left.row3 - right.row3, left.row4 - right.row4)
  }

  private static func + (left: Transform, right: Transform) -> Transform {
    Transform(left.row1 + right.row1, left.row2 + right.row2, left.row3 + right.row3, left.row4 + right.row4)
  }

  private static func * (transform: Transform, factor: Double) -> Transform {
    Transform(
      transform.row1 * factor, transform.row2 * factor, transform.row3 * factor, transform.row4 * factor)
  }
}

extension SIMD4<Double> {
  /// Without the fourth number.
  fileprivate var axis: SIMD4<Double> { SIMD4(x, y, z, 0) }

  fileprivate var length: Double { (self * self).sum().squareRoot() }

  fileprivate var directed: SIMD4<Double> { self / length }
}
