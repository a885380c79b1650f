import RotundaGeometry

/// The gestures that compete for a touch sequence.
public struct Recognizers: OptionSet, Hashable, Sendable {
  /// One bit per gesture.
  public var rawValue: UInt16

  /// The gestures of these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// One finger, short, inside the slop.
  public static let tap = Recognizers(rawValue: 1 << 0)
  /// Two taps in a row. With it every single tap waits for the second, so it is on only when it does
  /// something.
  public static let doubleTap = Recognizers(rawValue: 1 << 1)
  /// One finger at rest.
  public static let longPress = Recognizers(rawValue: 1 << 2)
  /// One finger that rests first and moves then.
  public static let longPressDrag = Recognizers(rawValue: 1 << 3)
  /// A finger that moves.
  public static let drag = Recognizers(rawValue: 1 << 4)
  /// A finger that comes in from one of the recognizer's edges.
  public static let edgeSwipe = Recognizers(rawValue: 1 << 5)
  /// Two fingers that move apart or together.
  public static let pinch = Recognizers(rawValue: 1 << 6)
  /// Two fingers that turn around each other; told as a pinch.
  public static let rotation = Recognizers(rawValue: 1 << 7)
  /// Two fingers that move the same way. With it they do not drag.
  public static let twoFingerSwipe = Recognizers(rawValue: 1 << 8)
  /// Three to five fingers that move the same way.
  public static let multiSwipe = Recognizers(rawValue: 1 << 9)
  /// Two to five fingers, short, inside the slop.
  public static let multiTap = Recognizers(rawValue: 1 << 10)
  /// Two to five fingers at rest, as many as `longPressFingers` of the recognizer says.
  public static let multiLongPress = Recognizers(rawValue: 1 << 11)

  /// What a touchscreen's user expects without being told.
  public static let standard: Recognizers = [.tap, .longPress, .drag, .edgeSwipe, .pinch, .multiSwipe]
  /// All of them.
  public static let all: Recognizers = [
    .standard, .doubleTap, .longPressDrag, .rotation, .twoFingerSwipe, .multiTap, .multiLongPress,
  ]

  /// What a second finger leaves in the race.
  static let ofTwoFingers: Recognizers = [
    .drag, .pinch, .rotation, .twoFingerSwipe, .multiSwipe, .multiTap, .multiLongPress,
  ]
  /// What a third finger leaves in the race.
  static let ofManyFingers: Recognizers = [.multiSwipe, .multiTap, .multiLongPress]
}

/// Where the gestures that could come of a touch sequence are settled: the first to accept wins, the others
/// are out.
///
/// No recognizer is asked twice: one that has lost or been rejected is no longer open and can accept no more.
struct Arena: Sendable {
  /// Who can still win.
  private(set) var open: Recognizers = []
  /// Who has won.
  private(set) var winner: Recognizers?

  /// Starts a new race.
  mutating func open(for contenders: Recognizers) {
    open = contenders
    winner = nil
  }

  /// Whether `contender` can still win.
  func isOpen(for contender: Recognizers) -> Bool { !open.isDisjoint(with: contender) }

  /// Whether no recognizer has won and one still can.
  var isUndecided: Bool { winner == nil && !open.isEmpty }

  /// Lets `contender` win; false when it is no longer in the race.
  mutating func accept(_ contender: Recognizers) -> Bool {
    guard isOpen(for: contender) else { return false }
    open = []
    winner = contender
    return true
  }

  mutating func reject(_ contenders: Recognizers) { open.subtract(contenders) }

  /// Takes everybody but `contenders` out of the race.
  mutating func keep(_ contenders: Recognizers) { open.formIntersection(contenders) }

  /// Ends the race without a winner.
  mutating func close() {
    open = []
    winner = nil
  }
}

/// All changes of the arena go through here, so that losers learn of it at once and exactly once.
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

  /// Takes contenders out of the touch sequence that has just begun: those that matter elsewhere on the
  /// surface, and would only make others wait here.
  public mutating func forgo(_ contenders: Recognizers, into gestures: inout [Gesture]) {
    if contenders.contains(.doubleTap) { awaitsSecondTap = false }
    lose(contenders, into: &gestures)
  }

  /// Takes back the press feedback of a tap that is out, and tells the tap that no second one will follow.
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

  /// A finger moved and no recognizer has won yet.
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

  /// A finger lifted and no recognizer has won yet; it is no longer among the contacts.
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
