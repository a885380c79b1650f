import RotundaGeometry

extension GestureRecognizer {
  mutating func down(
    _ id: Int32, at point: Point, _ milliseconds: UInt32, arriving time: Double,
    into gestures: inout [Gesture]
  ) {
    guard let point = Self.usable(point) else { return }
    // The up of the contact's first life was lost; it must not look like a leap.
    if let index = index(of: id) { drop(index, into: &gestures) }
    guard contacts.count < Self.mostContacts else { return }
    if !contacts.isEmpty {
      let instant = clock.read(milliseconds, arriving: time)
      advanceTimers(to: instant.time, into: &gestures)
      // A timer may have dropped all that were down.
      if !contacts.isEmpty {
        return join(Contact(id: id, at: point, instant, thresholds, resampler), into: &gestures)
      }
    }
    advanceTimers(to: time, into: &gestures)
    let instant = clock.restart(at: milliseconds, arriving: time)
    begin(Contact(id: id, at: point, instant, thresholds, resampler), into: &gestures)
  }

  mutating func motion(
    of id: Int32, to point: Point, _ milliseconds: UInt32, arriving time: Double,
    into gestures: inout [Gesture]
  ) {
    guard index(of: id) != nil, let point = Self.usable(point) else { return }
    let instant = clock.read(milliseconds, arriving: time)
    advanceTimers(to: instant.time, into: &gestures)
    // A timer may have dropped it.
    guard let index = index(of: id) else { return }
    contacts[index].move(to: point, instant, thresholds)
    if arena.winner != nil {
      follow(index, into: &gestures)
    } else {
      settle(index, into: &gestures)
    }
  }

  mutating func up(
    _ id: Int32, _ milliseconds: UInt32, arriving time: Double, into gestures: inout [Gesture]
  ) {
    guard index(of: id) != nil else { return }
    let instant = clock.read(milliseconds, arriving: time)
    advanceTimers(to: instant.time, into: &gestures)
    guard let index = index(of: id) else { return }
    tellNews(into: &gestures)
    let contact = contacts.remove(at: index)
    if arena.isUndecided {
      settleLift(of: contact, into: &gestures)
    } else {
      finish(contact, at: instant, into: &gestures)
    }
    left(into: &gestures)
  }

  /// A contact was taken back, or never told that it lifted.
  mutating func drop(_ index: Int, into gestures: inout [Gesture]) {
    tellNews(into: &gestures)
    let contact = contacts.remove(at: index)
    if arena.isUndecided {
      lose(.all.subtracting([.drag, .edgeSwipe]), into: &gestures)
    } else {
      takeBack(contact, into: &gestures)
    }
    left(into: &gestures)
  }

  mutating func dropAll(into gestures: inout [Gesture]) {
    while let index = contacts.indices.last { drop(index, into: &gestures) }
    isOutdated = false
  }

  mutating func cancelIfOutdated(into gestures: inout [Gesture]) {
    if isOutdated { dropAll(into: &gestures) }
  }

  private mutating func begin(_ contact: Contact, into gestures: inout [Gesture]) {
    var contenders = recognizers
    if let tap = waitingTap, !tap.canBeFollowed(by: contact, thresholds) { tellWaitingTap(into: &gestures) }
    isSecondTap = waitingTap != nil && contenders.contains(.doubleTap)
    if !isSecondTap { contenders.remove(.doubleTap) }
    contacts.append(contact)
    peak = 1
    landings = 1
    landingSum = contact.origin
    hasLifted = false
    swipeDirection = nil
    swipeVotes = 0
    sequenceStart = contact.time
    newestLanding = contact.time
    anchorFingers()
    arena.open(for: contenders)
    awaitsSecondTap = recognizers.contains(.doubleTap)
    gestures.append(.touchBegan(at: contact.origin))
  }

  private mutating func join(_ contact: Contact, into gestures: inout [Gesture]) {
    tellNews(into: &gestures)
    contacts.append(contact)
    peak = max(peak, contacts.count)
    landings += 1
    landingSum += contact.origin
    newestLanding = contact.time
    anchorFingers()
    if hasLifted { lose([.multiTap, .multiLongPress, .multiSwipe, .twoFingerSwipe], into: &gestures) }
    keep(Self.contenders(ofFingers: peak), into: &gestures)
    if arena.isOpen(for: .twoFingerSwipe) { lose(.drag, into: &gestures) }
  }

  /// A palm, or a burst of contacts, starts nothing.
  private static func contenders(ofFingers count: Int) -> Recognizers {
    switch count {
    case 2: .ofTwoFingers
    case 3...5: .ofManyFingers
    default: []
    }
  }

  /// A contact is gone from the list.
  private mutating func left(into gestures: inout [Gesture]) {
    hasLifted = true
    guard contacts.isEmpty else { return anchorFingers() }
    arena.close()
    settleLosers(into: &gestures)
    gestures.append(.touchEnded)
  }

  /// Movement counts from here: the middle of the fingers leaps when one lands or leaves.
  private mutating func anchorFingers() {
    anchor = middle
    if contacts.count == 2 { anchorSpan = Span(contacts[0].position, contacts[1].position) }
  }

  /// The middle of the points where the fingers of this sequence landed.
  var landingMiddle: Point { landingSum * (1 / Double(max(1, landings))) }

  /// The middle of the fingers.
  var middle: Point {
    contacts.reduce(into: Point.zero) { $0 += $1.position } * (1 / Double(max(1, contacts.count)))
  }

  /// Positions beyond this are not on any screen; `wl_fixed` ends at 2²³.
  private static let farthest = 8_388_608.0

  /// The point, drawn into what a compositor can express; nil when it is no point.
  private static func usable(_ point: Point) -> Point? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    return Point(min(max(point.x, -farthest), farthest), min(max(point.y, -farthest), farthest))
  }
}
