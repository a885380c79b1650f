/// The built-in arrangements of items. The raw values are the names in configuration files.
public enum LayoutKind: String, CaseIterable, Hashable, Sendable {
  /// Side by side on a line.
  case linear
  /// A large item in the middle of a line; its neighbors shrink with their distance.
  case spotlight
  /// On a circle, seen from outside, every item facing the viewer.
  case rotary
  /// On a circle, seen from inside, every item facing the viewer.
  case invertedRotary = "inverted-rotary"
  /// On the outside of a drum.
  case cylinder
  /// On the inside of a drum.
  case invertedCylinder = "inverted-cylinder"
  /// On the rim of a wheel that turns in the screen's plane.
  case wheel
  /// On the rim of a wheel whose hub lies above.
  case invertedWheel = "inverted-wheel"
  /// Tilted to both sides of a centered item.
  case coverFlow = "cover-flow"
  /// Cover flow whose tilt follows the direction of the scroll.
  case coverFlow2 = "cover-flow-2"
  /// A queue into the distance.
  case timeMachine = "time-machine"
  /// A queue from the distance past the viewer.
  case invertedTimeMachine = "inverted-time-machine"
  /// All items on an ellipse that lies flat, each facing the viewer; perspective makes the far ones small.
  case ring
  /// A ring without perspective: far items are scaled down and placed higher.
  case scaledRing = "scaled-ring"
  /// On an ellipse that lies flat, seen from outside, every item turned with it.
  case ellipse
  /// On an ellipse that lies flat, seen from inside, every item turned with it.
  case invertedEllipse = "inverted-ellipse"
  /// Fanned out on a circle in the screen's plane.
  case radial
  /// On a line that recedes to both sides of the center.
  case receding
  /// Placed by keyframes or by a function.
  case custom

  /// Whether the items lie on a circle or an ellipse. These layouts wrap by default.
  var isRound: Bool {
    switch self {
    case .rotary, .invertedRotary, .cylinder, .invertedCylinder, .wheel, .invertedWheel, .ring, .scaledRing,
      .ellipse, .invertedEllipse, .radial:
      true
    case .linear, .spotlight, .coverFlow, .coverFlow2, .timeMachine, .invertedTimeMachine, .receding, .custom:
      false
    }
  }

  /// Whether the layout uses perspective, which makes farther items appear smaller.
  var hasPerspective: Bool { self != .scaledRing }

  var defaultSpacing: Double {
    switch self {
    case .coverFlow, .coverFlow2: 0.25
    case .spotlight: 1.06
    default: 1
    }
  }

  /// The scale of the items beside the current one, relative to the layout's formula.
  private var defaultSideScale: Double { self == .spotlight ? 0.76 : 1 }

  func sideScale(_ options: CarouselOptions) -> Double {
    (options.sideScale ?? defaultSideScale).limited(to: Limit.sideScale, else: defaultSideScale)
  }

  var defaultTilt: Double? {
    switch self {
    case .coverFlow, .coverFlow2: 0.9
    case .timeMachine, .invertedTimeMachine: 0.3
    case .receding: 0
    default: nil
    }
  }

  func spacing(_ options: CarouselOptions) -> Double {
    (options.spacing ?? defaultSpacing).finite(else: defaultSpacing)
  }

  func tilt(_ options: CarouselOptions) -> Double {
    let own = defaultTilt ?? 0
    return (options.tilt ?? own).finite(else: own)
  }
}

/// The layout's own value for each option, before the overrides in `CarouselOptions`. Nil if the layout does
/// not use the option.
public struct LayoutDefaults: Hashable, Sendable {
  /// Whether the first item follows the last one.
  public var wrap: Bool
  /// Whether items that face away are drawn.
  public var showBackfaces: Bool
  /// The number of items scrolled per item extent dragged.
  public var offsetMultiplier: Double
  /// The maximum number of items placed at a time.
  public var visibleItems: Int
  /// The number of places on the whole circle.
  public var count: Double?
  /// The part of the circle in use, in radians.
  public var arc: Double?
  /// The radius of the circle, in points.
  public var radius: Double?
  /// The angle of the item at offset 1, in radians.
  public var angle: Double?
  /// The turn of the items, or their sideways step in item extents.
  public var tilt: Double?
  /// The distance of neighbors, in item extents.
  public var spacing: Double
  /// The scale of the item at offset 1, relative to the layout's formula.
  public var sideScale: Double
  /// The offset below which items fade, in items.
  public var fadeMin: Double
  /// The offset above which items fade, in items.
  public var fadeMax: Double
  /// The distance over which items fade, in items.
  public var fadeRange: Double
  /// The opacity of a faded item, 0 to 1.
  public var fadeMinAlpha: Double
}

extension Carousel {
  /// The layout's own value for each option. Overrides of other options apply: for example, the default
  /// radius depends on the spacing in use.
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
      tilt: options.layout.defaultTilt, spacing: options.layout.defaultSpacing,
      sideScale: options.layout.sideScale(plain), fadeMin: fade.min, fadeMax: fade.max, fadeRange: fade.range,
      fadeMinAlpha: fade.minAlpha)
  }
}
