@_exported import RotundaGeometry

/// A carousel: where each of its items is at any time, and what happens to it.
///
/// A value without a clock. Tell it what fingers and programs do, each with the time in seconds of any
/// monotonic clock, call `advance(to:into:)` once per frame, and read `placements(into:)`. Lengths are points
/// (x to the right, y down, z toward the viewer), offsets are items: 3.25 is a quarter of the way from item 3
/// to item 4.
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
  /// Every option. Can be changed at any time, also while moving; an impossible `perspective` is refused.
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
  /// The size of every item that has none of its own, in points.
  public var itemSize: Size {
    get { sizes.common }
    set { sizes.common = newValue }
  }
  /// The sizes that items have of their own, by index, in points. Items for which there is none, or none
  /// above 0, have `itemSize`. Neighbors touch whatever their sizes, unless `options.itemExtent` says how far
  /// apart they are.
  ///
  /// Sizes stay with their items when others are inserted, removed or moved; a new item has `itemSize`.
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
  /// Where the items of a custom layout go, when `options.keyframes` cannot say it. Items fly to where
  /// another function has them: see `setCustomTransform` for one that changes with every frame.
  public var customTransform: CustomTransform? {
    didSet {
      functionNumber += 1
      guard !isInstant else { return resolve() }
      reconfigure(sizes: sizes)
    }
  }
  /// How opaque the items are, in any layout, beside what the options and keyframes say.
  public var customOpacity: CustomOpacity? {
    didSet {
      noteTraits()
      needsRealignment = true
    }
  }
  /// Whether items have more to them than their layout's formula: sizes of their own, or a function for their
  /// opacity. And whether the current item turns. Kept, because a frame that asked the layout would copy it.
  private(set) var (hasOwnPlaces, usesToggle) = (false, false)
  /// How many items there are, 0 to 1,000,000,000.
  public internal(set) var numberOfItems: Int
  /// How many placeholders stand before and behind the items of a carousel that does not wrap, half on either
  /// side.
  public internal(set) var numberOfPlaceholders: Int

  /// What options, sizes and counts come to.
  var layout: ResolvedLayout
  var rules: ScrollRules

  /// Items; −1 when there are none.
  var offset: Double { didSet { knownToggle = nil } }
  var phase = Phase.resting { didSet { knownToggle = nil } }
  var drag = Drag()
  var toggling = Toggle() { didSet { knownToggle = nil } }
  /// The toggle that the second cover flow is drawn with, once `advance` has worked it out; nil when
  /// something has changed since.
  var knownToggle: Double?
  /// What was last reported.
  var reportedOffset: Double
  var reportedIndex: Int
  /// The latest time heard of.
  var clock = 0.0 { didSet { knownToggle = nil } }
  /// Layouts that have been replaced and are still to be seen, oldest first.
  var morphs: [Morph] = []
  /// What the last change of the items set in motion.
  var rearrangement: Rearrangement?
  /// How much farther the carousel is for placeholders that fade out because it wraps now, in items.
  var placeholderShift = 0.0
  /// Items that were removed and still fade out.
  var departures = Departures()
  /// Perspective and viewpoint on their way to what the options say.
  var viewMotion = ViewMotion()
  /// Whether new sizes and functions take effect at once.
  var isInstant = false
  /// Tells one `customTransform` from the next.
  var functionNumber = 0
  /// Whether it has ever been shown.
  var hasBeenSeen = false
  /// Whether something changed that may have left the carousel where it must not stay.
  var needsRealignment = false
  /// Classic physics: the original's animation timer.
  package var ticker = Ticker() { didSet { knownToggle = nil } }
  /// What has happened and has not been handed out.
  var pending: [CarouselEvent] = []

  /// A carousel at its first item.
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
    // What turns by itself begins to.
    needsRealignment = rules.autoscroll != 0 && !isClassic
  }

  var physics: any ScrollPhysics.Type {
    options.physics == .classic ? ClassicPhysics.self : NaturalPhysics.self
  }

  var isClassic: Bool { options.physics == .classic }

  /// Works the layout and the rules out anew.
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

  /// The size of an item, in points; `itemSize` for placeholders.
  public func size(ofItemAt index: Int) -> Size { sizes[index] }

  /// Gives every item the size that a function has for it; nil for `itemSize`. It is asked once for each
  /// item.
  ///
  /// - Parameter animated: Whether items grow and shrink to their new sizes; else they have them at once.
  public mutating func setItemSizes(animated: Bool = true, _ size: (_ index: Int) -> Size?) {
    let all = (0..<numberOfItems).map { size($0) ?? .zero }
    isInstant = !animated
    itemSizes = all.allSatisfy { $0 == .zero } ? [] : all
    isInstant = false
  }

  /// Replaces `customTransform`.
  ///
  /// - Parameter animated: Whether items fly to where the new function has them, over `layoutChangeDuration`.
  ///   If not, it counts from the next frame on: for a function that is another one in every frame.
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

  /// Where the carousel is, in items; −1 when there are none.
  ///
  /// Setting it stops every motion and moves there at once, and there it stays: between items too, and beyond
  /// the ends as far as the carousel bounces, so that one carousel can mirror another.
  public var scrollOffset: Double {
    get { offset }
    set { setScrollOffset(newValue, at: clock) }
  }

  /// The item nearest to the center, −1 when there is none. Setting it moves there at once.
  public var currentItemIndex: Int {
    get { rules.index(near: offset) }
    set { setCurrentItemIndex(newValue, at: clock) }
  }

  /// Whether a finger drags it.
  public var isDragging: Bool { phase == .dragging }
  /// Whether it flings.
  public var isDecelerating: Bool {
    if case .gliding = phase { true } else { false }
  }
  /// Whether it follows a programmed scroll, or is on its way to the nearest item.
  public var isScrolling: Bool {
    if case .scrolling = phase { true } else { false }
  }
  /// The item that the scroll or the fling under way leads to; without one, `currentItemIndex`.
  public var destinationItemIndex: Int {
    // A fling that nothing brakes has no end.
    guard let target = phase.curve?.target, target.isFinite else { return currentItemIndex }
    return rules.index(near: target)
  }
  /// Whether the next frame will differ, or something is still to be reported: call `advance` again.
  public var isMoving: Bool {
    if needsRealignment || !pending.isEmpty || !morphs.isEmpty || rearrangement != nil { return true }
    if viewMotion.isRunning || !departures.isEmpty { return true }
    if isClassic { return ticker.isRunning }
    switch phase {
    case .gliding, .scrolling, .turning: return true
    case .resting, .held, .dragging: return toggling.isRunning
    }
  }

  /// Whether the last item is followed by the first.
  public var isWrapEnabled: Bool { layout.wraps }
  /// Extent of an item along the scroll axis in points.
  public var itemExtent: Double { layout.itemExtent }
  /// Items scrolled per item extent dragged.
  public var offsetMultiplier: Double { layout.offsetMultiplier }
  /// Most items that are placed at a time, placeholders that are still fading out included.
  public var numberOfVisibleItems: Int {
    var count = visibleCount
    forEachLeavingPlaceholder { _ in count += 1 }
    return count
  }
  /// Placeholders that are in force: none while the carousel wraps.
  public var numberOfPlaceholdersShown: Int { layout.placeholdersShown }
  /// How far the current item of the second cover flow, or of a custom function's layout, has yet to turn, −1
  /// to 1.
  public var toggle: Double { isClassic ? classicToggle : naturalToggle(at: clock) }

  /// The offset nearest to `offset` at which the carousel could rest: an item's, or `offset` itself where it
  /// does not snap.
  public func restingOffset(near offset: Double) -> Double {
    let inside = rules.clamped(offset.finite(else: 0))
    return rules.scrollsToItems ? rules.clamped(inside.rounded(.toNearestOrAwayFromZero)) : inside
  }

  /// The item nearest to an offset, −1 when there is none: wrapped around, or limited to the items.
  public func itemIndex(nearestTo offset: Double) -> Int { rules.index(near: offset.finite(else: 0)) }

  /// Of all the offsets at which an item stands in the center, the one nearest to where the carousel is: on
  /// one that wraps it may lie below 0 or beyond the last item. The way there is the shorter way round.
  public func scrollOffset(nearestForItemAt index: Int) -> Double {
    offset + self.offset(forItemAt: rules.clamped(index: index))
  }

  /// Velocity of the last drag move in items per second, as the physics understands it; it outlives the drag.
  public var dragVelocity: Double { drag.velocity }

  /// How far an item is from the center, in items; the shorter way round when wrapping.
  public func offset(forItemAt index: Int) -> Double {
    ItemRow(wraps: layout.wraps, numberOfItems: numberOfItems, scrollOffset: offset).offset(forItemAt: index)
  }
}

/// Something that happened to a carousel, with what it looked like at that moment.
public struct CarouselEvent: Hashable, Sendable {
  /// What can happen. The vocabulary is that of iCarousel's delegate.
  public enum Kind: Hashable, Sendable {
    /// The scroll offset changed.
    case didScroll
    /// Another item is the current one.
    case currentItemIndexDidChange
    /// A finger took hold of the carousel.
    case willBeginDragging
    /// The finger let go; whether the carousel goes on by itself.
    case didEndDragging(willDecelerate: Bool)
    /// A fling begins.
    case willBeginDecelerating
    /// A fling is over.
    case didEndDecelerating
    /// A programmed scroll, or the way to the nearest item, begins.
    case willBeginScrollingAnimation
    /// A programmed scroll, or the way to the nearest item, is over.
    case didEndScrollingAnimation
    /// An item was tapped and accepted.
    case didSelectItem(Int)
  }

  /// What happened.
  public var kind: Kind
  /// When, in seconds of the caller's clock.
  public var time: Double
  /// The scroll offset at that moment, in items.
  public var scrollOffset: Double
  /// The current item at that moment, −1 when there is none.
  public var currentItemIndex: Int
}
