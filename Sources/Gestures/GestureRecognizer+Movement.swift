import RotundaGeometry

/// Gestures that are under way: drags, edge swipes, pinches, and long presses that move.
extension GestureRecognizer {
  /// The fingers' middle left the slop and nobody has won yet.
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
    beginDrag(travel: travel, isAfterLongPress: false, into: &gestures)
  }

  private mutating func beginDrag(
    travel: Point, isAfterLongPress: Bool, into gestures: inout [Gesture]
  ) {
    let lock = AxisLock(policy: policy, thresholds: thresholds, bounds: bounds)
    let dragging = Dragging(
      contacts[0], travel: travel, axis: unitAxis, lock: lock, isAfterLongPress: isAfterLongPress)
    self.dragging = dragging
    gestures.append(.dragBegan(dragging.drag))
  }

  /// The edge from which a contact that left the slop came in, if it did.
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

  /// Two fingers, and nobody has won yet.
  mutating func settlePinch(into gestures: inout [Gesture]) {
    guard arena.isOpen(for: [.pinch, .rotation]) else { return }
    let span = Span(contacts[0].position, contacts[1].position)
    let stretch = abs(span.length - anchorSpan.length)
    // The way of each fingertip along the circle that both turn on, twice: the same measure as the stretch.
    let turn = abs(Span.turn(from: anchorSpan.angle, to: span.angle)) * span.length
    let pinches = arena.isOpen(for: .pinch) && stretch > thresholds.spanSlop
    let turns = arena.isOpen(for: .rotation) && turn > thresholds.spanSlop
    guard pinches || turns, win(pinches ? .pinch : .rotation, into: &gestures) else { return }
    let pinching = Pinching(contacts[0], contacts[1], landing: anchorSpan)
    self.pinching = pinching
    gestures.append(.pinchBegan(pinching.pinch))
  }

  /// A finger left the slop and says which way it swipes; they must all say the same.
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

  /// A finger moved, and somebody has won.
  mutating func follow(_ index: Int, into gestures: inout [Gesture]) {
    let contact = contacts[index]
    if index == 0 { resamples ? dragging?.freshen() : dragging?.follow(contact, at: contact.position) }
    if edgeSwiping?.swipe.contact == contact.id { edgeSwiping?.follow(contact) }
    if pinching?.involves(contact.id) == true { pinching?.follow(contacts) }
    if longPressed == contact.id { carry(contact, into: &gestures) }
  }

  /// A finger moved after its long press was told.
  private mutating func carry(_ contact: Contact, into gestures: inout [Gesture]) {
    guard recognizers.contains(.longPressDrag), contacts.count == 1,
      contact.displacement.length > thresholds.touchSlop
    else { return }
    longPressed = nil
    gestures.append(.longPressEnded)
    beginDrag(travel: contact.displacement, isAfterLongPress: true, into: &gestures)
  }
}
