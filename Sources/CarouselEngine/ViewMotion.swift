import RotundaGeometry

/// A setting on its way from one value to another: a closed form of time.
struct SettingMotion: Hashable, Sendable {
  var from: Point
  var to: Point
  var start: Double
  /// Seconds.
  var duration: Double
  var curve: AnimationCurve

  /// What it is at `time`; `to` from its end on.
  func value(at time: Double) -> Point {
    guard !isOver(at: time) else { return to }
    return from + (to - from) * curve.value(at: max(0, time - start) / duration)
  }

  func isOver(at time: Double) -> Bool { time >= start + duration }
}

/// Perspective and viewpoint on their way to what the options say.
struct ViewMotion: Hashable, Sendable {
  fileprivate var perspective: SettingMotion?
  fileprivate var viewpoint: SettingMotion?
  /// Whether an option is assigned as the end of such a motion, and not to take effect at once.
  fileprivate(set) var isStarting = false

  var isRunning: Bool { perspective != nil || viewpoint != nil }

  /// An assignment ends the motion of what was assigned.
  mutating func end(from before: CarouselOptions, to options: CarouselOptions) {
    if options.perspective != before.perspective { perspective = nil }
    if options.viewpointOffset != before.viewpointOffset { viewpoint = nil }
  }
}

extension Carousel {
  /// Changes `options.perspective` gradually, independently of every other motion. A change that is under way
  /// goes on from where it is.
  ///
  /// - Parameters:
  ///   - target: Within `CarouselOptions.perspectiveRange`.
  ///   - duration: Seconds; 0 or less changes it at once.
  ///   - curve: How the time is spent.
  /// - Returns: False when the target is refused because it is out of range; nothing changes then.
  @discardableResult
  public mutating func animatePerspective(
    to target: Double, duration: Double, curve: AnimationCurve = .easeInOut, at time: Double
  ) -> Bool {
    guard CarouselOptions.perspectiveRange.contains(target) else { return false }
    advanceView(to: latest(time))
    let from = Point(layout.perspective, 0)
    viewMotion.isStarting = true
    options.perspective = target
    viewMotion.isStarting = false
    viewMotion.perspective = motion(from: from, to: Point(target, 0), duration, curve)
    showView()
    return true
  }

  /// Changes `options.viewpointOffset` gradually, independently of every other motion. A change that is under
  /// way goes on from where it is.
  ///
  /// - Parameters:
  ///   - target: Points.
  ///   - duration: Seconds; 0 or less changes it at once.
  ///   - curve: How the time is spent.
  /// - Returns: False when the target is refused because it is not finite; nothing changes then.
  @discardableResult
  public mutating func animateViewpointOffset(
    to target: Point, duration: Double, curve: AnimationCurve = .easeInOut, at time: Double
  ) -> Bool {
    guard target.x.isFinite, target.y.isFinite else { return false }
    advanceView(to: latest(time))
    let from = layout.viewpoint
    viewMotion.isStarting = true
    options.viewpointOffset = target
    viewMotion.isStarting = false
    viewMotion.viewpoint = motion(from: from, to: target, duration, curve)
    showView()
    return true
  }

  /// The perspective that items are seen with now: on its way to `options.perspective` while that is
  /// animated, and 0 in the layout that knows none.
  public var shownPerspective: Double { layout.perspective }

  /// The viewpoint that items are seen from now: on its way to `options.viewpointOffset` while that is
  /// animated. Points.
  public var shownViewpointOffset: Point { layout.viewpoint }

  private func motion(
    from: Point, to: Point, _ duration: Double, _ curve: AnimationCurve
  ) -> SettingMotion? {
    guard duration > 0, duration.isFinite, from != to else { return nil }
    return SettingMotion(from: from, to: to, start: clock, duration: duration, curve: curve)
  }

  mutating func advanceView(to now: Double) {
    guard viewMotion.isRunning else { return }
    showView()
    if viewMotion.perspective?.isOver(at: now) == true { viewMotion.perspective = nil }
    if viewMotion.viewpoint?.isOver(at: now) == true { viewMotion.viewpoint = nil }
  }

  /// Gives the layout the perspective and the viewpoint of this moment.
  mutating func showView() {
    let range = CarouselOptions.perspectiveRange
    // Curves may overshoot; the perspective must not.
    let perspective = viewMotion.perspective?.value(at: clock).x ?? options.perspective
    layout.perspective = layout.kind.hasPerspective ? perspective.limited(to: range, else: 0) : 0
    layout.viewpoint = (viewMotion.viewpoint?.value(at: clock) ?? options.viewpointOffset).finite
  }
}
