import RotundaGeometry

/// All changes of the arena go through here, so that losers learn of it at once and exactly once.
extension GestureRecognizer {
  mutating func win(_ contender: Recognizers, into gestures: inout [Gesture]) -> Bool {
    guard arena.accept(contender) else { return false }
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

  /// Takes contenders out of the touch sequence that has just begun: those that matter elsewhere on the surface, and would only make
  /// others wait here.
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
      tellWaitingTap(into: &gestures)
    }
  }

  mutating func tellWaitingTap(into gestures: inout [Gesture]) {
    guard let tap = waitingTap else { return }
    waitingTap = nil
    gestures.append(.tap(at: tap.position))
  }

  /// A finger moved and nobody has won yet.
  mutating func settle(_ index: Int, into gestures: inout [Gesture]) {
    guard arena.isUndecided else { return }
    if contacts[index].displacement.length > thresholds.touchSlop {
      lose([.tap, .doubleTap, .longPress, .multiTap, .multiLongPress], into: &gestures)
      voteForSwipe(index, into: &gestures)
    }
    if contacts.count == 2 { settlePinch(into: &gestures) }
    let travel = middle - anchor
    if arena.isUndecided, travel.length > thresholds.touchSlop {
      settleDrag(travel: travel, into: &gestures)
    }
  }

  /// A finger lifted and nobody has won yet; it is no longer among the contacts.
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
