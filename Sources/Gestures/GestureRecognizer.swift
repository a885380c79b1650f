@_exported import RotundaGeometry

/// Turns touch frames into gestures.
///
/// A value without a clock: time comes in with the frames, in seconds of any monotonic clock. Whoever owns it hands in
/// what arrived first (`handle`), and calls `advance(to:into:)` when `deadline` has come and nothing has arrived.
/// Any order of events is taken: unknown contacts are ignored, a second down of a contact starts it anew, stamps may
/// lie, and positions that are no numbers are left out.
///
/// ```swift
/// var recognizer = GestureRecognizer()
/// var gestures: [Gesture] = []
/// recognizer.handle(TouchFrame([.down(id: 0, at: Point(40, 40), milliseconds: 0)]), at: 0, into: &gestures)
/// recognizer.handle(TouchFrame([.up(id: 0, milliseconds: 80)]), at: 0.08, into: &gestures)
/// // gestures: touchBegan, tap at (40, 40), touchEnded
/// ```
public struct GestureRecognizer: Sendable {
  /// The limits that tell gestures apart. A drag under way keeps its own.
  public var thresholds: Thresholds
  /// The direction in which drags are parallel; its length does not matter.
  public var axis: Point
  /// How drags are told to run along the axis or across it.
  public var policy: AxisPolicy
  /// Size of the surface in points, for edges and rails. Empty: no edges. A change takes back what is under way, since
  /// no position is comparable with an earlier one any more.
  public var bounds: Size = .zero {
    didSet { if bounds != oldValue, !contacts.isEmpty { isOutdated = true } }
  }
  /// The edges that have a swipe; the drags of the others are ordinary ones.
  public var edges: EdgeSet = .all
  /// What competes for a touch sequence.
  public var recognizers: Recognizers = .standard
  /// How many fingers have a long press, where `multiLongPress` competes at all. Other numbers of fingers rest as long as
  /// they like and can still do something else.
  public var longPressFingers: FingerCounts = .all
  /// Whether drags are told once per display frame, by `resample(forFrameAt:into:)`, where the finger is then, instead
  /// of where each sample was. Off: samples are told as they come, as for recordings.
  public var resamples = false
  /// How positions in a display frame are calculated; new contacts take it over. Chromium's and Android's by default.
  public var resampler = LinearResampler()
  /// Seconds between two display frames, where that is known; nil is a screen of 60 Hz or less. A drag is never drawn
  /// further behind its frame than a quarter of that.
  public var frameInterval: Double?
  /// How velocities are estimated.
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

  /// A recogniser whose parallel drags run along `axis`.
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
    tellNews(into: &gestures)
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

  /// Takes back everything that is under way, as if the compositor had; the fingers that are down are ignored until
  /// they lift.
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
}
