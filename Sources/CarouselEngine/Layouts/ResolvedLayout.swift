import RotundaGeometry

/// A layout with options, defaults and extents resolved for one size and number of items.
///
/// Created when the carousel's configuration changes. A frame only evaluates closed formulas.
struct ResolvedLayout: Sendable {
  var kind: LayoutKind
  var isVertical: Bool
  var itemExtent: Double
  var wraps: Bool
  var placeholdersShown: Int
  var visibleCount: Int
  /// The number of items that the layout asks for, without overrides and without the limit to the actual
  /// number.
  var visibleCountByDefault: Int
  var offsetMultiplier: Double
  var multiplierByDefault: Double
  /// The projection of every item's place onto the screen.
  var lens: Lens
  var shape: LayoutShape
  /// The depth behind the current item, in points, at which items are fully faded; 0 for no fading by depth.
  var fadeDepth = 0.0
  /// Distinguishes one function of a custom layout from the next.
  var functionNumber = 0
  /// The places of a custom layout, which replace `shape`.
  var custom: CustomPlaces?
  /// The position of the far items in the window.
  var depthProfile = DepthProfile.peak
  /// The numbers of a round layout; nil for other layouts.
  var circle: Circle?
  /// The positions of items of unequal length; nil if all lengths are equal.
  var spacing: ItemSpacing?

  /// Returns the transform from the item's plane to the anchor (center of the bounds plus content offset),
  /// including perspective.
  func anchored(_ item: FormulaItem) -> Transform {
    var transform = Transform.identity
    perform(Anchoring(item: item, lens: lens), into: &transform)
    return transform
  }

  /// Returns the distance of an item along the row from the scroll offset, in mean extents. This is its
  /// offset if all items have the same length.
  func along(_ offset: Double, from scrollOffset: Double) -> Double {
    guard let spacing else { return offset }
    return (spacing.position(scrollOffset + offset) - spacing.position(scrollOffset)) / itemExtent
  }

  /// Whether the current item turns by itself: in the second cover flow, and for functions, which may use the
  /// toggle.
  var usesToggle: Bool {
    if kind == .coverFlow2 { return true }
    if case .function = custom { return true }
    return false
  }

  /// Returns the transform of a place in the carousel's space, seen from the viewpoint, including
  /// perspective.
  func seen(_ place: Transform) -> Transform { lens.seen(place) }

  /// Returns the opacity of an item at `offset`, 0 to 1. A nil `item` stands for an item in a row of equal
  /// items.
  func opacity(_ offset: Double, of item: FormulaItem? = nil) -> Double {
    let item = item ?? FormulaItem(index: 0, offset: offset, toggle: 0)
    let opacity = fadeDepth > 0 ? fade.opacity(offset) * depthOpacity(item) : fade.opacity(offset)
    guard case .keyframes(let keyframes) = custom else { return opacity }
    return opacity * keyframes.opacity(item.offset)
  }

  /// Returns `1 − (1 − a) min(1, d / D)` for an item `d` points behind the current one. `a` is the minimum
  /// opacity and `D` the depth at which items reach it.
  private func depthOpacity(_ item: FormulaItem) -> Double {
    let current = FormulaItem(index: item.index, offset: 0, toggle: 0)
    let straight = FormulaItem(index: item.index, offset: item.offset, toggle: 0)
    let behind = anchored(current).row4.z - anchored(straight).row4.z
    let part = (behind / fadeDepth).limited(to: 0...1, else: 0)
    return 1 - part * (1 - fade.minAlpha)
  }

  var perspective: Double {
    get { lens.perspective }
    set { lens.perspective = newValue }
  }
  var viewpoint: Point {
    get { lens.viewpoint }
    set { lens.viewpoint = newValue }
  }
  var contentOffset: Point { lens.contentOffset }
  var isMirrored: Bool { lens.isMirrored }
  var showsBackfaces: Bool { lens.showsBackfaces }
  var fade: Fade { lens.fade }
}

/// The source of the places in a custom layout.
enum CustomPlaces: Sendable {
  case keyframes(KeyframeLayout)
  case function(CustomTransform)
}

