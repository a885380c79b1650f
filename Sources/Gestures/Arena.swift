import RotundaGeometry

/// The gestures that compete for a touch sequence.
public struct Recognizers: OptionSet, Hashable, Sendable {
  /// One bit per gesture.
  public var rawValue: UInt16

  /// Creates a set of gestures from bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A short touch of one finger, inside the slop.
  public static let tap = Recognizers(rawValue: 1 << 0)
  /// Two taps in a row. With it, every single tap waits for a second one. Therefore enable it only if it has
  /// an effect.
  public static let doubleTap = Recognizers(rawValue: 1 << 1)
  /// One finger at rest.
  public static let longPress = Recognizers(rawValue: 1 << 2)
  /// One finger that rests first and then moves.
  public static let longPressDrag = Recognizers(rawValue: 1 << 3)
  /// A finger that moves.
  public static let drag = Recognizers(rawValue: 1 << 4)
  /// A finger that enters from one of the recognizer's edges.
  public static let edgeSwipe = Recognizers(rawValue: 1 << 5)
  /// Two fingers that move apart or together.
  public static let pinch = Recognizers(rawValue: 1 << 6)
  /// Two fingers that turn around each other, reported as a pinch.
  public static let rotation = Recognizers(rawValue: 1 << 7)
  /// Two fingers that move in the same direction. With it, two fingers do not drag.
  public static let twoFingerSwipe = Recognizers(rawValue: 1 << 8)
  /// Three to five fingers that move in the same direction.
  public static let multiSwipe = Recognizers(rawValue: 1 << 9)
  /// A short touch of two to five fingers, inside the slop.
  public static let multiTap = Recognizers(rawValue: 1 << 10)
  /// Two to five fingers at rest. The recognizer's `longPressFingers` sets their number.
  public static let multiLongPress = Recognizers(rawValue: 1 << 11)

  /// The gestures that visitors expect of a touchscreen.
  public static let standard: Recognizers = [.tap, .longPress, .drag, .edgeSwipe, .pinch, .multiSwipe]
  /// All gestures.
  public static let all: Recognizers = [
    .standard, .doubleTap, .longPressDrag, .rotation, .twoFingerSwipe, .multiTap, .multiLongPress,
  ]

  /// The gestures that remain after a second finger lands.
  static let ofTwoFingers: Recognizers = [
    .drag, .pinch, .rotation, .twoFingerSwipe, .multiSwipe, .multiTap, .multiLongPress,
  ]
  /// The gestures that remain after a third finger lands.
  static let ofManyFingers: Recognizers = [.multiSwipe, .multiTap, .multiLongPress]
}

/// The competition between the gestures of a touch sequence: the first to accept wins and excludes the
/// others.
///
/// A recognizer that has lost or was rejected cannot accept anymore.
struct Arena: Sendable {
  /// The recognizers that can still win.
  private(set) var open: Recognizers = []
  /// The recognizer that has won.
  private(set) var winner: Recognizers?

  /// Starts a new competition.
  mutating func open(for contenders: Recognizers) {
    open = contenders
    winner = nil
  }

  /// Reports whether `contender` can still win.
  func isOpen(for contender: Recognizers) -> Bool { !open.isDisjoint(with: contender) }

  /// Whether no recognizer has won yet and at least one still can.
  var isUndecided: Bool { winner == nil && !open.isEmpty }

  /// Lets `contender` win. Returns false if it can no longer win.
  mutating func accept(_ contender: Recognizers) -> Bool {
    guard isOpen(for: contender) else { return false }
    open = []
    winner = contender
    return true
  }

  mutating func reject(_ contenders: Recognizers) { open.subtract(contenders) }

  /// Rejects all recognizers except `contenders`.
  mutating func keep(_ contenders: Recognizers) { open.formIntersection(contenders) }

  /// Ends the competition without a winner.
  mutating func close() {
    open = []
    winner = nil
  }
}

