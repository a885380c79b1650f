@_exported import RotundaGeometry

/// Turns touch frames into gestures.
///
/// This is a value without a clock: callers pass the time with each frame, in seconds of any monotonic clock.
/// They pass arrived frames first (`handle`), and call `advance(to:into:)` at `deadline` if no frame has
/// arrived. The recognizer accepts events in any order. It ignores unknown contacts and positions that are
/// not finite, restarts a contact at a second down, and tolerates wrong timestamps.
///
/// ```swift
/// var recognizer = GestureRecognizer()
/// var gestures: [Gesture] = []
/// recognizer.handle(TouchFrame([.down(id: 0, at: Point(40, 40), milliseconds: 0)]), at: 0, into: &gestures)
/// recognizer.handle(TouchFrame([.up(id: 0, milliseconds: 40)]), at: 0.04, into: &gestures)
/// // gestures: touchBegan, tap at (40, 40), touchEnded
/// ```
public struct GestureRecognizer: Sendable {
  /// The thresholds that distinguish gestures. A drag in progress keeps its own.
  public var thresholds: Thresholds
  /// The direction of parallel drags. Its length does not matter.
  public var axis: Point
  /// The rule that decides whether drags run along the axis or across it.
  public var policy: AxisPolicy
  /// The size of the surface in points, for edges and rails. An empty surface has no edges. A change cancels
  /// gestures in progress, because positions are no longer comparable with earlier ones.
  public var bounds: Size = .zero {
    didSet { if bounds != oldValue, !contacts.isEmpty { isOutdated = true } }
  }
  /// The edges with an edge swipe. Drags from other edges are ordinary drags.
  public var edges: EdgeSet = .all
  /// The recognizers that compete for a touch sequence.
  public var recognizers: Recognizers = .standard
  /// The finger counts for long presses, if `multiLongPress` competes. Other counts of resting fingers have
  /// no time limit and can still make another gesture.
  public var longPressFingers: FingerCounts = .all
  /// Whether `resample(forFrameAt:into:)` reports drags once per display frame, at the finger's position in
  /// that frame. If not, drags are reported for each sample, as for recordings.
  public var resamples = false
  /// The resampler for positions in a display frame. New contacts use it. The default is that of Chromium and
  /// Android.
  public var resampler = LinearResampler()
  /// The time between two display frames in seconds, if known; nil stands for 60 Hz or less. A drag is at
  /// most a quarter of that behind its frame.
  public var frameInterval: Double?
  /// The method that estimates the velocity of a lifting finger from its samples.
  public var velocityStrategy: VelocityStrategy = .leastSquares

  /// The fingers on the surface, in the order of landing. The first one leads.
  var contacts: [Contact] = []
  /// The maximum number of simultaneous fingers in this sequence.
  var peak = 0
  /// The number of landings in this sequence, and the sum of the landing points.
  var landings = 0
  var landingSum = Point.zero
  /// Whether a finger of this sequence has lifted.
  var hasLifted = false
  /// The recognizers that compete for this sequence.
  var arena = Arena()
  /// The device time and the local time.
  var clock = SampleClock()
  /// The local time at which the sequence began, and at which the newest finger landed.
  var sequenceStart = 0.0
  var newestLanding = 0.0
  /// The middle of the fingers when their number last changed.
  var anchor = Point.zero
  /// The line between two fingers at that time.
  var anchorSpan = Span(.zero, .zero)
  /// Whether press feedback was reported and has not ended.
  var isPressShown = false
  /// The contact of a long press that was reported and has not ended.
  var longPressed: Int32?
  /// A tap that waits for a second one.
  var waitingTap: WaitingTap?
  /// Whether this sequence may be the second tap.
  var isSecondTap = false
  /// Whether a tap of this sequence waits for a second one.
  var awaitsSecondTap = false
  /// The swipe direction of the fingers that have left the slop, and their number.
  var swipeDirection: SwipeDirection?
  var swipeVotes = 0
  /// The gestures in progress.
  var dragging: Dragging?
  var edgeSwiping: EdgeSwiping?
  var pinching: Pinching?
  /// Whether the surface changed while fingers were on it.
  var isOutdated = false

  /// The maximum number of contacts. The recognizer ignores more, because no visitor has that many fingers.
  static let mostContacts = 32

  /// Creates a recognizer whose parallel drags run along `axis`.
  public init(
    thresholds: Thresholds = Thresholds(), axis: Point = Point(1, 0), policy: AxisPolicy = .rails
  ) {
    self.thresholds = thresholds
    self.axis = axis
    self.policy = policy
    contacts.reserveCapacity(Self.mostContacts)
  }

