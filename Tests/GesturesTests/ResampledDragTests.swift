import RotundaGeometry
import Gestures
import Testing

struct ResampledDragTests {
  /// A finger that moves one point per millisecond. A sample comes every `interval` ms, and a frame every 16
  /// ms.
  private func drag(interval: Int, milliseconds: Int) -> Fingers {
    let fingers = Fingers(GestureRecognizer(thresholds: .published, policy: .dominant))
    fingers.recognizer.resamples = true
    fingers.down(0, 0, 100)
    for now in 1...milliseconds {
      fingers.wait(1)
      if now % interval == 0 { fingers.move(0, Double(now), 100) }
      if now % 16 == 0 { fingers.draw() }
    }
    return fingers
  }

  @Test(arguments: [4, 7, 8, 10]) func aSteadyFingerMovesTheContentEvenly(interval: Int) {
    let fingers = drag(interval: interval, milliseconds: 320)
    let steps = fingers.steps.dropFirst()
    #expect(steps.count > 15)
    for step in steps { #expect(abs(step - 16) < 1e-6, "\(steps)") }
  }

  @Test func dragEndsWhereTheFingerLifted() throws {
    let fingers = drag(interval: 8, milliseconds: 160)
    fingers.up(0)
    let last = try #require(fingers.drags.last)
    #expect(last.position == Point(160, 100) && last.delta == .zero)
    #expect(fingers.drags.reduce(0) { $0 + $1.delta.x } == last.translation.x)
  }

  @Test func restingFingerIsShownInPlace() throws {
    let fingers = drag(interval: 8, milliseconds: 160)
    fingers.draw()
    fingers.wait(60).draw()
    #expect(fingers.drags.last?.position == Point(160, 100))
    #expect(!fingers.recognizer.needsResampling)
  }

  @Test func silentFingerReturnsWithoutAJump() {
    let fingers = drag(interval: 8, milliseconds: 160)
    fingers.draw(presentedIn: 16)
    let told = fingers.drags.count
    // Ahead by half a sample interval, and back within the 20 ms after the longest gap.
    for _ in 0..<12 { fingers.wait(4).draw(presentedIn: 16) }
    let steps = fingers.drags[told...].map(\.delta.x)
    #expect(abs(steps.reduce(0, +) + 4) < 1e-9, "\(steps)")
    #expect(steps.allSatisfy { (-1...0).contains($0) }, "\(steps)")
    #expect(fingers.drags.last?.position == Point(160, 100) && !fingers.recognizer.needsResampling)
  }

  @Test func everySampleAndSilenceNeedAFrame() {
    let fingers = drag(interval: 8, milliseconds: 160)
    fingers.draw(presentedIn: 16)
    #expect(!fingers.recognizer.needsResampling && fingers.recognizer.deadline == 0.18)
    fingers.wait(8).move(0, 168, 100)
    #expect(fingers.recognizer.needsResampling)
    fingers.draw(presentedIn: 16)
    fingers.wait(16)
    #expect(!fingers.recognizer.needsResampling)
    fingers.wait(4)
    #expect(fingers.recognizer.needsResampling)
    fingers.wait(8).move(0, 170, 100).draw(presentedIn: 16)
    #expect(!fingers.recognizer.needsResampling)
  }

  @Test(arguments: [8, 16, 33, 50]) func lateFramePredictsAtMostHalfAnInterval(
    delay: Int
  ) {
    let fingers = drag(interval: 16, milliseconds: 160)
    fingers.draw(presentedIn: delay)
    let ahead = min(Double(delay) - 5, 8)
    #expect(abs((fingers.drags.last?.position.x ?? 0) - 160 - ahead) < 1e-6)
  }

  @Test func dragNeverBeginsBehindTheSlop() {
    let fingers = Fingers(GestureRecognizer(thresholds: .published, policy: .dominant))
    fingers.recognizer.resamples = true
    fingers.down(0, 0, 0).wait(16).move(0, 16, 0).wait(16).move(0, 32, 0).draw()
    #expect(fingers.drags.allSatisfy { $0.translation.x >= 0 }, "\(fingers.drags)")
  }

  @Test func predictionIsNotCarriedToTheNextFinger() throws {
    let fingers = drag(interval: 8, milliseconds: 160)
    fingers.draw(presentedIn: 16)
    fingers.down(1, 0, 300).up(0)
    let translation = try #require(fingers.drags.last?.translation.x)
    let begin = try #require(fingers.drags.first?.position.x)
    #expect(abs(translation - (160 - begin)) < 1e-9)
  }

  /// Sixteen samples. The first sample arrives some milliseconds late.
  private func position(firstDelayedBy delay: Int) -> Double? {
    var recognizer = GestureRecognizer(policy: .dominant)
    recognizer.resamples = true
    var gestures: [Gesture] = []
    for sample in 0...16 {
      let (stamp, x) = (sample * 8, Double(sample * 8))
      let id: Int32 = 5
      let event =
        sample == 0
        ? TouchEvent.down(id: id, at: Point(x, 0), milliseconds: UInt32(stamp))
        : .motion(id: id, at: Point(x, 0), milliseconds: UInt32(stamp))
      let arrival = 9 + Double(max(stamp, delay)) / 1000
      recognizer.handle(TouchFrame([event]), at: arrival, into: &gestures)
    }
    recognizer.resample(forFrameAt: 9.128 + 0.016, drawnAt: 9.128, into: &gestures)
    guard case .dragChanged(let drag) = gestures.last else { return nil }
    return drag.position.x
  }

  @Test(arguments: [0, 4, 20, 60]) func lateFirstTouchDelaysNothing(delay: Int) {
    #expect(abs((position(firstDelayedBy: delay) ?? 0) - 132) < 1e-6)
  }

  @Test func samplesPassUnchangedWithoutResampling() {
    let fingers = Fingers()
    fingers.down(0, 0, 0).wait(8).move(0, 30, 0).wait(8).move(0, 50, 0).draw()
    #expect(fingers.drags.map(\.position.x) == [30, 50])
  }
}
