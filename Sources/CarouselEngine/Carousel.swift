@_exported import RotundaGeometry

/// The state of a carousel: the position of each item at any time, and the events that occur.
///
/// A carousel is a value without a clock. Callers pass every input with the time of a monotonic clock, in
/// seconds. They call `advance(to:into:)` once per frame and read `placements(into:)`. Lengths are in points
/// (x to the right, y down, z toward the viewer). Offsets are in items: 3.25 is a quarter of the way from
/// item 3 to item 4.
///
/// ```swift
/// var carousel = Carousel(
///   options: CarouselOptions(), bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 12)
/// carousel.scroll(toItemAt: 5, duration: 0.4, at: 0)
/// var events: [CarouselEvent] = []
/// var placements: [Placement] = []
/// carousel.advance(to: 0.2, into: &events)
/// carousel.placements(into: &placements)
/// ```
public struct Carousel: Sendable {
  /// The options. They can change at any time, even while the carousel moves. A `perspective` outside
  /// `CarouselOptions.perspectiveRange` is ignored.
  public var options: CarouselOptions {
    didSet {
      if !CarouselOptions.perspectiveRange.contains(options.perspective) {
        options.perspective = oldValue.perspective
      }
      guard options != oldValue, !viewMotion.isStarting else { return }
      viewMotion.end(from: oldValue, to: options)
      reconfigure(sizes: sizes)
    }
  }
  /// The view, in points.
  public var bounds: Size {
    didSet { if bounds != oldValue { reconfigure(sizes: sizes) } }
  }
  /// The size of every item without its own size, in points.
  public var itemSize: Size {
    get { sizes.common }
    set { sizes.common = newValue }
  }
  /// The sizes of individual items, by index, in points. Items without a size above 0 here use `itemSize`.
  /// Neighbors touch regardless of their sizes, unless `options.itemExtent` sets their distance.
  ///
  /// Sizes follow their items when items are inserted, removed or moved. A new item has `itemSize`.
  public var itemSizes: [Size] {
    get { sizes.own }
    set { sizes.own = newValue }
  }
  var sizes: ItemSizes {
    didSet {
      guard !isInstant else { return resolve() }
      if sizes != oldValue { reconfigure(sizes: oldValue) }
    }
  }
  /// The function that places the items of a custom layout, for layouts that `options.keyframes` cannot
  /// express. When the function changes, items fly to their new places. For a function that changes with
  /// every frame, use `setCustomTransform`.
  public var customTransform: CustomTransform? {
    didSet {
      functionNumber += 1
      guard !isInstant else { return resolve() }
      reconfigure(sizes: sizes)
    }
  }
  /// The opacity of the items, in any layout. It is multiplied by the opacity from options and keyframes.
  public var customOpacity: CustomOpacity? {
    didSet {
      noteTraits()
      needsRealignment = true
    }
  }
  /// `hasOwnPlaces`: whether items have their own sizes or an opacity function in addition to the layout's
  /// formula. `usesToggle`: whether the current item turns. Both are stored because reading them from the
  /// layout would copy the layout in every frame.
  private(set) var (hasOwnPlaces, usesToggle) = (false, false)
  /// The number of items, 0 to 1,000,000,000.
  public internal(set) var numberOfItems: Int
  /// The number of placeholders around the items of a carousel that does not wrap: half before the items,
  /// half after them.
  public internal(set) var numberOfPlaceholders: Int

  /// The layout that follows from options, sizes and counts.
  var layout: ResolvedLayout
  var rules: ScrollRules

  /// The scroll offset in items; −1 without items.
  var offset: Double { didSet { knownToggle = nil } }
  var phase = Phase.resting { didSet { knownToggle = nil } }
  var drag = Drag()
  var toggling = Toggle() { didSet { knownToggle = nil } }
  /// The toggle for drawing the second cover flow, as computed by `advance`; nil after any change since then.
  var knownToggle: Double?
  /// The last reported values.
  var reportedOffset: Double
  var reportedIndex: Int
  /// The latest time that a caller has passed, in seconds.
  var clock = 0.0 { didSet { knownToggle = nil } }
  /// Replaced layouts that are still visible, oldest first.
  var morphs: [Morph] = []
  /// The animation that the last change of the items started.
  var rearrangement: Rearrangement?
  /// The extra scroll offset, in items, for placeholders that fade out because the carousel now wraps.
  var placeholderShift = 0.0
  /// Removed items that are still fading out.
  var departures = Departures()
  /// The animation of perspective and viewpoint toward the values in the options.
  var viewMotion = ViewMotion()
  /// Whether new sizes and functions take effect at once.
  var isInstant = false
  /// Distinguishes one `customTransform` from the next.
  var functionNumber = 0
  /// Whether the carousel has ever been shown.
  var hasBeenSeen = false
  /// Whether a change may have left the carousel at an offset where it must not stay.
  var needsRealignment = false
  /// The animation timer of the original iCarousel, for classic physics.
  package var ticker = Ticker() { didSet { knownToggle = nil } }
  /// Events that no caller has taken yet.
  var pending: [CarouselEvent] = []

