import RotundaGeometry

extension Carousel {
  /// Whether any part of an item lies within the bounds: the quadrilateral that it is seen as meets their rectangle.
  ///
  /// Decided by separating axes: two convex shapes have no point in common exactly if there is a line, along an edge of
  /// one of them, that has them on different sides. An item that reaches behind the viewer counts as within.
  public func isWithinBounds(_ placement: Placement) -> Bool {
    guard let corners = corners(of: placement) else { return true }
    let item = [corners.upperLeft, corners.upperRight, corners.lowerRight, corners.lowerLeft]
    let (x, y) = (bounds.width / 2, bounds.height / 2)
    let view = [Point(-x, -y), Point(x, -y), Point(x, y), Point(-x, y)]
    for shape in [view, item] {
      for place in 0..<4 {
        let edge = shape[(place + 1) % 4] - shape[place]
        if Self.areApart(item, view, along: Point(-edge.y, edge.x)) { return false }
      }
    }
    return true
  }

  private static func areApart(_ first: [Point], _ second: [Point], along axis: Point) -> Bool {
    guard axis.length > 0 else { return false }
    var (low, high) = (Double.infinity, -Double.infinity)
    for point in first { (low, high) = (min(low, point.dot(axis)), max(high, point.dot(axis))) }
    var (lowest, highest) = (Double.infinity, -Double.infinity)
    for point in second { (lowest, highest) = (min(lowest, point.dot(axis)), max(highest, point.dot(axis))) }
    return high <= lowest || highest <= low
  }

  /// Whether a point relative to the centre of the bounds lies within them, their edges included.
  func isWithinBounds(_ point: Point) -> Bool {
    abs(point.x) <= bounds.width / 2 && abs(point.y) <= bounds.height / 2
  }
}
