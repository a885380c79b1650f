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
    carousel.reload(
      numberOfItems: dataSource?.numberOfItems() ?? 0,
      numberOfPlaceholders: dataSource?.numberOfPlaceholders() ?? 0)
    refresh()
  }

  /// Asks the data source for one visible item anew.
  public func reloadItem(at index: Int) {
    guard let old = contents[index] else { return }
    contents[index] = nil
    load(index, reusing: old)
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
    refresh()
  }

  /// A tap at a point relative to the centre of the bounds. What was hit is selected, if the delegate agrees.
  public func tap(at point: Point, time: Double) {
    guard let index = carousel.itemIndex(at: point) else { return }
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
    for placement in placements where contents[placement.index] == nil { load(placement.index, reusing: nil) }
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

  private func unload(_ index: Int) {
    guard let content = contents.removeValue(forKey: index) else { return }
    if isPlaceholder(index) {
      if placeholderPool.count < poolLimit { placeholderPool.append(content) }
    } else if itemPool.count < poolLimit {
      itemPool.append(content)
    }
    delegate?.carouselDidEndDisplayingItem(at: index)
  }

  private func moveContents(_ place: (Int) -> Int) {
    // Placeholders behind the items move with their number; they are asked for again.
    for index in contents.keys.sorted() where isPlaceholder(index) { unload(index) }
    contents = Dictionary(
      contents.map { (place($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
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
