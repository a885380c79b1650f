import RotundaGeometry

/// What came of a tap on a carousel.
public enum TapOutcome: Hashable, Sendable {
  /// An item was selected.
  case taken(item: Int)
  /// The delegate did not want an item selected.
  case refused(item: Int)
  /// There was no item, or taps are off. Placeholders are no items.
  case nothing
}

/// A carousel with contents: iCarousel's data source and delegate on top of a `Carousel`.
///
/// Loads the content of an item when it comes into view and takes it back into a pool when it leaves, items
/// and placeholders apart. Not thread safe: use it where the data source lives.
///
/// ```swift
/// let presenter = CarouselPresenter(carousel, dataSource: photos)
/// presenter.perform { $0.scroll(toItemAt: 3, duration: 0.4, at: now) }
/// presenter.advance(to: now)
/// for placement in presenter.placements { draw(presenter.content(forItemAt: placement.index), placement) }
/// ```
public final class CarouselPresenter<Source: CarouselDataSource>: CarouselPresenting {
  /// What stands for an item.
  public typealias Content = Source.Content

  /// The carousel; changed through `perform`.
  public private(set) var carousel: Carousel
  /// Who hears what happens.
  public weak var delegate: (any CarouselDelegate)?
  /// Where the contents come from. Another one is asked for everything anew, as `reloadData` does.
  public weak var dataSource: Source? {
    didSet { if dataSource !== oldValue { reloadData() } }
  }
  /// What is in view, from back to front.
  public private(set) var placements: [Placement] = []

  private var contents: [Int: Content] = [:]
  private var itemPool: [Content] = []
  private var placeholderPool: [Content] = []
  /// What is on the backs of items that turned away.
  var backs: [Int: Content] = [:]
  private var backPool: [Content] = []
  /// What items showed before they were reloaded.
  var fading: [Int: FadingContent<Content>] = [:]
  /// What removed items showed, by the number of their departure.
  var departing: [Int: DepartingContent<Content>] = [:]
  private var events: [CarouselEvent] = []
  /// The events that are being handed on. Exchanged with `events`, so that neither gives up its memory.
  private var happened: [CarouselEvent] = []
  private var leaving: [Int] = []

  /// Most contents that either pool keeps; as many as a layout shows by itself.
  private let poolLimit = Limit.visibleItems

  /// Shows what `dataSource` has, the way `carousel` is set up.
  public init(_ carousel: Carousel, dataSource: Source) {
    self.carousel = carousel
    self.dataSource = dataSource
    reloadData()
  }

  /// Asks the data source for everything anew. The pools are emptied: there may be contents of another kind
  /// now.
  ///
  /// - Parameters:
  ///   - duration: Seconds over which the old contents give way to the new ones, each where it is; those of
  ///     items that
  ///     are no more fade out. 0: at once.
  ///   - time: When; nil is the latest time heard of.
  public func reloadData(fadingFor duration: Double = 0, time: Double? = nil) {
    let count = dataSource?.numberOfItems(in: self) ?? 0
    let start = time ?? carousel.clock
    let isGradual = duration > 0 && duration.isFinite
    let old = contents.filter { isGradual && (0..<carousel.numberOfItems).contains($0.key) }
    for index in old.keys.sorted() where index >= count { depart(index, by: carousel.depart(itemAt: index)) }
    for index in contents.keys.sorted() { unload(index) }
    carousel.reload(
      numberOfItems: count, numberOfPlaceholders: dataSource?.numberOfPlaceholders(in: self) ?? 0, time: time)
    if dataSource?.hasItemSizes(in: self) == true {
      carousel.setItemSizes { dataSource?.itemSize(at: $0, in: self) }
    } else {
      carousel.itemSizes = []
    }
    itemPool.removeAll()
    placeholderPool.removeAll()
    backPool.removeAll()
    for (index, content) in old where index < count {
      fading[index] = FadingContent(content: content, start: start, duration: duration)
    }
    refresh()
  }

  /// Reports and draws everything anew with the contents that are there: nothing is asked of the data source.
  public func redraw() { refresh() }

  /// Asks the data source for one visible item anew.
  ///
  /// - Parameters:
  ///   - duration: Seconds over which the old content gives way to the new one: see
  ///     `fadingContent(forItemAt:)`.
  ///   - time: When; nil is the latest time heard of.
  public func reloadItem(at index: Int, fadingFor duration: Double = 0, time: Double? = nil) {
    guard let old = contents[index] else { return }
    contents[index] = nil
    if let back = backs.removeValue(forKey: index) { recycle(back, into: &backPool) }
    endFading(index)
    if duration > 0, duration.isFinite {
      fading[index] = FadingContent(content: old, start: time ?? carousel.clock, duration: duration)
      load(index, reusing: nil)
    } else {
      load(index, reusing: old)
    }
  }

  /// An item was moved within the data source.
  public func moveItem(from source: Int, to destination: Int, time: Double? = nil) {
    let all = 0..<carousel.numberOfItems
    guard all.contains(source), all.contains(destination) else { return }
    moveContents(of: all.count, ItemMove(from: source, to: destination).destination(of:))
    perform { $0.moveItem(from: source, to: destination, time: time) }
  }

