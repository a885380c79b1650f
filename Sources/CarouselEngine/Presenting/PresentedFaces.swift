extension CarouselPresenter {
  /// Whether the next frame will differ: call `advance` again.
  public var isMoving: Bool { carousel.isMoving || !fading.isEmpty }

  /// What is to be drawn at a placement, and whether that is an item's back (then `content` is to be
  /// mirrored, so that it reads the right way round); nil when nothing is: the item is hidden, or turned away
  /// and single-sided.
  public func face(of placement: Placement) -> (content: Content, isBack: Bool)? {
    guard !placement.isHidden else { return nil }
    if placement.facesAway {
      if let back = backs[placement.index] { return (back, true) }
      let isItem = (0..<carousel.numberOfItems).contains(placement.index)
      if isItem, dataSource?.isDoubleSided(itemAt: placement.index, in: self) == false { return nil }
    }
    return content(forItemAt: placement.index).map { ($0, false) }
  }

  /// What an item showed before it was reloaded, and how opaque that still is over the new content; nil when
  /// the cross-fade is over.
  public func fadingContent(forItemAt index: Int) -> (content: Content, opacity: Double)? {
    fading[index].map { ($0.content, 1 - $0.progress(at: carousel.clock)) }
  }

  /// What removed items showed and where that is drawn while it fades out, from back to front: behind
  /// everything that is in `placements`. Afterward it goes back to the pool, and the delegate hears of the
  /// end.
  public var departingContents: [(content: Content, placement: Placement)] {
    guard !departing.isEmpty else { return [] }
    return carousel.departingItems().compactMap { item in
      guard let left = departing[item.id], !item.placement.isHidden else { return nil }
      return (item.placement.facesAway ? left.back ?? left.content : left.content, item.placement)
    }
  }
}

/// What a removed item showed.
struct DepartingContent<Content: AnyObject> {
  /// Its index before it was removed.
  var index: Int
  var content: Content
  var back: Content?
}

/// Content that gives way to another one.
struct FadingContent<Content: AnyObject> {
  var content: Content
  /// Seconds.
  var start: Double
  var duration: Double

  /// 0 to 1.
  func progress(at time: Double) -> Double { min(1, max(0, (time - start) / duration)) }

  func isOver(at time: Double) -> Bool { time >= start + duration }
}
