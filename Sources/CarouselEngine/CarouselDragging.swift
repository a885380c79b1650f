import RotundaGeometry

extension Carousel {
  /// A finger lands. What moves by itself stops under it.
  ///
  /// - Returns: Whether it was moving, so that the touch is a catch and not a tap.
  @discardableResult
  public mutating func touchDown(at time: Double) -> Bool {
    let now = catchUp(to: time)
    guard options.isScrollEnabled else { return false }
    switch phase {
    case .gliding(let curve), .scrolling(let curve):
      // One that was sent to where it is has nothing to be caught at.
      let isOnItsWay = abs(curve.target - offset) > Limit.sameOffset
      halt(into: .held, at: now)
      return isOnItsWay
    case .turning:
      halt(into: .held, at: now)
      return true
    case .resting, .held, .dragging:
      return false
    }
  }

  /// The finger lifts without having dragged. A carousel that it stopped between items goes on to the nearest
  /// one.
  public mutating func touchUp(at time: Double) {
    let now = catchUp(to: time)
    guard phase == .held else { return }
    enter(.resting, at: now)
    settle(at: now)
  }

  /// Whether a finger that has moved by `translation` since it landed may take hold: not across the scroll
  /// axis, unless `ignoresPerpendicularSwipes` is off.
  public func mayBeginDragging(translation: Point) -> Bool {
    guard options.isScrollEnabled else { return false }
    guard options.ignoresPerpendicularSwipes else { return true }
    let (x, y) = (abs(translation.x), abs(translation.y))
    return options.isVertical ? x <= y : x >= y
  }

  /// Whether a drag may begin at `point`, relative to the center of the bounds: inside `panArea`, its edges
  /// included.
  public func isInPanArea(_ point: Point) -> Bool {
    guard let area = options.panArea else { return true }
    let (x, y) = (point.x / bounds.width + 0.5, point.y / bounds.height + 0.5)
    return x >= area.origin.x && x <= area.maxX && y >= area.origin.y && y <= area.maxY
  }

  /// How far a movement of a finger goes along the scroll axis, or against `panVector` where there is one:
  /// what `drag(by:)` and `endDragging(velocity:)` take.
  public func distance(along movement: Point) -> Double {
    guard let vector = options.panVector, vector.length > 0, vector.length.isFinite else {
      return options.isVertical ? movement.y : movement.x
    }
    let along = -movement.dot(vector) / vector.length
    return layout.isMirrored ? -along : along
  }

  /// A tap on an item was accepted: it comes to the center where that is asked for, and is selected.
  public mutating func select(itemAt index: Int, at time: Double) {
    let now = catchUp(to: time)
    guard numberOfItems > 0, options.isTapEnabled else { return }
    let isCurrent = index == currentItemIndex
    if isCurrent ? options.scrollsToItemBoundary : options.centersItemWhenSelected {
      scroll(toItemAt: index, duration: ClassicPhysics.snapDuration, at: now)
    }
    emit(.didSelectItem(index), at: now)
  }

  /// A tap was refused. A carousel that turns by itself straightens up first; another one does nothing.
  public mutating func refuseSelection(at time: Double) {
    let now = catchUp(to: time)
    guard options.isScrollEnabled, options.scrollsToItemBoundary, rules.autoscroll != 0 else { return }
    scroll(toItemAt: currentItemIndex, duration: ClassicPhysics.snapDuration, at: now)
  }

  /// A finger takes hold of the carousel, whatever it is doing. Nothing happens where scrolling is disabled
  /// or there are no items.
  public mutating func beginDragging(at time: Double) {
    let now = catchUp(to: time)
    guard options.isScrollEnabled, numberOfItems > 0, phase != .dragging else { return }
    halt(into: .dragging, at: now)
    physics.begin(&drag, at: offset, rules)
    drag.lastMove = now
    drag.way = 0
    emit(.willBeginDragging, at: now)
  }

  /// The finger has moved.
  ///
  /// - Parameters:
  ///   - distance: Points along the scroll axis since the last call, positive to the right (down, when
  ///     vertical).
  ///   - velocity: Points per second along the axis, where it is known. Classic physics flings with the last
  ///     one.
  public mutating func drag(by distance: Double, velocity: Double? = nil, at time: Double) {
    let now = catchUp(to: time)
    guard phase == .dragging, distance.isFinite else { return }
    let sign = layout.isMirrored ? -1.0 : 1
    let evened = evened(sign * distance)
    drag.way -= evened * rules.itemsPerPoint
    let there = physics.move(
      &drag, from: offset, by: evened,
      velocity: velocity.map { self.evened(velocity: sign * $0) },
      rules)
    drag.lastMove = now
    move(to: there, at: now)
  }

  /// The way of a finger as it would be among items that are all as long as the mean: the physics knows no
  /// others. Items of any length stay under the finger.
  private func evened(_ distance: Double) -> Double {
    guard hasOwnPlaces, let spacing = layout.spacing, layout.offsetMultiplier != 0 else { return distance }
    let from = isClassic ? offset : drag.raw
    let there = spacing.offset(
      at: spacing.position(from) - distance * layout.offsetMultiplier, near: from)
    return (from - there) * layout.itemExtent / layout.offsetMultiplier
  }

  /// The same for a velocity.
  private func evened(velocity: Double) -> Double {
    guard hasOwnPlaces, let spacing = layout.spacing else { return velocity }
    return velocity * layout.itemExtent / spacing.slope(offset)
  }

  /// The finger lets go.
  ///
  /// - Parameters:
  ///   - velocity: Points per second along the axis, positive to the right (down, when vertical).
  ///   - isStep: Whether natural physics goes on to the next item at least; nil: as `options.steppingSpeed`
  ///     says.
  public mutating func endDragging(velocity: Double, isStep: Bool? = nil, at time: Double) {
    let now = catchUp(to: time)
    guard phase == .dragging else { return }
    drag.isStep = isStep
    let followUp = physics.release(
      &drag, offset: offset,
      velocity: evened(velocity: layout.isMirrored ? -velocity : velocity).finite(else: 0), at: now, rules)
    var willDecelerate = false
    if case .glide = followUp { willDecelerate = true }
    enter(.resting, at: now)
    ticker.didDrag = !willDecelerate
    if willDecelerate { begin(followUp, at: now) }
    emit(.didEndDragging(willDecelerate: willDecelerate), at: now)
    if willDecelerate { emit(.willBeginDecelerating, at: now) } else { begin(followUp, at: now) }
    if phase == .resting { startTurning(at: now) }
  }

  /// The drag has come to nothing: as if the finger had held still and let go.
  public mutating func cancelDragging(at time: Double) {
    endDragging(velocity: 0, at: time)
  }
}
