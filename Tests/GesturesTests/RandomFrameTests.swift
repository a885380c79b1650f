import RotundaGeometry
import GestureReplay
import Gestures
import Testing

/// Input in any order results in well-formed gestures.
struct RandomFrameTests {
  /// Fixed seeds. Change one to test other sequences.
  static let seeds: [UInt64] = (1...8).map { $0 &* 0x5851_f42d_4c95_7f2d }
  static let framesPerSeed = 15_000

  @Test(arguments: seeds) func everyBeginningHasExactlyOneEnd(seed: UInt64) {
    var touches = RandomTouches(seed: seed)
    var recognizer = GestureRecognizer()
    var audit = GestureAudit()
    var gestures: [Gesture] = []
    for number in 0..<Self.framesPerSeed {
      if number % 500 == 0 { Self.change(&recognizer, &touches) }
      let frame = touches.frame()
      audit.expect(frame)
      if touches.once(in: 2) { Self.advance(&recognizer, to: touches.time, &audit, &gestures) }
      recognizer.handle(frame, at: touches.time, into: &gestures)
      if touches.once(in: 2) { recognizer.resample(forFrameAt: touches.time + 0.01, into: &gestures) }
      Self.move(&gestures, to: &audit, isTakenBack: frame.isOnlyCancels)
      audit.settle(frame, contactsLeft: recognizer.contactCount)
      guard audit.faults.isEmpty else { break }
    }
    recognizer.cancelAll(at: touches.time, into: &gestures)
    Self.move(&gestures, to: &audit, isTakenBack: true)
    audit.settle(TouchFrame([.cancel]), contactsLeft: recognizer.contactCount)
    #expect(audit.faults.isEmpty, "seed \(seed): \(audit.faults)")
    #expect(recognizer.deadline == nil, "seed \(seed)")
    for kind in [
      "tap", "dragEnded", "dragCancelled", "pinchBegan", "longPressBegan", "swipe", "edgeSwipeBegan",
    ] {
      #expect(
        audit.counts[kind, default: 0] > 0, "\(kind) never came about with seed \(seed): \(audit.counts)")
    }
  }

  private static func advance(
    _ recognizer: inout GestureRecognizer, to time: Double, _ audit: inout GestureAudit,
    _ gestures: inout [Gesture]
  ) {
    recognizer.advance(to: time, into: &gestures)
    move(&gestures, to: &audit, isTakenBack: false)
    #expect(recognizer.deadline ?? .infinity > time)
  }

  private static func move(
    _ gestures: inout [Gesture], to audit: inout GestureAudit, isTakenBack: Bool
  ) {
    for gesture in gestures { audit.take(gesture, isTakenBack: isTakenBack) }
    gestures.removeAll(keepingCapacity: true)
  }

  /// Changes all settings from time to time, with fingers down.
  private static func change(_ recognizer: inout GestureRecognizer, _ touches: inout RandomTouches) {
    recognizer.policy =
      [.rails, .dominant, .cone(angle: 0.7)].randomElement(using: &touches.generator) ?? .rails
    recognizer.axis =
      [Point(1, 0), Point(0, 1), Point(2, -1), .zero].randomElement(using: &touches.generator) ?? .zero
    recognizer.bounds = touches.once(in: 4) ? .zero : Size(1280, 800)
    recognizer.resamples = touches.once(in: 3)
    recognizer.velocityStrategy = touches.once(in: 2) ? .impulse : .leastSquares
    let more = Recognizers(rawValue: UInt16.random(in: 0...4095, using: &touches.generator))
    recognizer.recognizers = touches.once(in: 3) ? more : touches.once(in: 2) ? .all : .standard
  }
}
