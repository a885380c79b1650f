/// The engine's fixed numbers. Unless another source is given they are iCarousel 1.8.3's.
enum Limit {
  /// Most items that a layout asks for by itself.
  static let visibleItems = 30
  /// Fewest places that a round layout asks for by itself.
  static let fewestPlacesOnCircle = 12.0
  /// Most items that `visibleItems` can ask for; keeps a frame's cost bounded. Ours.
  static let requestedItems = 1000
  /// Most items of which those that leave the view fade out when `wrap` changes; of more they are gone at
  /// once. Ours.
  static let exchangedItems = 60
  /// Smallest radius of a drum, in points.
  static let drumRadius = 0.01
  /// How far an item lies outside its drum, in points, so that neighbors do not fight for the same depth.
  static let drumLift = 0.01
  /// Half axes of a ring in extents of the view, and how often it turns per extent dragged: the constants
  /// that the ring is taught with.
  static let ringWidth = 1.0 / 3
  static let ringDepth = 1.0 / 10
  static let ringTurnsPerView = 2.0
  /// Half axes of an ellipse in extents of the view. Ours.
  static let ellipseWidth = 1.0 / 2
  static let ellipseDepth = 1.0 / 4
  /// How much nearer each next item of a wheel is, in points per item of offset.
  static let wheelLift = 0.01
  /// What `sideScale` may be: with less, far items would have no size. Ours.
  static let sideScale = 0.5...1.0
  /// Most items; far below what offsets can count exactly. Ours.
  static let items = 1_000_000_000
  /// Two offsets nearer than this, in items, are the same.
  static let sameOffset = 1e-6
  /// Two times nearer than this, in seconds, are the same.
  static let sameTime = 1e-6
}
