import RotundaGeometry

/// The result of a tap on a carousel.
public enum TapOutcome: Hashable, Sendable {
  /// An item was selected.
  case taken(item: Int)
  /// The delegate refused to select the item.
  case refused(item: Int)
  /// The tap hit no item, or taps are disabled. Placeholders do not count as items.
  case nothing
}

/// A carousel with contents: iCarousel's data source and delegate on top of a `Carousel`.
///
/// Loads the content of an item when it comes into view and returns it to a pool when it leaves. Items and
/// placeholders have separate pools. Not thread-safe: use it on the data source's thread.
///
/// ```swift
/// let presenter = CarouselPresenter(carousel, dataSource: photos)
/// presenter.perform { $0.scroll(toItemAt: 3, duration: 0.4, at: now) }
/// presenter.advance(to: now)
/// for placement in presenter.placements { draw(presenter.content(forItemAt: placement.index), placement) }
/// ```
public final class CarouselPresenter<Source: CarouselDataSource>: CarouselPresenting {
  /// The type of an item's content.
  public typealias Content = Source.Content

  /// The carousel. To change it, use `perform`.
  public private(set) var carousel: Carousel
  /// The receiver of the events.
  public weak var delegate: (any CarouselDelegate)?
  /// The source of the contents. A new data source causes a reload, as with `reloadData`.
  public weak var dataSource: Source? {
    didSet { if dataSource !== oldValue { reloadData() } }
  }
  /// The items and placeholders in view, from back to front.
  public private(set) var placements: [Placement] = []

  private var contents: [Int: Content] = [:]
  private var itemPool: [Content] = []
  private var placeholderPool: [Content] = []
  /// The contents of the backs of items that turned away.
  var backs: [Int: Content] = [:]
  private var backPool: [Content] = []
  /// The old contents of reloaded items during the cross-fade.
  var fading: [Int: FadingContent<Content>] = [:]
  /// The contents of removed items, by the `id` of their departure.
  var departing: [Int: DepartingContent<Content>] = [:]
  private var events: [CarouselEvent] = []
  /// The events that are being delivered. Swapped with `events` to keep the memory of both arrays.
  private var happened: [CarouselEvent] = []
  private var leaving: [Int] = []

  /// The maximum number of contents in each pool: as many as a layout shows by itself.
  private let poolLimit = Limit.visibleItems

  /// Creates a presenter that shows the contents of `dataSource` in `carousel`.
  public init(_ carousel: Carousel, dataSource: Source) {
    self.carousel = carousel
    self.dataSource = dataSource
    reloadData()
  }

  /// Reloads everything from the data source. Empties the pools, because the data source may now use another
  /// kind of content.
  ///
  /// - Parameters:
  ///   - duration: The time of the cross-fade from the old contents to the new ones, in seconds; 0: at once.
  ///     Contents of items that no longer exist fade out.
  ///   - time: The time of the change; nil is the latest time so far.
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

  /// Reports events and draws everything again with the present contents, without reloading them from the
  /// data source.
  public func redraw() { refresh() }

  /// Reloads one visible item from the data source.
  ///
  /// - Parameters:
  ///   - duration: The time of the cross-fade from the old content to the new one, in seconds: see
  ///     `fadingContent(forItemAt:)`.
  ///   - time: The time of the change; nil is the latest time so far.
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

  /// Moves an item that was moved within the data source.
  public func moveItem(from source: Int, to destination: Int, time: Double? = nil) {
    let all = 0..<carousel.numberOfItems
    guard all.contains(source), all.contains(destination) else { return }
    moveContents(of: all.count, ItemMove(from: source, to: destination).destination(of:))
    perform { $0.moveItem(from: source, to: destination, time: time) }
  }

  /// Inserts an item that was inserted into the data source.
  ///
  /// - Parameter animated: Whether the item fades in while its neighbors make room. If not, all items move at
  ///   once.
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

