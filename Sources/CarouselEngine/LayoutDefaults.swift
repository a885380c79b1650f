/// What the layout itself would use for every option, before the overrides in `CarouselOptions`. Nil where the layout
/// has no use for the option.
public struct LayoutDefaults: Hashable, Sendable {
  /// Whether the last item is followed by the first.
  public var wrap: Bool
  /// Whether items that face away are drawn.
  public var showBackfaces: Bool
  /// Items scrolled per item extent dragged.
  public var offsetMultiplier: Double
  /// Most items that are placed at a time.
  public var visibleItems: Int
  /// Places on the whole circle.
  public var count: Double?
  /// The part of the circle that is used, radians.
  public var arc: Double?
  /// Points.
  public var radius: Double?
  /// Angle of the item at offset 1, radians.
  public var angle: Double?
  /// How far items turn, or their sideways step in item extents.
  public var tilt: Double?
  /// Distance of neighbours in item extents.
  public var spacing: Double
  /// Offset below which items fade.
  public var fadeMin: Double
  /// Offset above which items fade.
  public var fadeMax: Double
  /// Items over which the fading happens.
  public var fadeRange: Double
  /// Opacity of a faded item.
  public var fadeMinAlpha: Double
}

extension Carousel {
  /// What the layout itself would use for every option. The overrides of other options count: the radius depends
  /// on the spacing in force.
  public var layoutDefaults: LayoutDefaults {
    var plain = CarouselOptions()
    plain.layout = options.layout
    let fade = Fade(plain)
    let circle = layout.circle
    return LayoutDefaults(
      wrap: options.layout.isRound, showBackfaces: options.layout != .invertedCylinder,
      offsetMultiplier: layout.multiplierByDefault, visibleItems: layout.visibleCountByDefault,
      count: circle.map { Double($0.countByDefault) }, arc: circle.map { _ in 2 * .pi },
      radius: circle?.radiusByDefault, angle: circle?.anglePerItem,
      tilt: options.layout.defaultTilt, spacing: options.layout.defaultSpacing, fadeMin: fade.min,
      fadeMax: fade.max, fadeRange: fade.range, fadeMinAlpha: fade.minAlpha)
  }
}