  /// An item was inserted into the data source.
  ///
  /// - Parameter animated: Whether it fades in while its neighbors make room; else all of them are at once
  ///   where they belong.
  public func insertItem(at index: Int, animated: Bool = true, time: Double? = nil) {
    let place = min(max(0, index), carousel.numberOfItems)
    moveContents(of: carousel.numberOfItems) { $0 >= place ? $0 + 1 : $0 }
    let size =
      dataSource?.hasItemSizes(in: self) == true ? dataSource?.itemSize(at: place, in: self) : nil
    perform {
      $0.insertItem(at: place, animated: animated, time: time)
      guard let size else { return }
      let own = $0.itemSizes
      $0.setItemSizes(animated: animated) {
        $0 == place ? size : own.indices.contains($0) ? own[$0] : nil
      }
    }
  }

  /// An item was removed from the data source. What it showed fades out: see `departingContents`.
  ///
  /// - Parameter animated: Whether it fades out while its neighbors close up; else it is gone at once.
  public func removeItem(at index: Int, animated: Bool = true, time: Double? = nil) {
    guard (0..<carousel.numberOfItems).contains(index) else { return }
    let count = carousel.numberOfItems
    let departure = carousel.removeItem(at: index, animated: animated, time: time)
    depart(index, by: departure)
    moveContents(of: count) { $0 > index ? $0 - 1 : $0 }
    refresh()
  }

  /// Does something to the carousel, and reports and shows what comes of it.
  public func perform(_ change: (inout Carousel) -> Void) {
    change(&carousel)
    refresh()
  }

  /// Moves on to `time`: call it once per frame.
  public func advance(to time: Double) {
    carousel.advance(to: time, into: &events)
    endFadings(at: time)
    refresh()
  }

  /// A tap at a point relative to the center of the bounds. What was hit is selected, if the delegate agrees.
  ///
  /// - Returns: What came of it: a tap that was not taken can go on to what lies behind the carousel.
  @discardableResult
  public func tap(at point: Point, time: Double) -> TapOutcome {
    guard carousel.options.isTapEnabled, let index = itemIndex(at: point), !isPlaceholder(index) else {
      return .nothing
    }
    guard delegate?.carouselShouldSelectItem(self, at: index) ?? true else {
      perform { $0.refuseSelection(at: time) }
      return .refused(item: index)
    }
    perform { $0.select(itemAt: index, at: time) }
    return .taken(item: index)
  }
}

extension CarouselPresenter {
  /// The content of an item or placeholder, nil when it is not in view.
  public func content(forItemAt index: Int) -> Content? { contents[index] }

  /// The content of the current item.
  public var currentContent: Content? { contents[carousel.currentItemIndex] }

  /// The contents in view, by index.
  public var visibleContents: [Content] { indexesForVisibleItems.compactMap { contents[$0] } }

  /// The indexes in view, in order.
  public var indexesForVisibleItems: [Int] { contents.keys.sorted() }

  /// The index of a content in view, front or back; nil for any other.
  public func index(of content: Content) -> Int? {
    contents.first { $0.value === content }?.key ?? backs.first { $0.value === content }?.key
  }

  /// The index of the content in view that `part` is, or is a part of: see `CarouselDataSource.whole(of:)`.
  public func index(ofPart part: AnyObject) -> Int? {
    var whole: AnyObject? = part
    for _ in 0..<Self.deepestPart {
      guard let candidate = whole else { return nil }
      if let content = candidate as? Content, let index = index(of: content) { return index }
      whole = dataSource?.whole(of: candidate, in: self)
    }
    return nil
  }

  /// The frontmost item that is drawn under a point relative to the center of the bounds, and what it shows
  /// there.
  public func content(at point: Point) -> (index: Int, content: Content)? {
    guard let index = itemIndex(at: point), let placement = carousel.placement(ofItemAt: index) else {
      return nil
    }
    return face(of: placement).map { (index, $0.content) }
  }

  private func itemIndex(at point: Point) -> Int? {
    carousel.itemIndex(at: point, isShown: { face(of: $0) != nil })
  }

  /// Parts within parts that are followed; deeper than any user interface, and an end for a circle of parts.
  private static var deepestPart: Int { 1000 }
}

extension CarouselPresenter {
  /// Hands the events on, and loads and unloads what came into view and went out of it.
  private func refresh() {
    carousel.takeEvents(into: &events)
    endDepartures()
    carousel.placements(into: &placements)
    for index in contents.keys where !isPlaced(index) { leaving.append(index) }
    leaving.sort(by: >)
    while let index = leaving.popLast() { unload(index) }
    // By place, because the iterator over a generic array takes memory where the compiler does not see
    // through it.
    var place = 0
    while place < placements.count {
      let placement = placements[place]
      place += 1
      if contents[placement.index] == nil { load(placement.index, reusing: nil) }
      if placement.facesAway, !placement.isHidden { loadBack(placement.index) }
      delegate?.carouselWillLayOutItem(self, at: placement.index, offset: placement.offset)
    }
    swap(&events, &happened)
    // A delegate may get here again from within its callback; then these are being handed on already.
    events.removeAll(keepingCapacity: true)
    reportHappened()
    happened.removeAll(keepingCapacity: true)
  }

