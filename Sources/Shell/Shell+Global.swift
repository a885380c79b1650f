import Gestures

/// Gestures while a program covers the launcher.
extension Shell {
  /// Fingers seen beside the compositor. They belong to the program that has the screen, but for a few gestures.
  mutating func handleGlobal(_ frame: TouchFrame, at time: Double) {
    guard case .program = screen else { return forgetGlobalTouch(at: time) }
    gestureBuffer.removeAll(keepingCapacity: true)
    globalRecognizer.handle(frame, at: time, into: &gestureBuffer)
    actOnGlobalGestures()
  }

  mutating func meetGlobalDeadline(at time: Double) {
    gestureBuffer.removeAll(keepingCapacity: true)
    globalRecognizer.advance(to: time, into: &gestureBuffer)
    actOnGlobalGestures()
  }

  /// The strip along an edge does what a swipe from there does, and if that is nothing over a program, home: there is
  /// no other use for a strip.
  mutating func stripSwiped(from edge: Edge) {
    let action = bindings.overProgram[.edgeSwipe(edge)]
    perform(action == .none ? .home : action)
  }

  private mutating func actOnGlobalGestures() {
    var gestures: [Gesture] = []
    swap(&gestures, &gestureBuffer)
    let bindings = bindings.overProgram
    for gesture in gestures {
      guard case .program = screen else { break }
      guard let trigger = trigger(of: gesture) else { continue }
      perform(bindings[trigger.trigger], at: trigger.point)
    }
    gestures.removeAll(keepingCapacity: true)
    swap(&gestures, &gestureBuffer)
    if screen == .carousel { forgetGlobalTouch(at: clock) }
  }

  /// What fingers do from now on the launcher sees itself.
  mutating func forgetGlobalTouch(at time: Double) {
    var forgotten: [Gesture] = []
    globalRecognizer.cancelAll(at: time, into: &forgotten)
  }
}
