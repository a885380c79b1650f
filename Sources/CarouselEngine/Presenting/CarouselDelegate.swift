/// Who hears what happens to a `CarouselPresenter`. Every method may be left out.
public protocol CarouselDelegate: AnyObject {
  /// A programmed scroll, or the way to the nearest item, begins.
  func carouselWillBeginScrollingAnimation()
  /// A programmed scroll, or the way to the nearest item, is over.
  func carouselDidEndScrollingAnimation()
  /// The scroll offset changed.
  func carouselDidScroll()
  /// Another item is the current one.
  func carouselCurrentItemIndexDidChange()
  /// A finger took hold.
  func carouselWillBeginDragging()
  /// The finger let go.
  func carouselDidEndDragging(willDecelerate: Bool)
  /// A fling begins.
  func carouselWillBeginDecelerating()
  /// A fling is over.
  func carouselDidEndDecelerating()
  /// Whether a tapped item may be selected.
  func carouselShouldSelectItem(at index: Int) -> Bool
  /// An item was selected.
  func carouselDidSelectItem(at index: Int)
  /// An item or placeholder in view is about to be drawn at an offset from the centre. Every frame, back to front.
  func carouselWillLayOutItem(at index: Int, offset: Double)
  /// An item or placeholder came into view.
  func carouselDidDisplayItem(at index: Int)
  /// An item or placeholder went out of view.
  func carouselDidEndDisplayingItem(at index: Int)
}

extension CarouselDelegate {
  /// Does nothing.
  public func carouselWillBeginScrollingAnimation() {}
  /// Does nothing.
  public func carouselDidEndScrollingAnimation() {}
  /// Does nothing.
  public func carouselDidScroll() {}
  /// Does nothing.
  public func carouselCurrentItemIndexDidChange() {}
  /// Does nothing.
  public func carouselWillBeginDragging() {}
  /// Does nothing.
  public func carouselDidEndDragging(willDecelerate: Bool) {}
  /// Does nothing.
  public func carouselWillBeginDecelerating() {}
  /// Does nothing.
  public func carouselDidEndDecelerating() {}
  /// Every item may be selected.
  public func carouselShouldSelectItem(at index: Int) -> Bool { true }
  /// Does nothing.
  public func carouselDidSelectItem(at index: Int) {}
  /// Does nothing.
  public func carouselWillLayOutItem(at index: Int, offset: Double) {}
  /// Does nothing.
  public func carouselDidDisplayItem(at index: Int) {}
  /// Does nothing.
  public func carouselDidEndDisplayingItem(at index: Int) {}
}
