import RotundaGeometry

/// A layout whose options, defaults and extents have been worked out for one size and number of items.
///
/// Made when something about the carousel changes, so that a frame only evaluates closed formulas.
struct ResolvedLayout: Sendable {
  var kind: LayoutKind
  var isVertical: Bool
  var itemExtent: Double
  var wraps: Bool
  var placeholdersShown: Int
  var visibleCount: Int
  /// What the layout wanted before an override and before there were too few items.
  var visibleCountByDefault: Int
  var offsetMultiplier: Double
  var multiplierByDefault: Double
  /// What happens to every item's place on its way to the screen.
  var lens: Lens
  var shape: LayoutShape
  /// Points behind the current item at which depth has faded an item; 0 when it does not.
  var fadeDepth = 0.0
  /// Tells one function of a custom layout from the next.
  var functionNumber = 0
  /// A custom layout's own places, which then replace the shape.
  var custom: CustomPlaces?
  /// Where in the window the far items are.
  var depthProfile = DepthProfile.peak
  /// The numbers of the round layouts, nil for the others.
  var circle: Circle?
  /// Where items stand that are not equally long; nil when all are.
  var spacing: ItemSpacing?

  /// From the item's plane to the anchor (center of the bounds plus content offset), perspective included.
  func anchored(_ item: FormulaItem) -> Transform {
    var transform = Transform.identity
    perform(Anchoring(item: item, lens: lens), into: &transform)
    return transform
  }

  /// How far along the row an item is from where the carousel is, in mean extents: its offset, where all
  /// items are equally long.
  func along(_ offset: Double, from scrollOffset: Double) -> Double {
    guard let spacing else { return offset }
    return (spacing.position(scrollOffset + offset) - spacing.position(scrollOffset)) / itemExtent
  }

  /// Whether the current item turns by itself: in the second cover flow, and where a function may make use of
  /// it.
  var usesToggle: Bool {
    if kind == .coverFlow2 { return true }
    if case .function = custom { return true }
    return false
  }

  /// A place in the carousel's space as it is seen from the viewpoint, perspective included.
  func seen(_ place: Transform) -> Transform { lens.seen(place) }

  /// The opacity of an item at `offset`, 0 to 1; nil stands for an item of a row of equal items.
  func opacity(_ offset: Double, of item: FormulaItem? = nil) -> Double {
    let item = item ?? FormulaItem(index: 0, offset: offset, toggle: 0)
    let opacity = fadeDepth > 0 ? fade.opacity(offset) * depthOpacity(item) : fade.opacity(offset)
    guard case .keyframes(let keyframes) = custom else { return opacity }
    return opacity * keyframes.opacity(item.offset)
  }

  /// `1 − (1 − a) min(1, d / D)` for an item `d` points behind the current one, with `a` the least opacity
  /// and `D` the depth at which it is reached.
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

/// What a custom layout consists of.
enum CustomPlaces: Sendable {
  case keyframes(KeyframeLayout)
  case function(CustomTransform)
}

extension Transform {
  /// Exchanges left and right of the place, not of the item.
  @inline(__always)
  mutating func mirror() {
    row1.y = -row1.y
    row1.z = -row1.z
    row2.x = -row2.x
    row3.x = -row3.x
    row4.x = -row4.x
  }

  /// The same picture, moved on the screen: after the perspective, not before it.
  @inline(__always)
  func shifted(_ by: Point) -> Transform {
    let screen = SIMD4(by.x, by.y, 0, 0)
    return Transform(
      row1 + screen * row1.w, row2 + screen * row2.w, row3 + screen * row3.w, row4 + screen * row4.w)
  }
}

extension ResolvedLayout {
  /// Works a layout out for a view of `bounds` with items of `sizes`.
  init(
    _ options: CarouselOptions, bounds: Size, sizes: ItemSizes, numberOfItems: Int, numberOfPlaceholders: Int,
    custom: CustomTransform?
  ) {
    kind = options.layout
    // A custom layout knows its own direction.
    isVertical = options.isVertical && kind != .custom
    wraps = (options.wrap ?? kind.isRound) && options.hasEnoughItemsToWrap(numberOfItems)
    placeholdersShown = wraps ? 0 : numberOfPlaceholders
    func extent(_ size: Size) -> Double { options.isVertical ? size.height : size.width }
    let asked = options.itemExtent.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    if asked == nil, !sizes.own.isEmpty, numberOfItems > 0 {
      let common = extent(sizes.common)
      // Gaps are as wide everywhere; overlaps are parts of what overlaps.
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

  /// What of items that are smaller at the sides stays in line, in points from their middles.
  private static func anchor(_ options: CarouselOptions, _ isVertical: Bool, _ size: Size) -> Point {
    let part = options.sideAnchor.limited(to: -1...1, else: 0) / 2
    return (isVertical ? Point(part * size.width, 0) : Point(0, part * size.height)).finite
  }
}
