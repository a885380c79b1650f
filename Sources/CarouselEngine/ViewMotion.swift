import RotundaGeometry

/// The animation of a setting from one value to another: a closed form of time.
struct SettingMotion: Hashable, Sendable {
  var from: Point
  var to: Point
  var start: Double
  /// Seconds.
  var duration: Double
  var curve: AnimationCurve

  /// Returns the value at `time`; `to` after the end.
  func value(at time: Double) -> Point {
    guard !isOver(at: time) else { return to }
    return from + (to - from) * curve.value(at: max(0, time - start) / duration)
  }

  func isOver(at time: Double) -> Bool { time >= start + duration }
}

/// The animations of perspective and viewpoint toward the values in the options.
struct ViewMotion: Hashable, Sendable {
  fileprivate var perspective: SettingMotion?
  fileprivate var viewpoint: SettingMotion?
  /// Whether the current assignment of an option sets the end of an animation and must not take effect at
  /// once.
  fileprivate(set) var isStarting = false

  var isRunning: Bool { perspective != nil || viewpoint != nil }

  /// Ends the animation of each option that was assigned.
  mutating func end(from before: CarouselOptions, to options: CarouselOptions) {
    if options.perspective != before.perspective { perspective = nil }
    if options.viewpointOffset != before.viewpointOffset { viewpoint = nil }
  }
}

extension Carousel {
  /// Animates `options.perspective`, independently of every other motion. A running animation continues from
  /// its present value.
  ///
  /// - Parameters:
  ///   - target: The new value, within `CarouselOptions.perspectiveRange`.
  ///   - duration: Seconds; 0 or less changes it at once.
  ///   - curve: The easing.
  /// - Returns: False if the target is out of range; then nothing changes.
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

  /// Animates `options.viewpointOffset`, independently of every other motion. A running animation continues
  /// from its present value.
  ///
  /// - Parameters:
  ///   - target: The new value, in points.
  ///   - duration: Seconds; 0 or less changes it at once.
  ///   - curve: The easing.
  /// - Returns: False if the target is not finite; then nothing changes.
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

  /// The perspective at this moment: an intermediate value while `options.perspective` is animated, and 0 in
  /// the layout without perspective.
  public var shownPerspective: Double { layout.perspective }

  /// The viewpoint at this moment, in points: an intermediate value while `options.viewpointOffset` is
  /// animated.
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

  /// Updates the layout with the perspective and viewpoint at this moment.
  mutating func showView() {
    let range = CarouselOptions.perspectiveRange
    // Curves may overshoot; the perspective must not.
    let perspective = viewMotion.perspective?.value(at: clock).x ?? options.perspective
    layout.perspective = layout.kind.hasPerspective ? perspective.limited(to: range, else: 0) : 0
    layout.viewpoint = (viewMotion.viewpoint?.value(at: clock) ?? options.viewpointOffset).finite
  }
}
