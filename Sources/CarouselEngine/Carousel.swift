@_exported import RotundaGeometry

/// A carousel: where each of its items is at any time, and what happens to it.
///
/// A value without a clock. Tell it what fingers and programs do, each with the time in seconds of any monotonic
/// clock, call `advance(to:into:)` once per frame, and read `placements(into:)`. Lengths are points (x to the right, y
/// down, z towards the viewer), offsets are items: 3.25 is a quarter of the way from item 3 to item 4.
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
      guard options != oldValue, !isAnimatingView else { return }
      endViewMotions(before: oldValue)
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
  /// The sizes that items have of their own, by index, in points. Items for which there is none, or none above 0, have
  /// `itemSize`. Neighbours touch whatever their sizes, unless `options.itemExtent` says how far apart they are.
  ///
  /// Sizes stay with their items when others are inserted, removed or moved; a new item has `itemSize`.
  public var itemSizes: [Size] {
    get { sizes.own }
    set { sizes.own = newValue }
  }
  /// How large the items are.
  var sizes: ItemSizes {
    didSet {
      guard !isInstant else { return resolve() }
      if sizes != oldValue { reconfigure(sizes: oldValue) }
    }
  }
  /// Where the items of a custom layout go, when `options.keyframes` cannot say it. Items fly to where another function has
  /// them: see `setCustomTransform` for one that changes with every frame.
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
  /// Whether items have more to them than their layout's formula: sizes of their own, or a function for their opacity. And
  /// whether the current item turns. Kept, because a frame that asked the layout would copy it.
  private(set) var (hasOwnPlaces, usesToggle) = (false, false)
  /// How many items there are.
  public internal(set) var numberOfItems: Int
  /// How many placeholders stand before and behind the items of a carousel that does not wrap, half on either side.
  public internal(set) var numberOfPlaceholders: Int

  /// What options, sizes and counts come to.
  var layout: ResolvedLayout
  var rules: ScrollRules

  /// Items; −1 when there are none.
  var offset: Double { didSet { knownToggle = nil } }
  var phase = Phase.resting { didSet { knownToggle = nil } }
  var drag = Drag()
  var toggling = Toggle() { didSet { knownToggle = nil } }
  /// The toggle that the second cover flow is drawn with, once `advance` has worked it out; nil when something has
  /// changed since.
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
  /// Items that were removed and still fade out, and how many there have been.
  var departures: [Departure] = []
  var lastDeparture = 0
  /// Perspective and viewpoint on their way to what the options say.
  var perspectiveMotion: SettingMotion?
  var viewpointMotion: SettingMotion?
  /// Whether an option is assigned as the end of such a motion, and not to take effect at once.
  var isAnimatingView = false
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
    if isViewMoving { showView() }
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

  /// Gives every item the size that a function has for it; nil for `itemSize`. It is asked once for each item.
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
  /// - Parameter animated: Whether items fly to where the new function has them, over `layoutChangeDuration`. If not, it
  ///   counts from the next frame on: for a function that is another one in every frame.
  public mutating func setCustomTransform(_ transform: CustomTransform?, animated: Bool) {
    isInstant = !animated
    customTransform = transform
    isInstant = false
  }

  private mutating func noteTraits() {
    hasOwnPlaces = layout.spacing != nil || customOpacity != nil
    usesToggle = layout.usesToggle
  }

  /// Notes an event.
  mutating func emit(_ kind: CarouselEvent.Kind, at time: Double) {
    pending.append(
      CarouselEvent(kind: kind, time: time, scrollOffset: offset, currentItemIndex: currentItemIndex))
  }
}