  /// The number of fingers on the surface.
  public var contactCount: Int { contacts.count }

  /// The earliest finger that is still on the surface.
  public var leadingContact: Int32? { contacts.first?.id }

  /// Handles the touch events of one instant.
  ///
  /// - Parameters:
  ///   - time: The present time, in seconds of a monotonic clock.
  ///   - gestures: The array to which the function appends the gestures.
  public mutating func handle(_ frame: TouchFrame, at time: Double, into gestures: inout [Gesture]) {
    cancelIfOutdated(into: &gestures)
    for event in frame.events { handle(event, at: time, into: &gestures) }
    emitChanges(into: &gestures)
  }

  private mutating func handle(_ event: TouchEvent, at time: Double, into gestures: inout [Gesture]) {
    switch event {
    case .down(let id, let point, let milliseconds):
      down(id, at: point, milliseconds, arriving: time, into: &gestures)
    case .motion(let id, let point, let milliseconds):
      motion(of: id, to: point, milliseconds, arriving: time, into: &gestures)
    case .up(let id, let milliseconds):
      up(id, milliseconds, arriving: time, into: &gestures)
    case .cancelContact(let id):
      guard let index = index(of: id) else { return }
      drop(index, into: &gestures)
    case .cancel, .lost:
      dropAll(into: &gestures)
    }
  }

  /// Cancels all gestures in progress, as if the compositor had canceled the touch. Ignores the present
  /// fingers until they lift.
  ///
  /// - Parameter time: The present time, in seconds of the frames' clock.
  public mutating func cancelAll(at time: Double, into gestures: inout [Gesture]) {
    clock.advance(to: time)
    waitingTap = nil
    dropAll(into: &gestures)
  }

  /// Returns the velocity of a contact if it lifted now, in points per second; nil if it is not down.
  public func velocity(ofContact id: Int32, at milliseconds: UInt32) -> Point? {
    guard let index = index(of: id) else { return nil }
    return contacts[index].velocity(at: clock.stamp(milliseconds), velocityStrategy, thresholds)
  }

  func index(of id: Int32) -> Int? { contacts.firstIndex { $0.id == id } }

  /// The axis with length 1; to the right if it has no direction.
  var unitAxis: Point {
    let length = axis.length
    return length > 0 && length.isFinite ? axis * (1 / length) : Point(1, 0)
  }

  /// Reports the position of a drag in the next display frame, if `resamples` is on.
  ///
  /// Positions are interpolated between samples. Beyond the newest sample they are extrapolated by up to 8 ms
  /// and half the interval of the samples. The time is 5 ms behind the frame (the values of Chromium and
  /// Android), or a quarter of `frameInterval` if that is less. Therefore content moves evenly at any rates
  /// of touchscreen and display.
  ///
  /// - Parameters:
  ///   - time: The time at which the frame will be shown, or is drawn if that is unknown, in seconds of the
  ///     frames' clock.
  ///   - now: The time at which the frame is drawn. It distinguishes a finger without movement from a late
  ///     sample. Nil: `time`.
  public mutating func resample(
    forFrameAt time: Double, drawnAt now: Double? = nil, into gestures: inout [Gesture]
  ) {
    guard resamples, time.isFinite, let leader = contacts.first, let dragging else { return }
    let position = leader.position(
      inFrame: time, latency: resamplingLatency, drawnAt: now ?? time, notBefore: dragging.beginning)
    self.dragging?.show(leader, at: position)
    emitChanges(into: &gestures)
  }

  /// The latency to add to a frame's time. The published 5 ms are a third of a frame at 60 Hz, which is too
  /// much for faster screens. Most of their frames are shown sooner after their sample and would fall behind
  /// it.
  private var resamplingLatency: Double {
    guard let frameInterval, frameInterval > 0 else { return resampler.latency }
    return max(resampler.latency, -frameInterval / 4)
  }

  /// Whether the next display frame will differ: a sample arrived, or the finger stopped sending samples and
  /// its prediction must be withdrawn.
  ///
  /// A change of the prediction alone does not count. The next sample is near, and drawing it at once is
  /// better than an extra frame, for which it would have to wait.
  public var needsResampling: Bool {
    guard resamples, let leader = contacts.first, let dragging else { return false }
    return dragging.isFresh || (dragging.isRecovering && dragging.drag.position != leader.position)
  }

  /// The time at which the leading finger will have sent no sample for too long, if the drag is shown at
  /// another position.
  var silenceDeadline: Double? {
    guard resamples, let leader = contacts.first, let dragging, !dragging.isFresh, !dragging.isRecovering,
      dragging.drag.position != leader.position
    else { return nil }
    return leader.sampled + LinearResampler.longestGap
  }

