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
  /// The size of an item, in points; nil for the carousel's `itemSize`. Asked for all items when they are loaded.
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
