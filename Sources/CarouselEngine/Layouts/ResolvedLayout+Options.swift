import RotundaGeometry

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
      showsBackfaces: options.showBackfaces ?? (kind != .invertedCylinder), fade: Fade(options))
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
}
