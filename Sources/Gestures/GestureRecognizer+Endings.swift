import RotundaGeometry

/// How gestures that are under way are told, ended and taken back.
extension GestureRecognizer {
  /// Tells what moved since the last time.
  mutating func tellNews(into gestures: inout [Gesture]) {
    if dragging?.hasNews == true, let drag = dragging?.takeNews() { gestures.append(.dragChanged(drag)) }
    if let swiping = edgeSwiping, swiping.hasNews {
      edgeSwiping?.hasNews = false
      gestures.append(.edgeSwipeChanged(swiping.swipe))
    }
    if let pinching, pinching.hasNews {
      self.pinching?.hasNews = false
      gestures.append(.pinchChanged(pinching.pinch))
    }
  }

  /// A contact lifted after somebody had won; it is no longer among the contacts.
  mutating func finish(
    _ contact: Contact, at instant: SampleClock.Instant, into gestures: inout [Gesture]
  ) {
    if longPressed == contact.id {
      longPressed = nil
      gestures.append(.longPressEnded)
    }
    if dragging != nil, !handOver(from: contact), let dragging = catchUp(with: contact, into: &gestures) {
      self.dragging = nil
      let velocity = contact.velocity(at: instant.stamp, velocityStrategy, thresholds)
      gestures.append(.dragEnded(dragging.ended(velocity: velocity, at: instant.time, thresholds)))
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

  /// A contact was taken back after somebody had won; it is no longer among the contacts.
  mutating func takeBack(_ contact: Contact, into gestures: inout [Gesture]) {
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

  /// A resampled drag ends where its finger lifted.
  private mutating func catchUp(with contact: Contact, into gestures: inout [Gesture]) -> Dragging? {
    dragging?.follow(contact, at: contact.position)
    tellNews(into: &gestures)
    return dragging
  }

  /// A drag goes on as long as one of its fingers is down; false when `contact` was the last one.
  private mutating func handOver(from contact: Contact) -> Bool {
    guard let next = contacts.first else { return false }
    if dragging?.drag.contact == contact.id {
      // What was predicted of the one that leaves is not to stay.
      dragging?.follow(contact, at: contact.position)
      dragging?.lead(next)
    }
    return true
  }
}
