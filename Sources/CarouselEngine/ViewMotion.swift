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

extension Carousel {
  /// Changes `options.perspective` gradually, independently of every other motion. A change that is under way goes on
  /// from where it is.
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
    isAnimatingView = true
    options.perspective = target
    isAnimatingView = false
    perspectiveMotion = motion(from: from, to: Point(target, 0), duration, curve)
    showView()
    return true
  }

  /// Changes `options.viewpointOffset` gradually, independently of every other motion. A change that is under way goes
  /// on from where it is.
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
    isAnimatingView = true
    options.viewpointOffset = target
    isAnimatingView = false
    viewpointMotion = motion(from: from, to: target, duration, curve)
    showView()
    return true
  }

  /// The perspective that items are seen with now: on its way to `options.perspective` while that is animated, and 0 in
  /// the layout that knows none.
  public var shownPerspective: Double { layout.perspective }

  /// The viewpoint that items are seen from now: on its way to `options.viewpointOffset` while that is animated. Points.
  public var shownViewpointOffset: Point { layout.viewpoint }

  private func motion(
    from: Point, to: Point, _ duration: Double, _ curve: AnimationCurve
  ) -> SettingMotion? {
    guard duration > 0, duration.isFinite, from != to else { return nil }
    return SettingMotion(from: from, to: to, start: clock, duration: duration, curve: curve)
  }

  /// Whether perspective or viewpoint are on their way.
  var isViewMoving: Bool { perspectiveMotion != nil || viewpointMotion != nil }

  /// An assignment ends the motion of what was assigned.
  mutating func endViewMotions(before: CarouselOptions) {
    if options.perspective != before.perspective { perspectiveMotion = nil }
    if options.viewpointOffset != before.viewpointOffset { viewpointMotion = nil }
  }

  mutating func advanceView(to now: Double) {
    guard isViewMoving else { return }
    showView()
    if perspectiveMotion?.isOver(at: now) == true { perspectiveMotion = nil }
    if viewpointMotion?.isOver(at: now) == true { viewpointMotion = nil }
  }

  /// Gives the layout the perspective and the viewpoint of this moment.
  mutating func showView() {
    let range = CarouselOptions.perspectiveRange
    // Curves may overshoot; the perspective must not.
    let perspective = perspectiveMotion?.value(at: clock).x ?? options.perspective
    layout.perspective = layout.kind.hasPerspective ? perspective.limited(to: range, else: 0) : 0
    layout.viewpoint = (viewpointMotion?.value(at: clock) ?? options.viewpointOffset).finite
  }
}

/// Something that takes place over a while, with the ease of `EasedScroll`, from the first time that is heard of.
struct Transition: Hashable, Sendable {
  /// When it began; nil until the next time is heard of.
  private(set) var start: Double?
  /// Seconds, above 0.
  var duration: Double

  init(duration: Double) {
    self.duration = duration
  }

  var hasBegun: Bool { start != nil }

  /// Begins it at `time`, unless it has begun.
  mutating func begin(at time: Double) {
    if start == nil { start = time }
  }

  /// How much of it has taken place, 0 to 1.
  func progress(at time: Double) -> Double {
    guard let start else { return 0 }
    return EasedScroll.ease(min(1, max(0, time - start) / duration))
  }

  func isOver(at time: Double) -> Bool {
    start.map { time >= $0 + duration } ?? false
  }
}
