import RotundaGeometry

/// The source of the contents of a `CarouselPresenter`.
///
/// Each method receives the calling carousel. Therefore one data source can serve several.
public protocol CarouselDataSource<Content>: AnyObject {
  /// The type of an item's content: a view, a texture, a widget.
  associatedtype Content: AnyObject

  /// Returns the number of items.
  func numberOfItems(in carousel: any CarouselPresenting) -> Int
  /// Returns the content of an item. `old` is unused content that the data source may refill.
  func content(
    forItemAt index: Int, reusing old: Content?, in carousel: any CarouselPresenting
  ) -> Content
  /// Reports whether some items have their own sizes. If not, the presenter does not ask for any: the
  /// carousel may have a billion items.
  func hasItemSizes(in carousel: any CarouselPresenting) -> Bool
  /// Returns the size of an item, in points; nil for the carousel's `itemSize`. The presenter asks for all
  /// items when it loads them.
  func itemSize(at index: Int, in carousel: any CarouselPresenting) -> Size?
  /// Returns the number of placeholders before and after the items of a carousel that does not wrap.
  func numberOfPlaceholders(in carousel: any CarouselPresenting) -> Int
  /// Returns the content of a placeholder, counted from the first one before the items. The data source may
  /// refill `old`.
  func placeholder(
    at index: Int, reusing old: Content?, in carousel: any CarouselPresenting
  ) -> Content?
  /// Returns the container of `part`: a view's superview, a widget's parent. Nil if it has none.
  func whole(of part: AnyObject, in carousel: any CarouselPresenting) -> AnyObject?
  /// Reports whether an item's content is also visible from behind, if the layout shows backs at all.
  func isDoubleSided(itemAt index: Int, in carousel: any CarouselPresenting) -> Bool
  /// Returns the content of an item's back. The presenter asks when the item first turns away. The data
  /// source may refill `old`.
  func backContent(
    forItemAt index: Int, reusing old: Content?, in carousel: any CarouselPresenting
  ) -> Content?
}

extension CarouselDataSource {
  /// Returns false: no item has its own size.
  public func hasItemSizes(in carousel: any CarouselPresenting) -> Bool { false }
  /// Returns nil: all items have the same size.
  public func itemSize(at index: Int, in carousel: any CarouselPresenting) -> Size? { nil }
  /// Returns 0: the carousel has no placeholders.
  public func numberOfPlaceholders(in carousel: any CarouselPresenting) -> Int { 0 }
  /// Returns nil: contents have no parts.
  public func whole(of part: AnyObject, in carousel: any CarouselPresenting) -> AnyObject? { nil }
  /// Returns true: every item is double-sided.
  public func isDoubleSided(itemAt index: Int, in carousel: any CarouselPresenting) -> Bool { true }
  /// Returns nil: the back shows the front's content, mirrored.
  public func backContent(
    forItemAt index: Int, reusing old: Content?, in carousel: any CarouselPresenting
  ) -> Content? { nil }
  /// Returns nil: placeholders show nothing.
  public func placeholder(
    at index: Int, reusing old: Content?, in carousel: any CarouselPresenting
  ) -> Content? { nil }
}

/// A carousel with contents of any type. Data sources and delegates receive it as their argument.
public protocol CarouselPresenting: AnyObject {
  /// The carousel. To change it, use `perform`.
  var carousel: Carousel { get }
  /// Changes the carousel, then reports and shows the result.
  func perform(_ change: (inout Carousel) -> Void)
}

/// The receiver of the events of a `CarouselPresenter`. Every method is optional and receives the carousel.
public protocol CarouselDelegate: AnyObject {
  /// Tells the delegate that a programmed scroll, or the movement to the nearest item, began.
  func carouselWillBeginScrollingAnimation(_ carousel: any CarouselPresenting)
  /// Tells the delegate that a programmed scroll, or the movement to the nearest item, ended.
  func carouselDidEndScrollingAnimation(_ carousel: any CarouselPresenting)
  /// Tells the delegate that the scroll offset changed.
  func carouselDidScroll(_ carousel: any CarouselPresenting)
  /// Tells the delegate that the current item changed.
  func carouselCurrentItemIndexDidChange(_ carousel: any CarouselPresenting)
  /// Tells the delegate that a finger took hold of the carousel.
  func carouselWillBeginDragging(_ carousel: any CarouselPresenting)
  /// Tells the delegate that the finger let go.
  func carouselDidEndDragging(_ carousel: any CarouselPresenting, willDecelerate: Bool)
  /// Tells the delegate that a fling began.
  func carouselWillBeginDecelerating(_ carousel: any CarouselPresenting)
  /// Tells the delegate that a fling ended.
  func carouselDidEndDecelerating(_ carousel: any CarouselPresenting)
  /// Asks the delegate whether a tapped item may be selected.
  func carouselShouldSelectItem(_ carousel: any CarouselPresenting, at index: Int) -> Bool
  /// Tells the delegate that an item was selected.
  func carouselDidSelectItem(_ carousel: any CarouselPresenting, at index: Int)
  /// Tells the delegate that an item or placeholder in view will be drawn at an offset from the center.
  /// Called in every frame, from back to front.
  func carouselWillLayOutItem(_ carousel: any CarouselPresenting, at index: Int, offset: Double)
  /// Tells the delegate that an item or placeholder came into view.
  func carouselDidDisplayItem(_ carousel: any CarouselPresenting, at index: Int)
  /// Tells the delegate that an item or placeholder went out of view.
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
  /// Returns true: every item may be selected.
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
