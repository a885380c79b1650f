/// The value of a linear form of pixels' middles along a row.
struct LinearForm {
  /// At the row's first pixel.
  let start: Float
  /// From one pixel to the next.
  let step: Float
  /// From one row to the next.
  let stepDown: Float

  /// Worked out in double precision at `column`: where a plane is seen at a small angle, differences of large numbers count.
  @inline(__always)
  init(_ form: SIMD3<Double>, row: Int, column: Int) {
    start = Float(form.x * (Double(column) + 0.5) + form.y * (Double(row) + 0.5) + form.z)
    step = Float(form.x)
    stepDown = Float(form.y)
  }

  /// At four pixels from the one with that number.
  @inline(__always)
  func values(from index: Int) -> SIMD4<Float> {
    SIMD4(repeating: start) + (SIMD4(repeating: Float(index)) + .steps) * step
  }
}
