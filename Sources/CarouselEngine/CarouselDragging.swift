import RotundaGeometry

extension Carousel {
  /// Handles a finger that lands: stops any automatic motion.
  ///
  /// - Returns: Whether the carousel was moving. If so, the touch catches the carousel and is not a tap.
  @discardableResult
  public mutating func touchDown(at time: Double) -> Bool {
    let now = catchUp(to: time)
    guard options.isScrollEnabled else { return false }
    switch phase {
    case .gliding(let curve), .scrolling(let curve):
      // A scroll that has already reached its target cannot be caught.
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

  /// Handles a finger that lifts without a drag. If the touch stopped the carousel between items, the
  /// carousel continues to the nearest item.
  public mutating func touchUp(at time: Double) {
    let now = catchUp(to: time)
    guard phase == .held else { return }
    enter(.resting, at: now)
    settle(at: now)
  }

  /// Reports whether a finger that has moved by `translation` since it landed may begin a drag. A movement
  /// across the scroll axis may not, unless `ignoresPerpendicularSwipes` is off.
  public func mayBeginDragging(translation: Point) -> Bool {
    guard options.isScrollEnabled else { return false }
    guard options.ignoresPerpendicularSwipes else { return true }
    let (x, y) = (abs(translation.x), abs(translation.y))
    return options.isVertical ? x <= y : x >= y
  }

  /// Reports whether a drag may begin at `point`, relative to the center of the bounds: inside `panArea` or
  /// on its edges.
  public func isInPanArea(_ point: Point) -> Bool {
    guard let area = options.panArea else { return true }
    let (x, y) = (point.x / bounds.width + 0.5, point.y / bounds.height + 0.5)
    return x >= area.origin.x && x <= area.maxX && y >= area.origin.y && y <= area.maxY
  }

  /// Returns the component of a finger movement along the scroll axis, or against `panVector` if it is set.
  /// This is the value for `drag(by:)` and `endDragging(velocity:)`.
  public func distance(along movement: Point) -> Double {
    guard let vector = options.panVector, vector.length > 0, vector.length.isFinite else {
      return options.isVertical ? movement.y : movement.x
    }
    let along = -movement.dot(vector) / vector.length
    return layout.isMirrored ? -along : along
  }

  /// Selects an item after an accepted tap, and moves it to the center if the options ask for it.
  public mutating func select(itemAt index: Int, at time: Double) {
    let now = catchUp(to: time)
    guard numberOfItems > 0, options.isTapEnabled else { return }
    let isCurrent = index == currentItemIndex
    if isCurrent ? options.scrollsToItemBoundary : options.centersItemWhenSelected {
      scroll(toItemAt: index, duration: ClassicPhysics.snapDuration, at: now)
    }
    emit(.didSelectItem(index), at: now)
  }

  /// Handles a refused tap. A carousel that scrolls automatically moves to its current item; any other
  /// carousel does nothing.
  public mutating func refuseSelection(at time: Double) {
    let now = catchUp(to: time)
    guard options.isScrollEnabled, options.scrollsToItemBoundary, rules.autoscroll != 0 else { return }
    scroll(toItemAt: currentItemIndex, duration: ClassicPhysics.snapDuration, at: now)
  }

  /// Begins a drag and ends any other motion. Does nothing if scrolling is disabled or the carousel has no
  /// items.
  public mutating func beginDragging(at time: Double) {
    let now = catchUp(to: time)
    guard options.isScrollEnabled, numberOfItems > 0, phase != .dragging else { return }
    halt(into: .dragging, at: now)
    physics.begin(&drag, at: offset, rules)
    drag.lastMove = now
    drag.way = 0
    emit(.willBeginDragging, at: now)
  }

  /// Moves the carousel with the dragging finger.
  ///
  /// - Parameters:
  ///   - distance: Points along the scroll axis since the last call, positive to the right (down, when
  ///     vertical).
  ///   - velocity: Points per second along the axis, if known. Classic physics uses the last one for the
  ///     fling.
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

  /// Converts a finger movement to the equivalent movement over items of mean length, because the physics
  /// only knows equal items. With this, items of any length stay under the finger.
  private func evened(_ distance: Double) -> Double {
    guard hasOwnPlaces, let spacing = layout.spacing, layout.offsetMultiplier != 0 else { return distance }
    let from = isClassic ? offset : drag.raw
    let there = spacing.offset(
      at: spacing.position(from) - distance * layout.offsetMultiplier, near: from)
    return (from - there) * layout.itemExtent / layout.offsetMultiplier
  }

  /// Converts a velocity in the same way.
  private func evened(velocity: Double) -> Double {
    guard hasOwnPlaces, let spacing = layout.spacing else { return velocity }
    return velocity * layout.itemExtent / spacing.slope(offset)
  }

  /// Ends the drag.
  ///
  /// - Parameters:
  ///   - velocity: Points per second along the axis, positive to the right (down, when vertical).
  ///   - isStep: Whether natural physics continues at least to the next item; nil: `options.steppingSpeed`
  ///     decides.
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

  /// Cancels the drag, as if the finger had stopped and let go.
  public mutating func cancelDragging(at time: Double) {
    endDragging(velocity: 0, at: time)
  }
}
