import RotundaGeometry

/// The description of a visible item for assistive technology.
public struct AccessibleItem: Hashable, Sendable {
  /// The item's index, from 0 to below the number of items.
  public var index: Int
  /// The item's position in the reading order: by index, counted from the first visible item.
  public var readingOrder: Int
  /// The projected corners of the item on the screen, in points relative to the center of the bounds.
  public var corners: Corners
  /// Whether the item is the current item: the one nearest to the center.
  public var isCurrent: Bool

  /// A quadrilateral, in points from the center of the bounds.
  public struct Corners: Hashable, Sendable {
    /// The upper left corner of the item's own plane.
    public var upperLeft: Point
    /// The upper right corner of the item's own plane.
    public var upperRight: Point
    /// The lower right corner of the item's own plane.
    public var lowerRight: Point
    /// The lower left corner of the item's own plane.
    public var lowerLeft: Point
  }
}

extension Carousel {
  /// Returns the visible items from front to back. Leaves out placeholders, items that are hidden because
  /// they face away, and items that reach behind the viewer.
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

  /// Returns the projected corners of an item, in points relative to the center of the bounds. Returns nil if
  /// a part of the item is behind the viewer.
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

  /// Reports whether any part of an item is visible within the bounds: whether the item's projected
  /// quadrilateral intersects the rectangle of the bounds.
  ///
  /// Uses the separating axis theorem. Two convex shapes are disjoint exactly if a line along an edge of one
  /// of them separates them. An item that reaches behind the viewer counts as within.
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

  /// Reports whether a point, relative to the center of the bounds, lies within the bounds or on an edge.
  func isWithinBounds(_ point: Point) -> Bool {
    abs(point.x) <= bounds.width / 2 && abs(point.y) <= bounds.height / 2
  }
}
