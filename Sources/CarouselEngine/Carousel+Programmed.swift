#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Carousel {
  /// Scrolls to an item, the shorter way round when wrapping.
  ///
  /// - Parameters:
  ///   - index: Limited to the items, or wrapped around.
  ///   - duration: Seconds; 0 moves there at once.
  ///   - curve: How the time is spent; nil is `options.programmaticCurve`, and without one the physics' own way.
  public mutating func scroll(
    toItemAt index: Int, duration: Double, curve: AnimationCurve? = nil, at time: Double
  ) {
    scroll(toOffset: Double(index), duration: duration, curve: curve, at: time)
  }

  /// Scrolls to an offset, the shorter way round when wrapping, and from there to the nearest item if
  /// `options.scrollsToItemBoundary` is on. Seconds; 0 moves there at once.
  public mutating func scroll(
    toOffset target: Double, duration: Double, curve: AnimationCurve? = nil, at time: Double
  ) {
    catchUp(to: time)
    scroll(
      byOffset: rules.distance(from: offset, to: target.finite(else: offset)), duration: duration,
      curve: curve,
      at: time)
  }

  /// Scrolls by whole items, in the direction of the sign, also over several turns when wrapping. From between items
  /// the first step goes to the next one. Seconds; 0 moves there at once.
  public mutating func scroll(
    byNumberOfItems count: Int, duration: Double, curve: AnimationCurve? = nil, at time: Double
  ) {
    catchUp(to: time)
    guard duration > 0 else {
      jump(
        to: Double(rules.clamped(index: reportedIndex.addingReportingOverflow(count).partialValue)), at: clock
      )
      return
    }
    let start =
      count > 0 ? floor(offset) : count < 0 ? ceil(offset) : offset.rounded(.toNearestOrAwayFromZero)
    scroll(byOffset: start + Double(count) - offset, duration: duration, curve: curve, at: time)
  }

  /// Scrolls by an offset in items, and from there to the nearest item if `options.scrollsToItemBoundary` is on.
  /// Seconds; 0 moves there at once.
  public mutating func scroll(
    byOffset distance: Double, duration: Double, curve: AnimationCurve? = nil, at time: Double
  ) {
    let now = catchUp(to: time)
    guard numberOfItems > 0, distance.isFinite else { return }
    guard duration > 0, duration.isFinite else {
      jump(to: rules.clamped(offset + distance), at: now)
      return goOnToNearestItem(at: now)
    }
    let velocity = velocity(at: now)
    halt(into: .resting, at: now)
    let target = rules.wraps ? offset + distance : min(max(0, offset + distance), rules.end)
    let way =
      (curve ?? options.programmaticCurve).map {
        .curved(CurvedScroll(from: offset, target: target, start: now, duration: duration, curve: $0))
      } ?? physics.scroll(from: offset, velocity: velocity, to: target, duration: duration, at: now)
    enter(.scrolling(way), at: now)
    ticker.start(at: now)
    emit(.willBeginScrollingAnimation, at: now)
  }

  /// What assigning `scrollOffset` does, at a time.
  public mutating func setScrollOffset(_ target: Double, at time: Double) {
    let now = catchUp(to: time)
    jump(to: rules.limited(target.finite(else: offset)), at: now)
  }

  /// What assigning `currentItemIndex` does, at a time.
  public mutating func setCurrentItemIndex(_ index: Int, at time: Double) {
    let now = catchUp(to: time)
    jump(to: Double(rules.clamped(index: index)), at: now)
  }

  /// Stops every motion and moves there at once.
  private mutating func jump(to target: Double, at time: Double) {
    guard numberOfItems > 0, target.isFinite else { return }
    halt(into: .resting, at: time)
    move(to: target, at: time)
    if !isClassic { toggling = Toggle() }
    startTurning(at: time)
  }
}
