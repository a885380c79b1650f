extension CarouselPresenter {
  /// Whether the next frame will differ. If so, call `advance` again.
  public var isMoving: Bool { carousel.isMoving || !fading.isEmpty }

  /// Returns the content to draw at a placement, and whether it is an item's back. Mirror the content of a
  /// back to make it readable. Returns nil if the item is hidden, or turned away and single-sided.
  public func face(of placement: Placement) -> (content: Content, isBack: Bool)? {
    guard !placement.isHidden else { return nil }
    if placement.facesAway {
      if let back = backs[placement.index] { return (back, true) }
      let isItem = (0..<carousel.numberOfItems).contains(placement.index)
      if isItem, dataSource?.isDoubleSided(itemAt: placement.index, in: self) == false { return nil }
    }
    return content(forItemAt: placement.index).map { ($0, false) }
  }

  /// Returns the content of an item before it was reloaded, and its opacity over the new content. Returns nil
  /// after the cross-fade.
  public func fadingContent(forItemAt index: Int) -> (content: Content, opacity: Double)? {
    fading[index].map { ($0.content, 1 - $0.progress(at: carousel.clock)) }
  }

  /// The contents and placements of removed items that fade out, from back to front: behind everything in
  /// `placements`. Afterward the contents return to the pool, and the presenter tells the delegate.
  public var departingContents: [(content: Content, placement: Placement)] {
    guard !departing.isEmpty else { return [] }
    return carousel.departingItems().compactMap { item in
      guard let left = departing[item.id], !item.placement.isHidden else { return nil }
      return (item.placement.facesAway ? left.back ?? left.content : left.content, item.placement)
    }
  }
}

/// The content of a removed item.
struct DepartingContent<Content: AnyObject> {
  /// The item's index before the removal.
  var index: Int
  var content: Content
  var back: Content?
}

/// The old content during a cross-fade.
struct FadingContent<Content: AnyObject> {
  var content: Content
  /// Start and duration in seconds.
  var start: Double
  var duration: Double

  /// Returns the progress, 0 to 1.
  func progress(at time: Double) -> Double { min(1, max(0, (time - start) / duration)) }

  func isOver(at time: Double) -> Bool { time >= start + duration }
}
