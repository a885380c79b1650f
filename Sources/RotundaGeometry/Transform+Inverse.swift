extension Transform {
  /// The point of the item's plane (z = 0) that is seen at `seen`: the inverse of `project(_:)`.
  ///
  /// Nil when the plane is seen edge-on, or when only a point at or behind the viewer maps there.
  public func unproject(_ seen: Point) -> Point? {
    // On the plane z = 0 the map is the homography of the columns x, y, w; solve its two linear equations
    // (row · (X − seen.x W) = 0, row · (Y − seen.y W) = 0) by Cramer's rule.
    let a = row1.x - seen.x * row1.w
    let b = row2.x - seen.x * row2.w
    let c = row1.y - seen.y * row1.w
    let d = row2.y - seen.y * row2.w
    let e = seen.x * row4.w - row4.x
    let f = seen.y * row4.w - row4.y
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    let point = Point((e * d - b * f) / determinant, (a * f - e * c) / determinant)
    guard point.x.isFinite, point.y.isFinite else { return nil }
    return apply(SIMD4(point.x, point.y, 0, 1)).w > 0 ? point : nil
  }
}
