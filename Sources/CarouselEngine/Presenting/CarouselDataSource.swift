/// Where a `CarouselPresenter` gets what it shows.
public protocol CarouselDataSource<Content>: AnyObject {
  /// What stands for an item: a view, a texture, a widget.
  associatedtype Content: AnyObject

  /// How many items there are.
  func numberOfItems() -> Int
  /// The content of an item. `old` is one that is no longer needed and may be filled anew.
  func content(forItemAt index: Int, reusing old: Content?) -> Content
  /// How many placeholders stand before and behind the items of a carousel that does not wrap.
  func numberOfPlaceholders() -> Int
  /// The content of a placeholder, counted from the first one before the items. `old` may be filled anew.
  func placeholder(at index: Int, reusing old: Content?) -> Content?
  /// What `part` is a part of: a view's superview, a widget's parent. Nil for what is no part of anything.
  func whole(of part: AnyObject) -> AnyObject?
  /// Whether an item's content is also seen from behind, where the layout shows that at all.
  func isDoubleSided(itemAt index: Int) -> Bool
  /// What is on an item's back, asked for when it first turns away. `old` may be filled anew.
  func backContent(forItemAt index: Int, reusing old: Content?) -> Content?
}

extension CarouselDataSource {
  /// None.
  public func numberOfPlaceholders() -> Int { 0 }
  /// Contents have no parts.
  public func whole(of part: AnyObject) -> AnyObject? { nil }
  /// Every item is.
  public func isDoubleSided(itemAt index: Int) -> Bool { true }
  /// The front's content, mirrored.
  public func backContent(forItemAt index: Int, reusing old: Content?) -> Content? { nil }
  /// Nothing to show.
  public func placeholder(at index: Int, reusing old: Content?) -> Content? { nil }
}
