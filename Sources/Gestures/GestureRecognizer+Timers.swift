import RotundaGeometry

extension GestureRecognizer {
  /// When `advance(to:into:)` next has something to do, in local seconds; nil when only fingers can bring news.
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
    if let timer = tapDeadline, timer <= due { tellWaitingTap(into: &gestures) }
    if let timer = longPressDeadline, timer <= due { beginLongPress(into: &gestures) }
    if let timer = multiLongPressDeadline, timer <= due { tellMultiLongPress(into: &gestures) }
    if let timer = silenceDeadline, timer <= due { dragging?.recover() }
    if let timer = forgottenDeadline, timer <= due { dropForgotten(at: due, into: &gestures) }
  }

  private var pressDeadline: Double? {
    arena.isOpen(for: .tap) && !isPressShown ? sequenceStart + thresholds.pressFeedbackDelay : nil
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

  private mutating func tellMultiLongPress(into gestures: inout [Gesture]) {
    guard win(.multiLongPress, into: &gestures) else { return }
    gestures.append(.multiLongPress(fingers: peak, at: landingMiddle))
  }

  private mutating func dropForgotten(at due: Double, into gestures: inout [Gesture]) {
    for index in contacts.indices.reversed() where contacts[index].time + thresholds.forgottenAfter <= due {
      drop(index, into: &gestures)
    }
  }
}