  /// Removes an item that was removed from the data source. Its content fades out: see `departingContents`.
  ///
  /// - Parameter animated: Whether the item fades out while its neighbors close the gap. If not, it
  ///   disappears at once.
  public func removeItem(at index: Int, animated: Bool = true, time: Double? = nil) {
    guard (0..<carousel.numberOfItems).contains(index) else { return }
    let count = carousel.numberOfItems
    let departure = carousel.removeItem(at: index, animated: animated, time: time)
    depart(index, by: departure)
    moveContents(of: count) { $0 > index ? $0 - 1 : $0 }
    refresh()
  }

  /// Changes the carousel, then reports and shows the result.
  public func perform(_ change: (inout Carousel) -> Void) {
    change(&carousel)
    refresh()
  }

  /// Advances to `time`. Call it once per frame.
  public func advance(to time: Double) {
    carousel.advance(to: time, into: &events)
    endFadings(at: time)
    refresh()
  }

  /// Handles a tap at a point relative to the center of the bounds. Selects the item at the point if the
  /// delegate agrees.
  ///
  /// - Returns: The result. A tap that was not taken can pass through to content behind the carousel.
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
  /// Returns the content of an item or placeholder; nil if it is not in view.
  public func content(forItemAt index: Int) -> Content? { contents[index] }

  /// The content of the current item.
  public var currentContent: Content? { contents[carousel.currentItemIndex] }

  /// The contents in view, in the order of their indexes.
  public var visibleContents: [Content] { indexesForVisibleItems.compactMap { contents[$0] } }

  /// The indexes in view, in order.
  public var indexesForVisibleItems: [Int] { contents.keys.sorted() }

  /// Returns the index of a content in view, front or back; nil for any other content.
  public func index(of content: Content) -> Int? {
    contents.first { $0.value === content }?.key ?? backs.first { $0.value === content }?.key
  }

  /// Returns the index of the content in view that equals or contains `part`: see
  /// `CarouselDataSource.whole(of:)`.
  public func index(ofPart part: AnyObject) -> Int? {
    var whole: AnyObject? = part
    for _ in 0..<Self.deepestPart {
      guard let candidate = whole else { return nil }
      if let content = candidate as? Content, let index = index(of: content) { return index }
      whole = dataSource?.whole(of: candidate, in: self)
    }
    return nil
  }

  /// Returns the frontmost drawn item at a point relative to the center of the bounds, and its content there.
  public func content(at point: Point) -> (index: Int, content: Content)? {
    guard let index = itemIndex(at: point), let placement = carousel.placement(ofItemAt: index) else {
      return nil
    }
    return face(of: placement).map { (index, $0.content) }
  }

  private func itemIndex(at point: Point) -> Int? {
    carousel.itemIndex(at: point, isShown: { face(of: $0) != nil })
  }

  /// The maximum depth of nested parts: deeper than any user interface, and an end for circular containment.
  private static var deepestPart: Int { 1000 }
}

extension CarouselPresenter {
  /// Delivers the events, loads the contents that came into view, and unloads those that went out of view.
  private func refresh() {
    carousel.takeEvents(into: &events)
    endDepartures()
    carousel.placements(into: &placements)
    for index in contents.keys where !isPlaced(index) { leaving.append(index) }
    leaving.sort(by: >)
    while let index = leaving.popLast() { unload(index) }
    // An index loop, because the iterator of a generic array allocates memory where the compiler cannot
    // specialize it.
    var place = 0
    while place < placements.count {
      let placement = placements[place]
      place += 1
      if contents[placement.index] == nil { load(placement.index, reusing: nil) }
      if placement.facesAway, !placement.isHidden { loadBack(placement.index) }
      delegate?.carouselWillLayOutItem(self, at: placement.index, offset: placement.offset)
    }
    swap(&events, &happened)
    // A delegate callback may call this method again. These events are already being delivered then.
    events.removeAll(keepingCapacity: true)
    reportHappened()
    happened.removeAll(keepingCapacity: true)
  }

  /// Keeps the content of a removed item while the item fades out, or unloads it at once if it does not fade
  /// out.
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

  /// - Parameter count: The former number of items.
  private func moveContents(of count: Int, _ place: (Int) -> Int) {
    // The indexes of placeholders after the items change with the number of items. Therefore placeholders are
    // loaded again.
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