  /// What an item shows leaves with it, or at once where that cannot be seen.
  private func depart(_ index: Int, by departure: Int?) {
    guard let departure, let content = contents[index] else { return unload(index, asPlaceholder: false) }
    contents[index] = nil
    endFading(index)
    departing[departure] = DepartingContent(
      index: index, content: content, back: backs.removeValue(forKey: index))
  }

  private func endDepartures() {
    guard !departing.isEmpty else { return }
    let left = Set(carousel.departures.items.map(\.id))
    for (id, item) in departing.sorted(by: { $0.key < $1.key }) where !left.contains(id) {
      departing[id] = nil
      recycle(item.content, into: &itemPool)
      if let back = item.back { recycle(back, into: &backPool) }
      delegate?.carouselDidEndDisplayingItem(self, at: item.index)
    }
  }

  private func reportHappened() {
    let happened = happened
    for place in 0..<happened.count { report(happened[place]) }
  }

  private func isPlaced(_ index: Int) -> Bool {
    for place in 0..<placements.count where placements[place].index == index { return true }
    return false
  }

  private func isPlaceholder(_ index: Int) -> Bool { !(0..<carousel.numberOfItems).contains(index) }

  private func load(_ index: Int, reusing old: Content?) {
    if isPlaceholder(index) {
      let before = (carousel.numberOfPlaceholders + 1) / 2
      let place = index < 0 ? index + before : before + index - carousel.numberOfItems
      contents[index] = dataSource?.placeholder(
        at: place, reusing: old ?? placeholderPool.popLast(), in: self)
    } else {
      contents[index] = dataSource?.content(forItemAt: index, reusing: old ?? itemPool.popLast(), in: self)
    }
    if contents[index] != nil { delegate?.carouselDidDisplayItem(self, at: index) }
  }

  private func loadBack(_ index: Int) {
    guard backs[index] == nil, !isPlaceholder(index) else { return }
    let old = backPool.popLast()
    backs[index] = dataSource?.backContent(forItemAt: index, reusing: old, in: self)
    if let old, backs[index] == nil { recycle(old, into: &backPool) }
  }

  private func recycle(_ content: Content, into pool: inout [Content]) {
    if pool.count < poolLimit { pool.append(content) }
  }

  private func endFadings(at time: Double) {
    guard !fading.isEmpty else { return }
    for index in fading.filter({ $0.value.isOver(at: time) }).keys.sorted() { endFading(index) }
  }

  private func endFading(_ index: Int) {
    guard let old = fading.removeValue(forKey: index) else { return }
    recycle(old.content, into: &itemPool)
  }

  private func unload(_ index: Int) {
    unload(index, asPlaceholder: isPlaceholder(index))
  }

  private func unload(_ index: Int, asPlaceholder: Bool) {
    endFading(index)
    if let back = backs.removeValue(forKey: index) { recycle(back, into: &backPool) }
    guard let content = contents.removeValue(forKey: index) else { return }
    if asPlaceholder { recycle(content, into: &placeholderPool) } else { recycle(content, into: &itemPool) }
    delegate?.carouselDidEndDisplayingItem(self, at: index)
  }

  /// - Parameter count: How many items there were.
  private func moveContents(of count: Int, _ place: (Int) -> Int) {
    // Placeholders behind the items move with their number; they are asked for again.
    for index in contents.keys.sorted() where !(0..<count).contains(index) {
      unload(index, asPlaceholder: true)
    }
    contents = Self.moved(contents, place)
    backs = Self.moved(backs, place)
    fading = Self.moved(fading, place)
  }

  private static func moved<Value>(_ values: [Int: Value], _ place: (Int) -> Int) -> [Int: Value] {
    Dictionary(values.map { (place($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private func report(_ event: CarouselEvent) {
    guard let delegate else { return }
    switch event.kind {
    case .didScroll: delegate.carouselDidScroll(self)
    case .currentItemIndexDidChange: delegate.carouselCurrentItemIndexDidChange(self)
    case .willBeginDragging: delegate.carouselWillBeginDragging(self)
    case .didEndDragging(let willDecelerate):
      delegate.carouselDidEndDragging(self, willDecelerate: willDecelerate)
    case .willBeginDecelerating: delegate.carouselWillBeginDecelerating(self)
    case .didEndDecelerating: delegate.carouselDidEndDecelerating(self)
    case .willBeginScrollingAnimation: delegate.carouselWillBeginScrollingAnimation(self)
    case .didEndScrollingAnimation: delegate.carouselDidEndScrollingAnimation(self)
    case .didSelectItem(let index): delegate.carouselDidSelectItem(self, at: index)
    }
  }
}
