import Geometry
import Glibc

extension ResolvedLayout {
  /// Works a layout out for a view of `bounds` with items of `itemSize`.
  init(
    _ options: CarouselOptions, bounds: Size, itemSize: Size, numberOfItems: Int, numberOfPlaceholders: Int
  ) {
    kind = options.layout
    isVertical = options.isVertical
    wraps = options.wrap ?? kind.isRound
    placeholdersShown = wraps ? 0 : numberOfPlaceholders
    let own = isVertical ? itemSize.height : itemSize.width
    itemExtent = [options.itemExtent ?? 0, own].first { $0 > 0 && $0.isFinite } ?? 1
    offsetMultiplier = options.offsetMultiplier?.finite(else: 1) ?? (kind.isCoverFlow ? 2 : 1)
    showsBackfaces = options.showBackfaces ?? (kind != .invertedCylinder)
    fade = Fade(options)
    perspective = options.perspective
    viewpoint = options.viewpointOffset.finite
    contentOffset = options.contentOffset.finite
    let view = (isVertical ? bounds.height : bounds.width).limited(to: 0...1e9, else: 0)
    let shown = numberOfItems + placeholdersShown
    circle =
      kind.isRound
      ? Circle(options, viewExtent: view, itemExtent: itemExtent, itemsShown: shown) : nil
    shape = Self.shape(options, itemExtent: itemExtent, circle: circle)
    visibleCountByDefault = Self.visibleCount(
      options, viewExtent: view, shorterSide: min(bounds.width, bounds.height), itemExtent: itemExtent,
      circle: circle)
    let wanted = options.visibleItems.map { min($0, Limit.requestedItems) } ?? visibleCountByDefault
    visibleCount = max(0, min(wanted, shown))
  }

  private static func shape(_ options: CarouselOptions, itemExtent: Double, circle: Circle?) -> LayoutShape {
    let isVertical = options.isVertical
    let spacing = options.layout.spacing(options)
    switch options.layout {
    case .linear:
      return .line(LineLayout(across: itemExtent * spacing, towards: 0, isVertical: isVertical))
    case .timeMachine, .invertedTimeMachine:
      // Inverted, both the tilt and the offset change signs: the sideways step stays, the depth turns round.
      let sign = options.layout == .invertedTimeMachine ? -1.0 : 1
      let tilt = options.layout.tilt(options)
      return .line(
        LineLayout(across: itemExtent * tilt, towards: sign * itemExtent * spacing, isVertical: isVertical))
    case .coverFlow, .coverFlow2:
      return .coverFlow(
        CoverFlowLayout(
          tilt: (options.tilt ?? 0.9).finite(else: 0.9),
          spacing: (options.spacing ?? 0.25).finite(else: 0.25),
          itemExtent: itemExtent, isVertical: isVertical, usesToggle: options.layout == .coverFlow2))
    case .rotary, .invertedRotary, .cylinder, .invertedCylinder, .wheel, .invertedWheel:
      return circle.map { roundShape(options, $0) }
        ?? .line(LineLayout(across: itemExtent, towards: 0, isVertical: isVertical))
    }
  }

  private static func roundShape(_ options: CarouselOptions, _ circle: Circle) -> LayoutShape {
    let isInverted = [.invertedRotary, .invertedCylinder, .invertedWheel].contains(options.layout)
    let sign = isInverted ? -1.0 : 1
    let radius = sign * circle.radius
    let fixed = options.angle.flatMap { $0.isFinite ? $0 : nil }
    let angle =
      fixed.map { LayoutAngle(perItem: 0, fixed: sign * $0) }
      ?? LayoutAngle(perItem: sign * circle.anglePerItem, fixed: 0)
    switch options.layout {
    case .rotary, .invertedRotary:
      return .rotary(RotaryLayout(angle: angle, radius: radius, isVertical: options.isVertical))
    case .cylinder, .invertedCylinder:
      return .cylinder(CylinderLayout(angle: angle, radius: radius, isVertical: options.isVertical))
    default:
      return .wheel(
        WheelLayout(
          anglePerItem: sign * (fixed ?? circle.anglePerItem), radius: radius, isVertical: options.isVertical)
      )
    }
  }

  /// How many items fill the view.
  private static func visibleCount(
    _ options: CarouselOptions, viewExtent: Double, shorterSide: Double, itemExtent: Double, circle: Circle?
  ) -> Int {
    let wanted: Double
    switch options.layout {
    case .linear, .coverFlow, .coverFlow2:
      let step = itemExtent * options.layout.spacing(options)
      wanted = ceil(viewExtent / step) + 2
    case .rotary, .cylinder:
      wanted = Double(circle?.count ?? 0)
    case .invertedRotary, .invertedCylinder:
      wanted = ceil(Double(circle?.count ?? 0) / 2)
    case .wheel, .invertedWheel:
      let count = Double(circle?.count ?? 0)
      let isWholeWheelSeen = (circle?.radius ?? 0) - itemExtent / 2 < shorterSide / 2
      wanted = isWholeWheelSeen ? count : ceil(count / 2) + 1
    case .timeMachine, .invertedTimeMachine:
      wanted = Double(Limit.visibleItems)
    }
    return min(Limit.visibleItems, wanted.integerPart)
  }
}

extension LayoutKind {
  /// Whether the items lie on a circle.
  var isRound: Bool {
    switch self {
    case .rotary, .invertedRotary, .cylinder, .invertedCylinder, .wheel, .invertedWheel: true
    case .linear, .coverFlow, .coverFlow2, .timeMachine, .invertedTimeMachine: false
    }
  }

  var isCoverFlow: Bool { self == .coverFlow || self == .coverFlow2 }

  var defaultSpacing: Double { isCoverFlow ? 0.25 : 1 }

  var defaultTilt: Double? {
    switch self {
    case .coverFlow, .coverFlow2: 0.9
    case .timeMachine, .invertedTimeMachine: 0.3
    default: nil
    }
  }

  func spacing(_ options: CarouselOptions) -> Double {
    (options.spacing ?? defaultSpacing).finite(else: defaultSpacing)
  }

  func tilt(_ options: CarouselOptions) -> Double {
    (options.tilt ?? .nan).finite(else: defaultTilt ?? 0)
  }
}

extension Point {
  /// Itself when it is finite, else the origin.
  var finite: Point { x.isFinite && y.isFinite ? self : .zero }
}
