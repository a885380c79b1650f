extension Transform {
  /// `self`, and what is seen of it then made `factor` times as large about the screen's origin and moved by `way`
  /// points: perspective is left as it is.
  public func onScreen(scaled factor: Double = 1, moved way: Point = .zero) -> Transform {
    guard factor != 1 || way != .zero else { return self }
    func seen(_ row: SIMD4<Double>) -> SIMD4<Double> {
      SIMD4(row.x * factor + way.x * row.w, row.y * factor + way.y * row.w, row.z, row.w)
    }
    return Transform(seen(row1), seen(row2), seen(row3), seen(row4))
  }
}