  /// Creates a carousel at its first item.
  ///
  /// - Parameters:
  ///   - bounds: The view, in points.
  ///   - itemSize: The size of every item, in points.
  ///   - numberOfItems: 0 or more.
  ///   - numberOfPlaceholders: 0 or more; shown only while the carousel does not wrap.
  public init(
    options: CarouselOptions, bounds: Size, itemSize: Size, numberOfItems: Int, numberOfPlaceholders: Int = 0
  ) {
    var options = options
    if !CarouselOptions.perspectiveRange.contains(options.perspective) {
      options.perspective = CarouselOptions().perspective
    }
    self.options = options
    self.bounds = bounds
    sizes = ItemSizes(common: itemSize)
    self.numberOfItems = min(max(0, numberOfItems), Limit.items)
    self.numberOfPlaceholders = min(max(0, numberOfPlaceholders), Limit.items)
    layout = ResolvedLayout(
      options, bounds: bounds, sizes: sizes, numberOfItems: self.numberOfItems,
      numberOfPlaceholders: self.numberOfPlaceholders, custom: nil)
    rules = ScrollRules(options, layout, numberOfItems: self.numberOfItems)
    usesToggle = layout.usesToggle
    offset = self.numberOfItems > 0 ? 0 : -1
    reportedOffset = offset
    reportedIndex = self.numberOfItems > 0 ? 0 : -1
    // Starts the automatic scrolling, if the options ask for it.
    needsRealignment = rules.autoscroll != 0 && !isClassic
  }

  var physics: any ScrollPhysics.Type {
    options.physics == .classic ? ClassicPhysics.self : NaturalPhysics.self
  }

  var isClassic: Bool { options.physics == .classic }

  /// Recomputes the layout and the rules.
  mutating func resolve() {
    knownToggle = nil
    layout = ResolvedLayout(
      options, bounds: bounds, sizes: sizes, numberOfItems: numberOfItems,
      numberOfPlaceholders: numberOfPlaceholders, custom: customTransform)
    layout.functionNumber = functionNumber
    noteTraits()
    rules = ScrollRules(options, layout, numberOfItems: numberOfItems)
    if viewMotion.isRunning { showView() }
  }

  private mutating func reconfigure(sizes before: ItemSizes) {
    let old = self
    resolve()
    beginMorph(from: old.layout, sizes: before)
    keepPlaces(of: old)
    needsRealignment = true
  }

  /// Returns the size of an item, in points; `itemSize` for placeholders.
  public func size(ofItemAt index: Int) -> Size { sizes[index] }

  /// Sets the size of every item. Calls `size` once for each item; nil stands for `itemSize`.
  ///
  /// - Parameter animated: Whether items grow and shrink to their new sizes. If not, they change at once.
  public mutating func setItemSizes(animated: Bool = true, _ size: (_ index: Int) -> Size?) {
    let all = (0..<numberOfItems).map { size($0) ?? .zero }
    isInstant = !animated
    itemSizes = all.allSatisfy { $0 == .zero } ? [] : all
    isInstant = false
  }

  /// Replaces `customTransform`.
  ///
  /// - Parameter animated: Whether items fly to their new places, over `layoutChangeDuration`. If not, the
  ///   function takes effect in the next frame; use this for a function that changes with every frame.
  public mutating func setCustomTransform(_ transform: CustomTransform?, animated: Bool) {
    isInstant = !animated
    customTransform = transform
    isInstant = false
  }

  private mutating func noteTraits() {
    hasOwnPlaces = layout.spacing != nil || customOpacity != nil
    usesToggle = layout.usesToggle
  }

  mutating func emit(_ kind: CarouselEvent.Kind, at time: Double) {
    pending.append(
      CarouselEvent(kind: kind, time: time, scrollOffset: offset, currentItemIndex: currentItemIndex))
  }

  /// The scroll offset of the carousel, in items; −1 without items.
  ///
  /// Setting it stops every motion and moves there at once. The carousel stays there, even between items, and
  /// beyond the ends as far as it bounces. Therefore one carousel can mirror another.
  public var scrollOffset: Double {
    get { offset }
    set { setScrollOffset(newValue, at: clock) }
  }

  /// The index of the item nearest to the center; −1 without items. Setting it moves there at once.
  public var currentItemIndex: Int {
    get { rules.index(near: offset) }
    set { setCurrentItemIndex(newValue, at: clock) }
  }