/// All changes of the arena use these functions, to settle losing recognizers at once and exactly once.
extension GestureRecognizer {
  mutating func win(_ contender: Recognizers, into gestures: inout [Gesture]) -> Bool {
    guard arena.accept(contender) else { return false }
    if contender != .drag { cancelTentativeDrag(into: &gestures) }
    settleLosers(into: &gestures)
    return true
  }

  mutating func lose(_ contenders: Recognizers, into gestures: inout [Gesture]) {
    arena.reject(contenders)
    settleLosers(into: &gestures)
  }

  mutating func keep(_ contenders: Recognizers, into gestures: inout [Gesture]) {
    arena.keep(contenders)
    settleLosers(into: &gestures)
  }

  /// Excludes recognizers from the touch sequence that has just begun: those that only matter elsewhere on
  /// the surface and would delay others here.
  public mutating func forgo(_ contenders: Recognizers, into gestures: inout [Gesture]) {
    if contenders.contains(.doubleTap) { awaitsSecondTap = false }
    lose(contenders, into: &gestures)
  }

  /// Ends the press feedback if the tap has lost, and reports the waiting tap if no second tap can follow.
  mutating func settleLosers(into gestures: inout [Gesture]) {
    if isPressShown, !arena.isOpen(for: .tap) {
      isPressShown = false
      gestures.append(.pressEnded)
    }
    if isSecondTap, !arena.isOpen(for: .doubleTap) {
      isSecondTap = false
      emitWaitingTap(into: &gestures)
    }
  }

  mutating func emitWaitingTap(into gestures: inout [Gesture]) {
    guard let tap = waitingTap else { return }
    waitingTap = nil
    gestures.append(.tap(at: tap.position))
  }

  /// Handles the movement of a finger before a recognizer has won.
  mutating func settle(_ index: Int, into gestures: inout [Gesture]) {
    guard arena.isUndecided else { return }
    if contacts[index].displacement.length > thresholds.touchSlop {
      lose([.tap, .doubleTap, .longPress, .multiTap, .multiLongPress], into: &gestures)
      voteForSwipe(index, into: &gestures)
    }
    if contacts.count == 2 { settlePinch(into: &gestures) }
    let travel = middle - anchor
    guard arena.isUndecided else { return }
    if travel.length > thresholds.touchSlop {
      settleDrag(travel: travel, into: &gestures)
    } else if mayDragTentatively, isBeyondDragSlop(travel) {
      beginTentativeDrag(travel: travel, into: &gestures)
    }
  }

  /// Handles the lift of a finger before a recognizer has won. `contacts` does not contain `contact` anymore.
  mutating func settleLift(of contact: Contact, into gestures: inout [Gesture]) {
    guard contacts.isEmpty else {
      var losers: Recognizers = [.tap, .doubleTap, .longPress, .multiLongPress]
      if !contact.hasVoted { losers.formUnion([.multiSwipe, .twoFingerSwipe]) }
      return lose(losers, into: &gestures)
    }
    if peak > 1 {
      settleMultiTap(into: &gestures)
    } else {
      settleTap(of: contact, into: &gestures)
    }
  }

  private mutating func settleTap(of contact: Contact, into gestures: inout [Gesture]) {
    if arena.isOpen(for: .doubleTap) {
      waitingTap = nil
      isSecondTap = false
      _ = win(.doubleTap, into: &gestures)
      gestures.append(.doubleTap(at: contact.origin))
    } else if win(.tap, into: &gestures) {
      if awaitsSecondTap {
        waitingTap = WaitingTap(position: contact.origin, time: clock.newest)
      } else {
        gestures.append(.tap(at: contact.origin))
      }
    }
  }

  private mutating func settleMultiTap(into gestures: inout [Gesture]) {
    guard clock.newest - sequenceStart < thresholds.longPressDelay, win(.multiTap, into: &gestures) else {
      return
    }
    gestures.append(.multiTap(fingers: peak, at: landingMiddle))
  }
}
