import RotundaGeometry

extension GestureRecognizer {
  mutating func down(
    _ id: Int32, at point: Point, _ milliseconds: UInt32, arriving time: Double,
    into gestures: inout [Gesture]
  ) {
    guard let point = Self.usable(point) else { return }
    // The `up` of an earlier contact with this id was lost. Its reuse must not look like a jump.
    if let index = index(of: id) { drop(index, into: &gestures) }
    guard contacts.count < Self.mostContacts else { return }
    if !contacts.isEmpty {
      let instant = clock.read(milliseconds, arriving: time)
      advanceTimers(to: instant.time, into: &gestures)
      // A timer may have dropped all contacts.
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
    // A timer may have dropped the contact.
    guard let index = index(of: id) else { return }
    contacts[index].move(to: point, instant, thresholds)
    if arena.winner != nil || dragging != nil { continueGesture(index, into: &gestures) }
    if arena.winner == nil { settle(index, into: &gestures) }
  }

  mutating func up(
    _ id: Int32, _ milliseconds: UInt32, arriving time: Double, into gestures: inout [Gesture]
  ) {
    guard index(of: id) != nil else { return }
    let instant = clock.read(milliseconds, arriving: time)
    advanceTimers(to: instant.time, into: &gestures)
    guard let index = index(of: id) else { return }
    emitChanges(into: &gestures)
    let contact = contacts.remove(at: index)
    if arena.isUndecided, !endsTentativeDrag(of: contact, at: instant, into: &gestures) {
      settleLift(of: contact, into: &gestures)
    } else {
      finish(contact, at: instant, into: &gestures)
    }
    left(into: &gestures)
  }

  /// Removes a contact that was canceled, or whose lift was never reported.
  mutating func drop(_ index: Int, into gestures: inout [Gesture]) {
    emitChanges(into: &gestures)
    let contact = contacts.remove(at: index)
    if arena.isUndecided {
      cancelTentativeDrag(into: &gestures)
      lose(.all.subtracting([.drag, .edgeSwipe]), into: &gestures)
    } else {
      cancel(contact, into: &gestures)
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
    if let tap = waitingTap, !tap.canBeFollowed(by: contact, thresholds) { emitWaitingTap(into: &gestures) }
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
    emitChanges(into: &gestures)
    if arena.winner == nil { cancelTentativeDrag(into: &gestures) }
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

  /// Returns the recognizers for a number of fingers. More than five (a palm, or a burst of contacts) start
  /// nothing.
  private static func contenders(ofFingers count: Int) -> Recognizers {
    switch count {
    case 2: .ofTwoFingers
    case 3...5: .ofManyFingers
    default: []
    }
  }

  /// Handles the removal of a contact from the list.
  private mutating func left(into gestures: inout [Gesture]) {
    hasLifted = true
    guard contacts.isEmpty else { return anchorFingers() }
    arena.close()
    settleLosers(into: &gestures)
    gestures.append(.touchEnded)
  }

  /// Resets the origin of movement, because the middle of the fingers jumps when a finger lands or leaves.
  private mutating func anchorFingers() {
    anchor = middle
    if contacts.count == 2 { anchorSpan = Span(contacts[0].position, contacts[1].position) }
  }

  /// The middle of the landing points of this sequence.
  var landingMiddle: Point { landingSum * (1 / Double(max(1, landings))) }

  var middle: Point {
    contacts.reduce(into: Point.zero) { $0 += $1.position } * (1 / Double(max(1, contacts.count)))
  }

  /// The limit of positions. `wl_fixed` ends at 2²³, and no screen is that large.
  private static let farthest = 8_388_608.0

  /// Returns the point, limited to the range of a compositor; nil if it is not finite.
  private static func usable(_ point: Point) -> Point? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    return Point(min(max(point.x, -farthest), farthest), min(max(point.y, -farthest), farthest))
  }
}

/// Gestures in progress: drags, edge swipes, pinches, and long presses that move.
extension GestureRecognizer {
  /// Begins an edge swipe or a drag after the fingers' middle left the slop, if no recognizer has won yet.
  mutating func settleDrag(travel: Point, into gestures: inout [Gesture]) {
    if arena.isOpen(for: .edgeSwipe) {
      if peak == 1, let edge = edgeSwiped(by: contacts[0]), win(.edgeSwipe, into: &gestures) {
        let swiping = EdgeSwiping(contacts[0], from: edge)
        edgeSwiping = swiping
        return gestures.append(.edgeSwipeBegan(swiping.swipe))
      }
      lose(.edgeSwipe, into: &gestures)
    }
    guard win(.drag, into: &gestures) else { return }
    if dragging != nil {
      dragging?.confirm()
    } else {
      beginDrag(travel: travel, isAfterLongPress: false, into: &gestures)
    }
  }

  private mutating func beginDrag(
    travel: Point, isAfterLongPress: Bool, into gestures: inout [Gesture]
  ) {
    let lock = AxisLock(policy: policy, thresholds: thresholds, bounds: bounds)
    let dragging = Dragging(
      contacts[0], travel: travel, axis: unitAxis, lock: lock, returnDistance: thresholds.slopReturn,
      isAfterLongPress: isAfterLongPress)
    self.dragging = dragging
    gestures.append(.dragBegan(dragging.drag))
  }

  /// Returns the edge from which a contact that left the slop entered, if it entered from an edge.
  private func edgeSwiped(by contact: Contact) -> Edge? {
    guard !bounds.isEmpty else { return nil }
    return Edge.allCases.first { edge in
      let inward = contact.displacement.dot(edge.inward)
      return edges.contains(EdgeSet(edge))
        && edge.distance(of: contact.origin, in: bounds) <= thresholds.edgeZone
        // More inward than along the edge: the 45° rule.
        && inward > 0 && 2 * inward * inward > contact.displacement.dot(contact.displacement)
    }
  }

  /// Begins a pinch of two fingers if they moved enough, before a recognizer has won.
  mutating func settlePinch(into gestures: inout [Gesture]) {
    guard arena.isOpen(for: [.pinch, .rotation]) else { return }
    let span = Span(contacts[0].position, contacts[1].position)
    let stretch = abs(span.length - anchorSpan.length)
    // The arc lengths of both fingertips on their common circle, summed: the same measure as the stretch.
    let turn = abs(Span.turn(from: anchorSpan.angle, to: span.angle)) * span.length
    let pinches = arena.isOpen(for: .pinch) && stretch > thresholds.spanSlop
    let turns = arena.isOpen(for: .rotation) && turn > thresholds.spanSlop
    guard pinches || turns, win(pinches ? .pinch : .rotation, into: &gestures) else { return }
    let pinching = Pinching(contacts[0], contacts[1], landing: anchorSpan)
    self.pinching = pinching
    gestures.append(.pinchBegan(pinching.pinch))
  }

  /// Determines the swipe direction of a finger that left the slop. All fingers must agree.
  mutating func voteForSwipe(_ index: Int, into gestures: inout [Gesture]) {
    let swipes: Recognizers = peak == 2 ? .twoFingerSwipe : .multiSwipe
    guard arena.isOpen(for: swipes), peak > 1, !contacts[index].hasVoted else { return }
    let direction = SwipeDirection(
      contacts[index].displacement, tolerance: thresholds.swipeTolerance)
    guard let direction, direction == swipeDirection ?? direction,
      clock.newest - sequenceStart <= thresholds.swipeDuration
    else { return lose([.twoFingerSwipe, .multiSwipe], into: &gestures) }
    swipeDirection = direction
    contacts[index].hasVoted = true
    swipeVotes += 1
    guard swipeVotes == peak, win(swipes, into: &gestures) else { return }
    gestures.append(.swipe(Swipe(fingers: peak, direction: direction, start: landingMiddle)))
  }

  /// Handles the movement of a finger after a recognizer has won.
  mutating func continueGesture(_ index: Int, into gestures: inout [Gesture]) {
    let contact = contacts[index]
    if index == 0 { resamples ? dragging?.freshen() : dragging?.update(with: contact, at: contact.position) }
    if edgeSwiping?.swipe.contact == contact.id { edgeSwiping?.update(with: contact) }
    if pinching?.involves(contact.id) == true { pinching?.update(with: contacts) }
    if longPressed == contact.id { carry(contact, into: &gestures) }
  }

  /// Handles the movement of a finger after its long press was reported.
  private mutating func carry(_ contact: Contact, into gestures: inout [Gesture]) {
    guard recognizers.contains(.longPressDrag), contacts.count == 1,
      contact.displacement.length > thresholds.touchSlop
    else { return }
    longPressed = nil
    gestures.append(.longPressEnded)
    beginDrag(travel: contact.displacement, isAfterLongPress: true, into: &gestures)
  }
}

/// Tentative drags, which begin within the slop of a tap. The content follows the finger, but the touch may
/// still become a tap or a long press.
extension GestureRecognizer {
  /// Whether a tentative drag may begin: not near an edge, where a swipe may start, and only with one finger.
  var mayDragTentatively: Bool {
    guard peak == 1, contacts.count == 1, dragging == nil, arena.isOpen(for: .drag) else { return false }
    guard arena.isOpen(for: .edgeSwipe), !bounds.isEmpty else { return true }
    let origin = contacts[0].origin
    return !Edge.allCases.contains {
      edges.contains(EdgeSet($0)) && $0.distance(of: origin, in: bounds) <= thresholds.edgeZone
    }
  }

  func isBeyondDragSlop(_ travel: Point) -> Bool {
    let axis = unitAxis
    return thresholds.dragSlops.isLeft(
      main: travel.dot(axis), cross: travel.dot(Point(-axis.y, axis.x)))
  }

  mutating func beginTentativeDrag(travel: Point, into gestures: inout [Gesture]) {
    if isPressShown {
      isPressShown = false
      gestures.append(.pressEnded)
    }
    beginDrag(travel: travel, isAfterLongPress: false, into: &gestures)
  }

  /// Cancels a tentative drag because the touch became another gesture.
  mutating func cancelTentativeDrag(into gestures: inout [Gesture]) {
    guard let dragging else { return }
    self.dragging = nil
    gestures.append(.dragCancelled(dragging.drag))
  }

  /// Reports whether a lift within the slop of a tap ends a drag: the finger threw the content, or the touch
  /// cannot become a tap.
  private mutating func endsTentativeDrag(
    of contact: Contact, at instant: SampleClock.Instant, into gestures: inout [Gesture]
  ) -> Bool {
    guard dragging != nil, contacts.isEmpty else { return false }
    let way = contact.displacement
    let velocity = contact.flickVelocity(
      contact.velocity(at: instant.stamp, velocityStrategy, thresholds))
    let isThrown =
      instant.time - sequenceStart <= Thresholds.throwDuration && way.length >= thresholds.throwDistance
      && velocity.dot(way) >= thresholds.throwMinimum * way.length
    guard isThrown || !arena.isOpen(for: [.tap, .doubleTap]) else { return false }
    return win(.drag, into: &gestures)
  }
}

/// Reporting, ending and canceling of gestures in progress.
extension GestureRecognizer {
  /// Reports the changes since the last call.
  mutating func emitChanges(into gestures: inout [Gesture]) {
    if dragging?.hasChanged == true, let drag = dragging?.consumeChange() {
      gestures.append(.dragChanged(drag))
    }
    if let swiping = edgeSwiping, swiping.hasChanged {
      edgeSwiping?.hasChanged = false
      gestures.append(.edgeSwipeChanged(swiping.swipe))
    }
    if let pinching, pinching.hasChanged {
      self.pinching?.hasChanged = false
      gestures.append(.pinchChanged(pinching.pinch))
    }
  }

  /// Ends the gesture of a contact that lifted after a recognizer had won. `contacts` does not contain
  /// `contact` anymore.
  private mutating func finish(
    _ contact: Contact, at instant: SampleClock.Instant, into gestures: inout [Gesture]
  ) {
    if longPressed == contact.id {
      longPressed = nil
      gestures.append(.longPressEnded)
    }
    if dragging != nil, !handOver(from: contact), let dragging = catchUp(with: contact, into: &gestures) {
      self.dragging = nil
      let velocity = contact.velocity(at: instant.stamp, velocityStrategy, thresholds)
      gestures.append(.dragEnded(dragging.ended(contact, velocity: velocity, at: instant.time, thresholds)))
    }
    if let swiping = edgeSwiping, swiping.swipe.contact == contact.id {
      edgeSwiping = nil
      let velocity = contact.velocity(at: instant.stamp, velocityStrategy, thresholds)
      gestures.append(.edgeSwipeEnded(swiping.ended(velocity: velocity, at: instant.time, thresholds)))
    }
    if let pinching, pinching.involves(contact.id) {
      self.pinching = nil
      gestures.append(.pinchEnded(pinching.pinch))
    }
  }

  /// Cancels the gesture of a contact that was canceled after a recognizer had won. `contacts` does not
  /// contain `contact` anymore.
  private mutating func cancel(_ contact: Contact, into gestures: inout [Gesture]) {
    if longPressed == contact.id {
      longPressed = nil
      gestures.append(.longPressCancelled)
    }
    if let dragging, !handOver(from: contact) {
      self.dragging = nil
      gestures.append(.dragCancelled(dragging.drag))
    }
    if let swiping = edgeSwiping, swiping.swipe.contact == contact.id {
      edgeSwiping = nil
      gestures.append(.edgeSwipeCancelled(swiping.swipe))
    }
    if let pinching, pinching.involves(contact.id) {
      self.pinching = nil
      gestures.append(.pinchCancelled(pinching.pinch))
    }
  }

  /// Moves a resampled drag to the point where its finger lifted.
  private mutating func catchUp(with contact: Contact, into gestures: inout [Gesture]) -> Dragging? {
    dragging?.update(with: contact, at: contact.position)
    emitChanges(into: &gestures)
    return dragging
  }

  /// Continues a drag with another finger after `contact` lifted. Returns false if `contact` was the last
  /// one.
  private mutating func handOver(from contact: Contact) -> Bool {
    guard let next = contacts.first else { return false }
    if dragging?.drag.contact == contact.id {
      // Removes the predicted movement of the contact that leaves.
      dragging?.update(with: contact, at: contact.position)
      dragging?.lead(next)
    }
    return true
  }
}
