import RotundaGeometry
import Gestures

/// Plays a script through the gesture recognizer.
package struct ArenaReplay {
  /// The outcomes, in order.
  package private(set) var outcomes: [ArenaOutcome] = []
  /// The carousel's total distance, and its longest step between two frames.
  package private(set) var travel = 0.0
  package private(set) var carouselMoved = false
  package private(set) var longestStep = 0.0
  /// The velocity of each lifted contact.
  package private(set) var velocities: [Int32: Point] = [:]
  /// The number of contacts that are still down.
  package var contactsLeft: Int { recognizer.contactCount }

  private var recognizer: GestureRecognizer
  private var gestures: [Gesture] = []
  private var axis: DragAxis?
  private var lifted: Int32?

  /// Plays `script`.
  package init(_ script: ArenaScript, policy: AxisPolicy) {
    recognizer = GestureRecognizer(thresholds: .published, policy: policy)
    recognizer.bounds = script.surface
    guard let first = script.frames.first?.milliseconds else { return }
    // Frames arrive in order, whatever their timestamps.
    var now = 1.0
    for frame in script.frames {
      now = max(now, 1 + Self.seconds(from: first, to: frame.milliseconds))
      runTimers(until: now, first)
      noteLifts(in: frame)
      recognizer.handle(frame.frame, at: now, into: &gestures)
      take(at: frame.milliseconds)
    }
    runTimers(until: 1 + Self.seconds(from: first, to: script.until), first)
  }

  private static func seconds(from first: UInt32, to last: UInt32) -> Double {
    Double(Int32(bitPattern: last &- first)) / 1000
  }

  private mutating func runTimers(until end: Double, _ first: UInt32) {
    while let due = recognizer.deadline, due <= end {
      recognizer.advance(to: due, into: &gestures)
      take(at: first &+ UInt32(((due - 1) * 1000).rounded()))
    }
  }

  private mutating func noteLifts(in frame: ArenaScript.Frame) {
    for case .up(let id, let milliseconds) in frame.frame.events {
      lifted = id
      velocities[id] = recognizer.velocity(ofContact: id, at: milliseconds)
    }
  }

  /// Processes the recognizer's gestures at `milliseconds`.
  private mutating func take(at milliseconds: UInt32) {
    var step = 0.0
    let from = outcomes.count
    for gesture in gestures {
      let contact = recognizer.leadingContact ?? lifted
      if let outcome = ArenaOutcome(gesture, contact: contact) { outcomes.append(outcome) }
      if case .dragBegan(let drag) = gesture { axis = drag.axis }
      if case .dragChanged(let drag) = gesture {
        noteAxis(of: drag)
        if drag.axis.isAlongAxis { step += drag.delta.x }
      }
    }
    for index in from..<outcomes.count { outcomes[index].numbers["t"] = Double(milliseconds) }
    gestures.removeAll(keepingCapacity: true)
    travel += step
    longestStep = max(longestStep, abs(step))
    carouselMoved = carouselMoved || step != 0
  }

  private mutating func noteAxis(of drag: Drag) {
    guard drag.axis != axis else { return }
    axis = drag.axis
    var outcome = ArenaOutcome("axis")
    outcome.words["axis"] = ArenaOutcome.name(drag.axis)
    outcomes.append(outcome)
  }
}
