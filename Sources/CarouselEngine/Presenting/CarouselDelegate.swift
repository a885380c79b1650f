/// A carousel with contents, whatever they are: what data sources and delegates are called with.
public protocol CarouselPresenting: AnyObject {
  /// The carousel; changed through `perform`.
  var carousel: Carousel { get }
  /// Does something to the carousel, and reports and shows what comes of it.
  func perform(_ change: (inout Carousel) -> Void)
}

/// Who hears what happens to a `CarouselPresenter`. Every method may be left out, and has the carousel that it is about.
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
  /// An item or placeholder in view is about to be drawn at an offset from the centre. Every frame, back to front.
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
