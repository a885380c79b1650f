import Gestures

/// What the strip along an edge of the screen is, from which visitors come home out of a program.
public nonisolated struct HomeStripOptions: Hashable, Sendable {
  /// The edge it lies along.
  public var edge: Edge
  /// How far it reaches into the screen, in points; within `thicknesses`.
  public var thickness: Double
  /// Whether a handle in it shows where to swipe; else nobody sees it.
  public var showsHandle: Bool
  /// What tells a swipe from a touch.
  public var thresholds: Thresholds

  /// As thick as the gesture bar of Android's navigation, in points.
  public static let defaultThickness = 16.0
  /// Thinner, and no finger lands in it; thicker, and programs miss what it takes.
  public static let thicknesses = 4.0...64.0

  /// A strip, along the lower edge and with a handle by default.
  public init(
    edge: Edge = .bottom, thickness: Double = defaultThickness, showsHandle: Bool = true,
    thresholds: Thresholds = Thresholds()
  ) {
    self.edge = edge
    let range = Self.thicknesses
    self.thickness =
      thickness.isFinite ? min(max(thickness, range.lowerBound), range.upperBound) : Self.defaultThickness
    self.showsHandle = showsHandle
    self.thresholds = thresholds
  }
}
