/// The engine's constants. They come from iCarousel 1.8.3 unless a comment names another source. "Ours" marks
/// our own values.
enum Limit {
  /// The maximum number of items that a layout asks for by itself.
  static let visibleItems = 30
  /// The minimum number of places that a round layout asks for by itself.
  static let fewestPlacesOnCircle = 12.0
  /// The maximum that `visibleItems` can ask for. It bounds the cost of a frame. Ours.
  static let requestedItems = 1000
  /// The maximum number of items for which leaving items fade out when `wrap` changes. With more items, they
  /// disappear at once. Ours.
  static let exchangedItems = 60
  /// The minimum radius of a drum, in points.
  static let drumRadius = 0.01
  /// The distance of an item from its drum, in points. Neighbors must not share the same depth.
  static let drumLift = 0.01
  /// The half axes of a ring in extents of the view, and its turns per extent dragged: the usual textbook
  /// constants.
  static let ringWidth = 1.0 / 3
  static let ringDepth = 1.0 / 10
  static let ringTurnsPerView = 2.0
  /// The half axes of an ellipse in extents of the view. Ours.
  static let ellipseWidth = 1.0 / 2
  static let ellipseDepth = 1.0 / 4
  /// The depth step from item to item of a wheel, toward the viewer, in points per item of offset.
  static let wheelLift = 0.01
  /// The range of `sideScale`. With less, far items would have no size. Ours.
  static let sideScale = 0.5...1.0
  /// The maximum number of items, far below the largest exact offset. Ours.
  static let items = 1_000_000_000
  /// Offsets that differ by less than this count as equal, in items.
  static let sameOffset = 1e-6
  /// Times that differ by less than this count as equal, in seconds.
  static let sameTime = 1e-6
}