extension Transform {
  /// Mirrors the place horizontally, but not the item itself.
  @inline(__always)
  mutating func mirror() {
    row1.y = -row1.y
    row1.z = -row1.z
    row2.x = -row2.x
    row3.x = -row3.x
    row4.x = -row4.x
  }

  /// Returns the transform with a translation on the screen, applied after the perspective.
  @inline(__always)
  func shifted(_ by: Point) -> Transform {
    let screen = SIMD4(by.x, by.y, 0, 0)
    return Transform(
      row1 + screen * row1.w, row2 + screen * row2.w, row3 + screen * row3.w, row4 + screen * row4.w)
  }
}

extension ResolvedLayout {
  /// Resolves a layout for a view of `bounds` with items of `sizes`.
  init(
    _ options: CarouselOptions, bounds: Size, sizes: ItemSizes, numberOfItems: Int, numberOfPlaceholders: Int,
    custom: CustomTransform?
  ) {
    kind = options.layout
    // A custom layout defines its own direction.
    isVertical = options.isVertical && kind != .custom
    wraps = (options.wrap ?? kind.isRound) && options.hasEnoughItemsToWrap(numberOfItems)
    placeholdersShown = wraps ? 0 : numberOfPlaceholders
    func extent(_ size: Size) -> Double { options.isVertical ? size.height : size.width }
    let asked = options.itemExtent.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    if asked == nil, !sizes.own.isEmpty {
      let common = extent(sizes.common)
      // Gaps have the same width everywhere; overlaps are proportional to the items that overlap.
      let factor = max(1, kind.spacing(options))
      spacing = ItemSpacing(
        extents: (0..<numberOfItems).map { (extent(sizes[$0]) + (factor - 1) * common) / factor },
        common: common, isClosed: wraps)
    }
    itemExtent =
      [asked ?? spacing?.meanExtent ?? 0, extent(sizes.common)].first { $0 > 0 && $0.isFinite } ?? 1
    fadeDepth = (options.fadeDepth ?? 0).limited(to: 0...1e6, else: 0) * itemExtent
    let focus = options.focusPoint.finite - Point(0.5, 0.5)
    lens = Lens(
      perspective: kind.hasPerspective ? options.perspective : 0, viewpoint: options.viewpointOffset.finite,
      contentOffset: options.contentOffset.finite
        + Point(focus.x * bounds.width, focus.y * bounds.height).finite,
      isMirrored: options.isRightToLeft && !options.isVertical,
      showsBackfaces: options.showBackfaces ?? (kind != .invertedCylinder), fade: Fade(options),
      emphasis: Emphasis(
        side: kind.sideScale(options), anchor: Self.anchor(options, isVertical, sizes.common)))
    if kind == .custom {
      self.custom = custom.map(CustomPlaces.function) ?? .keyframes(KeyframeLayout(options.keyframes))
    }
    let plan = LayoutPlan(
      options, bounds: bounds, itemExtent: itemExtent, leastExtent: spacing?.leastExtent ?? itemExtent,
      itemsShown: numberOfItems + placeholdersShown)
    circle = plan.circle
    shape = plan.shape
    multiplierByDefault = plan.offsetMultiplier
    offsetMultiplier = (options.offsetMultiplier ?? multiplierByDefault).finite(else: multiplierByDefault)
    visibleCountByDefault = kind == .custom && custom != nil ? Limit.visibleItems : plan.visibleCount
    let most = min(options.maximumItemsOnScreen ?? Limit.requestedItems, Limit.requestedItems)
    let wanted = min(options.visibleItems ?? visibleCountByDefault, most)
    visibleCount = max(0, min(wanted, plan.itemsShown))
    depthProfile = DepthProfile(self)
  }

  /// Returns the point of alignment for items that are smaller at the sides, in points from their centers.
  private static func anchor(_ options: CarouselOptions, _ isVertical: Bool, _ size: Size) -> Point {
    let part = options.sideAnchor.limited(to: -1...1, else: 0) / 2
    return (isVertical ? Point(part * size.width, 0) : Point(0, part * size.height)).finite
  }
}