  /// The next time at which `advance(to:into:)` has work, in local seconds; nil if only touches cause work.
  public var deadline: Double? {
    if isOutdated { return clock.newest }
    let ofArena = Self.earlier(Self.earlier(pressDeadline, longPressDeadline), multiLongPressDeadline)
    let ofContacts = Self.earlier(silenceDeadline, forgottenDeadline)
    return Self.earlier(Self.earlier(ofArena, tapDeadline), ofContacts)
  }

  private static func earlier(_ first: Double?, _ second: Double?) -> Double? {
    guard let first else { return second }
    return min(first, second ?? first)
  }

  /// Advances the time for press feedback, long presses, waiting taps and forgotten contacts.
  ///
  /// Pass arrived frames first. Otherwise a late frame loses its tap to the long press.
  ///
  /// - Parameter time: The present time, in seconds of the frames' clock.
  public mutating func advance(to time: Double, into gestures: inout [Gesture]) {
    cancelIfOutdated(into: &gestures)
    advanceTimers(to: time, into: &gestures)
    clock.advance(to: time)
  }

  mutating func advanceTimers(to time: Double, into gestures: inout [Gesture]) {
    guard time.isFinite else { return }
    while let due = deadline, due <= time {
      clock.advance(to: due)
      fire(due, into: &gestures)
    }
  }

  private mutating func fire(_ due: Double, into gestures: inout [Gesture]) {
    if let timer = pressDeadline, timer <= due {
      isPressShown = true
      gestures.append(.pressBegan(at: contacts[0].origin))
    }
    if let timer = tapDeadline, timer <= due { emitWaitingTap(into: &gestures) }
    if let timer = longPressDeadline, timer <= due { beginLongPress(into: &gestures) }
    if let timer = multiLongPressDeadline, timer <= due { emitMultiLongPress(into: &gestures) }
    if let timer = silenceDeadline, timer <= due { dragging?.recover() }
    if let timer = forgottenDeadline, timer <= due { dropForgotten(at: due, into: &gestures) }
  }

  private var pressDeadline: Double? {
    arena.isOpen(for: .tap) && !isPressShown && dragging == nil
      ? sequenceStart + thresholds.pressFeedbackDelay : nil
  }

  private var longPressDeadline: Double? {
    arena.isOpen(for: .longPress) ? sequenceStart + thresholds.longPressDelay : nil
  }

  private var multiLongPressDeadline: Double? {
    arena.isOpen(for: .multiLongPress) && longPressFingers.contains(FingerCounts(peak)) && peak > 1
      ? newestLanding + thresholds.longPressDelay : nil
  }

  /// While a second tap may be in progress, it decides.
  private var tapDeadline: Double? {
    contacts.isEmpty ? waitingTap?.deadline(thresholds) : nil
  }

  private var forgottenDeadline: Double? {
    guard !contacts.isEmpty else { return nil }
    return contacts.reduce(Double.infinity) { min($0, $1.time) } + thresholds.forgottenAfter
  }

  private mutating func beginLongPress(into gestures: inout [Gesture]) {
    guard win(.longPress, into: &gestures) else { return }
    longPressed = contacts[0].id
    gestures.append(.longPressBegan(at: contacts[0].origin))
  }

  private mutating func emitMultiLongPress(into gestures: inout [Gesture]) {
    guard win(.multiLongPress, into: &gestures) else { return }
    gestures.append(.multiLongPress(fingers: peak, at: landingMiddle))
  }

  private mutating func dropForgotten(at due: Double, into gestures: inout [Gesture]) {
    for index in contacts.indices.reversed() where contacts[index].time + thresholds.forgottenAfter <= due {
      drop(index, into: &gestures)
    }
  }
}

/// A tap that is not reported yet, because a second tap would make it a double tap.
struct WaitingTap: Sendable {
  /// The landing point of its finger.
  let position: Point
  /// The time at which its finger lifted, in local seconds.
  let time: Double

  /// Returns the time at which the wait for a second tap ends.
  func deadline(_ thresholds: Thresholds) -> Double { time + thresholds.doubleTapDelay }

  /// Reports whether `contact` may be the second tap.
  func canBeFollowed(by contact: Contact, _ thresholds: Thresholds) -> Bool {
    let pause = contact.time - time
    return pause >= thresholds.doubleTapMinimum && pause <= thresholds.doubleTapDelay
      && (contact.origin - position).length <= thresholds.doubleTapSlop
  }
}
