@_exported import RotundaGeometry

/// Turns touch frames into gestures.
///
/// A value without a clock: time comes in with the frames, in seconds of any monotonic clock. Its owner hands
/// in what arrived first (`handle`), and calls `advance(to:into:)` when `deadline` has come and nothing has
/// arrived. Any order of events is taken: unknown contacts are ignored, a second down of a contact starts it
/// anew, stamps may lie, and positions that are no numbers are left out.
///
/// ```swift
/// var recognizer = GestureRecognizer()
/// var gestures: [Gesture] = []
/// recognizer.handle(TouchFrame([.down(id: 0, at: Point(40, 40), milliseconds: 0)]), at: 0, into: &gestures)
/// recognizer.handle(TouchFrame([.up(id: 0, milliseconds: 40)]), at: 0.04, into: &gestures)
/// // gestures: touchBegan, tap at (40, 40), touchEnded
/// ```
public struct GestureRecognizer: Sendable {
  /// The limits that tell gestures apart. A drag under way keeps its own.
  public var thresholds: Thresholds
  /// The direction in which drags are parallel; its length does not matter.
  public var axis: Point
  /// How it is decided whether drags run along the axis or across it.
  public var policy: AxisPolicy
  /// Size of the surface in points, for edges and rails. Empty: no edges. A change takes back what is under
  /// way, since no position is comparable with an earlier one any more.
  public var bounds: Size = .zero {
    didSet { if bounds != oldValue, !contacts.isEmpty { isOutdated = true } }
  }
  /// The edges that have a swipe; the drags of the others are ordinary ones.
  public var edges: EdgeSet = .all
  /// What competes for a touch sequence.
  public var recognizers: Recognizers = .standard
  /// How many fingers have a long press, where `multiLongPress` competes at all. Other numbers of fingers
  /// rest as long as they like and can still do something else.
  public var longPressFingers: FingerCounts = .all
  /// Whether drags are reported once per display frame, by `resample(forFrameAt:into:)`, where the finger is
  /// then, instead of where each sample was. Off: samples are reported as they come, as for recordings.
  public var resamples = false
  /// How positions in a display frame are calculated; new contacts take it over. Chromium's and Android's by
  /// default.
  public var resampler = LinearResampler()
  /// Seconds between two display frames, where that is known; nil is a screen of 60 Hz or less. A drag is
  /// never drawn further behind its frame than a quarter of that.
  public var frameInterval: Double?
  /// How the velocity of a finger that lifts is estimated from its samples.
  public var velocityStrategy: VelocityStrategy = .leastSquares

  /// Fingers on the surface in the order in which they landed: the first one leads.
  var contacts: [Contact] = []
  /// The most fingers that were down at once in this sequence.
  var peak = 0
  /// How many fingers landed in this sequence, and the sum of the points where they did.
  var landings = 0
  var landingSum = Point.zero
  /// Whether a finger of this sequence has left.
  var hasLifted = false
  /// Who competes for this sequence.
  var arena = Arena()
  /// Device time and local time.
  var clock = SampleClock()
  /// Local time at which the sequence began, and at which the newest finger landed.
  var sequenceStart = 0.0
  var newestLanding = 0.0
  /// Where the middle of the fingers was when their number last changed.
  var anchor = Point.zero
  /// The line between two fingers at that time.
  var anchorSpan = Span(.zero, .zero)
  /// Whether press feedback was told and not ended.
  var isPressShown = false
  /// The contact of a long press that was told and not ended.
  var longPressed: Int32?
  /// A tap that waits for a second one.
  var waitingTap: WaitingTap?
  /// Whether this sequence may be the second tap.
  var isSecondTap = false
  /// Whether a tap of this sequence waits for a second one.
  var awaitsSecondTap = false
  /// Which way the fingers swipe that have left the slop, and how many have.
  var swipeDirection: SwipeDirection?
  var swipeVotes = 0
  /// What is under way.
  var dragging: Dragging?
  var edgeSwiping: EdgeSwiping?
  var pinching: Pinching?
  /// Whether the surface changed under the fingers.
  var isOutdated = false

  /// More contacts than this are not looked at: no visitor has so many fingers.
  static let mostContacts = 32

  /// A recognizer whose parallel drags run along `axis`.
  public init(
    thresholds: Thresholds = Thresholds(), axis: Point = Point(1, 0), policy: AxisPolicy = .rails
  ) {
    self.thresholds = thresholds
    self.axis = axis
    self.policy = policy
    contacts.reserveCapacity(Self.mostContacts)
  }

  /// How many fingers are on the surface.
  public var contactCount: Int { contacts.count }

  /// The finger that landed first of those that are on the surface.
  public var leadingContact: Int32? { contacts.first?.id }

