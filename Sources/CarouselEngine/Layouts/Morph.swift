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
    func between(_ from: SIMD4<Double>, _ to: SIMD4<Double>) -> SIMD4<Double> { from + (to - from) * part }
    func length(_ from: SIMD4<Double>, _ to: SIMD4<Double>) -> Double {
      from.axis.length + (to.axis.length - from.axis.length) * part
    }
    let (width, height) = (length(row1, other.row1), length(row2, other.row2))
    let first = between(row1, other.row1).axis
    let second = between(row2, other.row2).axis
    // Axes that point in opposite directions have nothing between them: change over in the middle.
    guard first.length > 1e-3 * width, width > 0, height > 0 else { return part < 0.5 ? self : other }
    let right = first / first.length
    let across = second - right * (second * right).sum()
    guard across.length > 1e-3 * height else { return part < 0.5 ? self : other }
    let down = across / across.length
    var result = Transform(
      right * width, down * height, right.cross(down) * length(row3, other.row3), between(row4, other.row4))
    result.row1.w = result.row1.z * perspective
    result.row2.w = result.row2.z * perspective
    result.row3.w = result.row3.z * perspective
    result.row4.w = 1 + result.row4.z * perspective
    return result
  }
}

extension SIMD4<Double> {
  /// Without the fourth number.
  fileprivate var axis: SIMD4<Double> { SIMD4(x, y, z, 0) }

  fileprivate var length: Double { (self * self).sum().squareRoot() }

  fileprivate func cross(_ other: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x, 0)
  }
}