  /// Whether a finger drags the carousel.
  public var isDragging: Bool { phase == .dragging }
  /// Whether a fling is in progress.
  public var isDecelerating: Bool {
    if case .gliding = phase { true } else { false }
  }
  /// Whether a programmed scroll, or the movement to the nearest item, is in progress.
  public var isScrolling: Bool {
    if case .scrolling = phase { true } else { false }
  }
  /// The item at which the current scroll or fling ends; without one, `currentItemIndex`.
  public var destinationItemIndex: Int {
    // A fling without deceleration has no end.
    guard let target = phase.curve?.target, target.isFinite else { return currentItemIndex }
    return rules.index(near: target)
  }
  /// Whether the next frame will differ or unreported events remain. If so, call `advance` again.
  public var isMoving: Bool {
    if needsRealignment || !pending.isEmpty || !morphs.isEmpty || rearrangement != nil { return true }
    if viewMotion.isRunning || !departures.isEmpty { return true }
    if isClassic { return ticker.isRunning }
    switch phase {
    case .gliding, .scrolling, .turning: return true
    case .resting, .held, .dragging: return toggling.isRunning
    }
  }

  /// Whether the first item follows the last one.
  public var isWrapEnabled: Bool { layout.wraps }
  /// The extent of an item along the scroll axis, in points.
  public var itemExtent: Double { layout.itemExtent }
  /// The number of items scrolled per item extent dragged.
  public var offsetMultiplier: Double { layout.offsetMultiplier }
  /// The maximum number of items placed at a time, including placeholders that are still fading out.
  public var numberOfVisibleItems: Int {
    var count = visibleCount
    forEachLeavingPlaceholder { _ in count += 1 }
    return count
  }
  /// The number of placeholders in use: 0 while the carousel wraps.
  public var numberOfPlaceholdersShown: Int { layout.placeholdersShown }
  /// The remaining turn of the current item, −1 to 1, in the second cover flow and in layouts of custom
  /// functions.
  public var toggle: Double { isClassic ? classicToggle : naturalToggle(at: clock) }

  /// Returns the offset nearest to `offset` at which the carousel can rest. It is the offset of an item, or
  /// `offset` itself if the carousel does not snap.
  public func restingOffset(near offset: Double) -> Double {
    let inside = rules.clamped(offset.finite(else: 0))
    return rules.scrollsToItems ? rules.clamped(inside.rounded(.toNearestOrAwayFromZero)) : inside
  }

  /// Returns the index of the item nearest to an offset, wrapped around or limited to the items; −1 without
  /// items.
  public func itemIndex(nearestTo offset: Double) -> Int { rules.index(near: offset.finite(else: 0)) }

  /// Returns the offset nearest to the current one at which an item is centered. If the carousel wraps, this
  /// offset may lie below 0 or beyond the last item; the way there is the shorter way round.
  public func scrollOffset(nearestForItemAt index: Int) -> Double {
    offset + self.offset(forItemAt: rules.clamped(index: index))
  }

  /// The velocity of the last drag movement in items per second, as the physics computes it. It stays after
  /// the drag.
  public var dragVelocity: Double { drag.velocity }

  /// Returns the distance of an item from the center, in items; the shorter way round if the carousel wraps.
  public func offset(forItemAt index: Int) -> Double {
    ItemRow(wraps: layout.wraps, numberOfItems: numberOfItems, scrollOffset: offset).offset(forItemAt: index)
  }
}

/// An event of a carousel, with the carousel's state at that moment.
public struct CarouselEvent: Hashable, Sendable {
  /// The kinds of events. The names follow iCarousel's delegate.
  public enum Kind: Hashable, Sendable {
    /// The scroll offset changed.
    case didScroll
    /// The current item changed.
    case currentItemIndexDidChange
    /// A finger took hold of the carousel.
    case willBeginDragging
    /// The finger let go. `willDecelerate` is true if the carousel continues to move.
    case didEndDragging(willDecelerate: Bool)
    /// A fling began.
    case willBeginDecelerating
    /// A fling ended.
    case didEndDecelerating
    /// A programmed scroll, or the movement to the nearest item, began.
    case willBeginScrollingAnimation
    /// A programmed scroll, or the movement to the nearest item, ended.
    case didEndScrollingAnimation
    /// An item was tapped and accepted.
    case didSelectItem(Int)
  }

  /// The kind of the event.
  public var kind: Kind
  /// The time of the event, in seconds of the caller's clock.
  public var time: Double
  /// The scroll offset at that moment, in items.
  public var scrollOffset: Double
  /// The current item at that moment; −1 without items.
  public var currentItemIndex: Int
}