  /// Takes what happened to the fingers at one instant.
  ///
  /// - Parameters:
  ///   - time: now, in seconds of a monotonic clock.
  ///   - gestures: what it means is appended here.
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

  /// Takes back everything that is under way, as if the compositor had; the fingers that are down are ignored
  /// until they lift.
  ///
  /// - Parameter time: now, in seconds of the clock of the frames.
  public mutating func cancelAll(at time: Double, into gestures: inout [Gesture]) {
    clock.advance(to: time)
    waitingTap = nil
    dropAll(into: &gestures)
  }

  /// Velocity of a contact that would lift now, in points per second; nil when it is not down.
  public func velocity(ofContact id: Int32, at milliseconds: UInt32) -> Point? {
    guard let index = index(of: id) else { return nil }
    return contacts[index].velocity(at: clock.stamp(milliseconds), velocityStrategy, thresholds)
  }

  func index(of id: Int32) -> Int? { contacts.firstIndex { $0.id == id } }

  /// The axis with length 1; to the right when it has none.
  var unitAxis: Point {
    let length = axis.length
    return length > 0 && length.isFinite ? axis * (1 / length) : Point(1, 0)
  }

  /// Tells where a drag is in the display frame that is drawn next, when `resamples` is on.
  ///
  /// Between samples the position is interpolated, beyond the newest it is extrapolated by up to 8 ms and
  /// half the distance of the samples, 5 ms behind the frame (Chromium's and Android's figures) or a quarter
  /// of `frameInterval` where that is less, so that content moves evenly whatever the rates of touchscreen
  /// and display are.
  ///
  /// - Parameters:
  ///   - time: when the frame will be seen, or is drawn where that is unknown; in seconds of the frames'
  ///     clock.
  ///   - now: when the frame is drawn, which tells a finger that is silent from one whose sample is yet to
  ///     come;
  ///     nil: `time`.
  public mutating func resample(
    forFrameAt time: Double, drawnAt now: Double? = nil, into gestures: inout [Gesture]
  ) {
    guard resamples, time.isFinite, let leader = contacts.first, let dragging else { return }
    let position = leader.position(
      inFrame: time, latency: resamplingLatency, drawnAt: now ?? time, notBefore: dragging.beginning)
    self.dragging?.show(leader, at: position)
    emitChanges(into: &gestures)
  }

  /// What is added to a frame's time. The published 5 ms, a third of a frame on screens of 60 Hz, are too
  /// much on faster ones: there most frames are seen sooner than that after their sample, and would show less
  /// than the sample told.
  private var resamplingLatency: Double {
    guard let frameInterval, frameInterval > 0, resampler.latency < 0 else { return resampler.latency }
    return max(resampler.latency, -frameInterval / 4)
  }

  /// Whether the next display frame shows something else: a sample arrived, or the finger fell silent and
  /// what was predicted of it is to be taken back.
  ///
  /// Not as long as the prediction alone would show something else. The next sample is near, and drawing then
  /// at once is worth more than a frame in between, which it would have to wait for.
  public var needsResampling: Bool {
    guard resamples, let leader = contacts.first, let dragging else { return false }
    return dragging.isFresh || (dragging.isRecovering && dragging.drag.position != leader.position)
  }

  /// When the leading finger of a drag that is shown elsewhere will have been silent for too long.
  var silenceDeadline: Double? {
    guard resamples, let leader = contacts.first, let dragging, !dragging.isFresh, !dragging.isRecovering,
      dragging.drag.position != leader.position
    else { return nil }
    return leader.sampled + LinearResampler.longestGap
  }

  /// When `advance(to:into:)` next has something to do, in local seconds; nil when only fingers can bring
  /// news.
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

  /// Lets time pass: press feedback, long presses, taps that waited, contacts that were forgotten.
  ///
  /// Hand in what has already arrived first, or a late frame loses its tap to the long press.
  ///
  /// - Parameter time: now, in seconds of the clock of the frames.
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

  /// While a second tap may be under way, that one decides.
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

/// A tap that is not told yet, because a second one would make it a double tap.
struct WaitingTap: Sendable {
  /// Where its finger landed.
  let position: Point
  /// When its finger lifted, in local seconds.
  let time: Double

  /// When there is nothing to wait for any more.
  func deadline(_ thresholds: Thresholds) -> Double { time + thresholds.doubleTapDelay }

  /// Whether `contact` may be the second tap.
  func canBeFollowed(by contact: Contact, _ thresholds: Thresholds) -> Bool {
    let pause = contact.time - time
    return pause >= thresholds.doubleTapMinimum && pause <= thresholds.doubleTapDelay
      && (contact.origin - position).length <= thresholds.doubleTapSlop
  }
}
