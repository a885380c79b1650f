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
