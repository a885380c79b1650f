import Geometry

/// A carousel with contents: iCarousel's data source and delegate on top of a `Carousel`.
///
/// Loads the content of an item when it comes into view and takes it back into a pool when it leaves, items and
/// placeholders apart. Not thread safe: use it where the data source lives.
///
/// ```swift
/// let presenter = CarouselPresenter(carousel, dataSource: photos)
/// presenter.perform { $0.scroll(toItemAt: 3, duration: 0.4, at: now) }
/// presenter.advance(to: now)
/// for placement in presenter.placements { draw(presenter.content(forItemAt: placement.index), placement) }
/// ```
public final class CarouselPresenter<Source: CarouselDataSource> {
  /// What stands for an item.
  public typealias Content = Source.Content

  /// The carousel; changed through `perform`.
  public private(set) var carousel: Carousel
  /// Who hears what happens.
  public weak var delegate: (any CarouselDelegate)?
  /// Where the contents come from. Asked anew by `reloadData`.
  public private(set) weak var dataSource: Source?
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
  private var events: [CarouselEvent] = []
  private var leaving: [Int] = []

  /// Most contents that either pool keeps; as many as a layout shows by itself.
  private let poolLimit = Limit.visibleItems

  /// Shows what `dataSource` has, the way `carousel` is set up.
  public init(_ carousel: Carousel, dataSource: Source) {
    self.carousel = carousel
    self.dataSource = dataSource
    reloadData()
  }

  /// Asks the data source for everything anew.
  public func reloadData() {
    for index in contents.keys.sorted() { unload(index) }
    itemPool.removeAll()
    placeholderPool.removeAll()
    backPool.removeAll()
    carousel.reload(
      numberOfItems: dataSource?.numberOfItems() ?? 0,
      numberOfPlaceholders: dataSource?.numberOfPlaceholders() ?? 0)
    refresh()
  }

  /// Asks the data source for one visible item anew.
  ///
  /// - Parameters:
  ///   - duration: Seconds over which the old content gives way to the new one: see `fadingContent(forItemAt:)`.
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
    moveContents(ItemMove(from: source, to: destination).destination(of:))
    perform { $0.moveItem(from: source, to: destination, time: time) }
  }

  /// An item was inserted into the data source.
  public func insertItem(at index: Int, time: Double? = nil) {
    let place = min(max(0, index), carousel.numberOfItems)
    moveContents { $0 >= place ? $0 + 1 : $0 }
    perform { $0.insertItem(at: place, time: time) }
  }

  /// An item was removed from the data source.
  public func removeItem(at index: Int, time: Double? = nil) {
    guard (0..<carousel.numberOfItems).contains(index) else { return }
    if contents[index] != nil { unload(index) }
    moveContents { $0 > index ? $0 - 1 : $0 }
    perform { $0.removeItem(at: index, time: time) }
  }

  /// Does something to the carousel, and reports and shows what comes of it.
  public func perform(_ change: (inout Carousel) -> Void) {
    change(&carousel)
    refresh()
  }

  /// Moves on to `time`: call it once per frame.
  public func advance(to time: Double) {
    carousel.advance(to: time, into: &events)
    for index in fading.filter({ $0.value.isOver(at: time) }).keys { endFading(index) }
    refresh()
  }

  /// A tap at a point relative to the centre of the bounds. What was hit is selected, if the delegate agrees.
  public func tap(at point: Point, time: Double) {
    guard let index = carousel.itemIndex(at: point, isShown: { face(of: $0) != nil }) else { return }
    let isAccepted = delegate?.carouselShouldSelectItem(at: index) ?? true
    perform { isAccepted ? $0.select(itemAt: index, at: time) : $0.refuseSelection(at: time) }
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

  /// The index of a content in view.
  public func index(of content: Content) -> Int? {
    contents.first { $0.value === content }?.key
  }
}

extension CarouselPresenter {
  /// Hands the events on, and loads and unloads what came into view and went out of it.
  private func refresh() {
    events += carousel.takeEvents()
    carousel.placements(into: &placements)
    for index in contents.keys where !isPlaced(index) { leaving.append(index) }
    for index in leaving.sorted() { unload(index) }
    leaving.removeAll(keepingCapacity: true)
    for placement in placements {
      if contents[placement.index] == nil { load(placement.index, reusing: nil) }
      if placement.facesAway, !placement.isHidden { loadBack(placement.index) }
      delegate?.carouselWillLayOutItem(at: placement.index, offset: placement.offset)
    }
    let happened = events
    events.removeAll(keepingCapacity: true)
    for event in happened { report(event) }
  }

  private func isPlaced(_ index: Int) -> Bool { placements.contains { $0.index == index } }

  private func isPlaceholder(_ index: Int) -> Bool { !(0..<carousel.numberOfItems).contains(index) }

  private func load(_ index: Int, reusing old: Content?) {
    if isPlaceholder(index) {
      let before = (carousel.numberOfPlaceholdersShown + 1) / 2
      let place = index < 0 ? index + before : before + index - carousel.numberOfItems
      contents[index] = dataSource?.placeholder(at: place, reusing: old ?? placeholderPool.popLast())
    } else {
      contents[index] = dataSource?.content(forItemAt: index, reusing: old ?? itemPool.popLast())
    }
    if contents[index] != nil { delegate?.carouselDidDisplayItem(at: index) }
  }

  private func loadBack(_ index: Int) {
    guard backs[index] == nil, !isPlaceholder(index) else { return }
    let old = backPool.popLast()
    backs[index] = dataSource?.backContent(forItemAt: index, reusing: old)
    if let old, backs[index] == nil { recycle(old, into: &backPool) }
  }

  private func recycle(_ content: Content, into pool: inout [Content]) {
    if pool.count < poolLimit { pool.append(content) }
  }

  private func endFading(_ index: Int) {
    guard let old = fading.removeValue(forKey: index) else { return }
    recycle(old.content, into: &itemPool)
  }

  private func unload(_ index: Int) {
    endFading(index)
    if let back = backs.removeValue(forKey: index) { recycle(back, into: &backPool) }
    guard let content = contents.removeValue(forKey: index) else { return }
    if isPlaceholder(index) {
      recycle(content, into: &placeholderPool)
    } else {
      recycle(content, into: &itemPool)
    }
    delegate?.carouselDidEndDisplayingItem(at: index)
  }

  private func moveContents(_ place: (Int) -> Int) {
    // Placeholders behind the items move with their number; they are asked for again.
    for index in contents.keys.sorted() where isPlaceholder(index) { unload(index) }
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
    case .didScroll: delegate.carouselDidScroll()
    case .currentItemIndexDidChange: delegate.carouselCurrentItemIndexDidChange()
    case .willBeginDragging: delegate.carouselWillBeginDragging()
    case .didEndDragging(let willDecelerate): delegate.carouselDidEndDragging(willDecelerate: willDecelerate)
    case .willBeginDecelerating: delegate.carouselWillBeginDecelerating()
    case .didEndDecelerating: delegate.carouselDidEndDecelerating()
    case .willBeginScrollingAnimation: delegate.carouselWillBeginScrollingAnimation()
    case .didEndScrollingAnimation: delegate.carouselDidEndScrollingAnimation()
    case .didSelectItem(let index): delegate.carouselDidSelectItem(at: index)
    }
  }
}
