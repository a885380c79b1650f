import RotundaGeometry

/// Where a `CarouselPresenter` gets what it shows.
///
/// Each method has the carousel that asks, so that one data source can serve several.
public protocol CarouselDataSource<Content>: AnyObject {
  /// What stands for an item: a view, a texture, a widget.
  associatedtype Content: AnyObject

  /// How many items there are.
  func numberOfItems(in carousel: any CarouselPresenting) -> Int
  /// The content of an item. `old` is one that is no longer needed and may be filled anew.
  func content(
    forItemAt index: Int, reusing old: Content?, in carousel: any CarouselPresenting
  ) -> Content
  /// Whether some items have sizes of their own. If not, no item is asked about: there may be a billion.
  func hasItemSizes(in carousel: any CarouselPresenting) -> Bool
  /// The size of an item, in points; nil for the carousel's `itemSize`. Asked for all items when they are
  /// loaded.
  func itemSize(at index: Int, in carousel: any CarouselPresenting) -> Size?
  /// How many placeholders stand before and behind the items of a carousel that does not wrap.
  func numberOfPlaceholders(in carousel: any CarouselPresenting) -> Int
  /// The content of a placeholder, counted from the first one before the items. `old` may be filled anew.
  func placeholder(
    at index: Int, reusing old: Content?, in carousel: any CarouselPresenting
  ) -> Content?
  /// What `part` is a part of: a view's superview, a widget's parent. Nil for what is no part of anything.
  func whole(of part: AnyObject, in carousel: any CarouselPresenting) -> AnyObject?
  /// Whether an item's content is also seen from behind, where the layout shows that at all.
  func isDoubleSided(itemAt index: Int, in carousel: any CarouselPresenting) -> Bool
  /// What is on an item's back, asked for when it first turns away. `old` may be filled anew.
  func backContent(
    forItemAt index: Int, reusing old: Content?, in carousel: any CarouselPresenting
  ) -> Content?
}

extension CarouselDataSource {
  /// None has.
  public func hasItemSizes(in carousel: any CarouselPresenting) -> Bool { false }
  /// All are equally large.
  public func itemSize(at index: Int, in carousel: any CarouselPresenting) -> Size? { nil }
  /// None.
  public func numberOfPlaceholders(in carousel: any CarouselPresenting) -> Int { 0 }
  /// Contents have no parts.
  public func whole(of part: AnyObject, in carousel: any CarouselPresenting) -> AnyObject? { nil }
  /// Every item is.
  public func isDoubleSided(itemAt index: Int, in carousel: any CarouselPresenting) -> Bool { true }
  /// The front's content, mirrored.
  public func backContent(
    forItemAt index: Int, reusing old: Content?, in carousel: any CarouselPresenting
  ) -> Content? { nil }
  /// Nothing to show.
  public func placeholder(
    at index: Int, reusing old: Content?, in carousel: any CarouselPresenting
  ) -> Content? { nil }
}

/// A carousel with contents, whatever they are: what data sources and delegates are called with.
public protocol CarouselPresenting: AnyObject {
  /// The carousel; changed through `perform`.
  var carousel: Carousel { get }
  /// Does something to the carousel, and reports and shows what comes of it.
  func perform(_ change: (inout Carousel) -> Void)
}

/// Who hears what happens to a `CarouselPresenter`. Every method may be left out, and has the carousel that
/// it is about.
public protocol CarouselDelegate: AnyObject {
  /// A programmed scroll, or the way to the nearest item, begins.
  func carouselWillBeginScrollingAnimation(_ carousel: any CarouselPresenting)
  /// A programmed scroll, or the way to the nearest item, is over.
  func carouselDidEndScrollingAnimation(_ carousel: any CarouselPresenting)
  /// The scroll offset changed.
  func carouselDidScroll(_ carousel: any CarouselPresenting)
  /// Another item is the current one.
  func carouselCurrentItemIndexDidChange(_ carousel: any CarouselPresenting)
  /// A finger took hold.
  func carouselWillBeginDragging(_ carousel: any CarouselPresenting)
  /// The finger let go.
  func carouselDidEndDragging(_ carousel: any CarouselPresenting, willDecelerate: Bool)
  /// A fling begins.
  func carouselWillBeginDecelerating(_ carousel: any CarouselPresenting)
  /// A fling is over.
  func carouselDidEndDecelerating(_ carousel: any CarouselPresenting)
  /// Whether a tapped item may be selected.
  func carouselShouldSelectItem(_ carousel: any CarouselPresenting, at index: Int) -> Bool
  /// An item was selected.
  func carouselDidSelectItem(_ carousel: any CarouselPresenting, at index: Int)
  /// An item or placeholder in view is about to be drawn at an offset from the center. Every frame, back to
  /// front.
  func carouselWillLayOutItem(_ carousel: any CarouselPresenting, at index: Int, offset: Double)
  /// An item or placeholder came into view.
  func carouselDidDisplayItem(_ carousel: any CarouselPresenting, at index: Int)
  /// An item or placeholder went out of view.
  func carouselDidEndDisplayingItem(_ carousel: any CarouselPresenting, at index: Int)
}

extension CarouselDelegate {
  /// Does nothing.
  public func carouselWillBeginScrollingAnimation(_ carousel: any CarouselPresenting) {}
  /// Does nothing.
  public func carouselDidEndScrollingAnimation(_ carousel: any CarouselPresenting) {}
  /// Does nothing.
  public func carouselDidScroll(_ carousel: any CarouselPresenting) {}
  /// Does nothing.
  public func carouselCurrentItemIndexDidChange(_ carousel: any CarouselPresenting) {}
  /// Does nothing.
  public func carouselWillBeginDragging(_ carousel: any CarouselPresenting) {}
  /// Does nothing.
  public func carouselDidEndDragging(_ carousel: any CarouselPresenting, willDecelerate: Bool) {}
  /// Does nothing.
  public func carouselWillBeginDecelerating(_ carousel: any CarouselPresenting) {}
  /// Does nothing.
  public func carouselDidEndDecelerating(_ carousel: any CarouselPresenting) {}
  /// Every item may be selected.
  public func carouselShouldSelectItem(_ carousel: any CarouselPresenting, at index: Int) -> Bool { true }
  /// Does nothing.
  public func carouselDidSelectItem(_ carousel: any CarouselPresenting, at index: Int) {}
  /// Does nothing.
  public func carouselWillLayOutItem(_ carousel: any CarouselPresenting, at index: Int, offset: Double) {}
  /// Does nothing.
  public func carouselDidDisplayItem(_ carousel: any CarouselPresenting, at index: Int) {}
  /// Does nothing.
  public func carouselDidEndDisplayingItem(_ carousel: any CarouselPresenting, at index: Int) {}
}
