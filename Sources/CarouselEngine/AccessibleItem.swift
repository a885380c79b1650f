import RotundaGeometry

/// A visible item as assistive technology needs it.
public struct AccessibleItem: Hashable, Sendable {
  /// The item's index, from 0 to below the number of items.
  public var index: Int
  /// Its place in the order in which items are read out: by index, counted from the first visible one.
  public var readingOrder: Int
  /// Its corners on the screen, in points relative to the center of the bounds: upper left, upper right,
  /// lower right, lower left of the item's own plane.
  public var corners: Corners
  /// Whether it is the current item: the one nearest to the center.
  public var isCurrent: Bool

  /// A quadrilateral, in points from the center of the bounds.
  public struct Corners: Hashable, Sendable {
    /// Where the item's upper left corner is seen.
    public var upperLeft: Point
    /// Where the item's upper right corner is seen.
    public var upperRight: Point
    /// Where the item's lower right corner is seen.
    public var lowerRight: Point
    /// Where the item's lower left corner is seen.
    public var lowerLeft: Point
  }
}

extension Carousel {
  /// The visible items from front to back; those that face away, are behind the viewer or are placeholders
  /// are left out.
  public func accessibleItems() -> [AccessibleItem] {
    var placements: [Placement] = []
    self.placements(into: &placements)
    placements.removeAll { $0.isHidden || !(0..<numberOfItems).contains($0.index) }
    let reading = placements.map(\.index).sorted {
      offset(forItemAt: $0) < offset(forItemAt: $1)
    }
    let order = Dictionary(uniqueKeysWithValues: reading.enumerated().map { ($1, $0) })
    return placements.reversed().compactMap { placement in
      corners(of: placement).map {
        AccessibleItem(
          index: placement.index, readingOrder: order[placement.index] ?? 0, corners: $0,
          isCurrent: placement.index == currentItemIndex)
      }
    }
  }

  /// Where the corners of an item are seen, in points relative to the center of the bounds; nil when a part
  /// of it is behind the viewer.
  public func corners(of placement: Placement) -> AccessibleItem.Corners? {
    let size = sizes[placement.index]
    let (x, y) = (size.width / 2, size.height / 2)
    let transform = placement.transform
    guard let upperLeft = transform.project(Point(-x, -y)), let upperRight = transform.project(Point(x, -y)),
      let lowerRight = transform.project(Point(x, y)), let lowerLeft = transform.project(Point(-x, y))
    else { return nil }
    return AccessibleItem.Corners(
      upperLeft: upperLeft, upperRight: upperRight, lowerRight: lowerRight, lowerLeft: lowerLeft)
  }

  /// Whether any part of an item lies within the bounds: the quadrilateral that it is seen as meets their
  /// rectangle.
  ///
  /// Decided by separating axes: two convex shapes have no point in common exactly if there is a line, along
  /// an edge of one of them, that has them on different sides. An item that reaches behind the viewer counts
  /// as within.
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

  /// Whether a point relative to the center of the bounds lies within them, their edges included.
  func isWithinBounds(_ point: Point) -> Bool {
    abs(point.x) <= bounds.width / 2 && abs(point.y) <= bounds.height / 2
  }
}
