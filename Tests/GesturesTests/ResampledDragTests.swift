import Geometry
import Gestures
import Testing

struct ResampledDragTests {
  /// A finger that moves a point per millisecond, sampled every `interval` milliseconds; a frame every 16.
  private func drag(interval: Int, milliseconds: Int) -> Fingers {
    let fingers = Fingers(GestureRecognizer(policy: .dominant))
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

  @Test func aDragEndsWhereItsFingerLiftedWhateverWasPredicted() throws {
    let fingers = drag(interval: 8, milliseconds: 160)
    fingers.up(0)
    let last = try #require(fingers.drags.last)
    #expect(last.position == Point(160, 100) && last.delta == .zero)
    #expect(fingers.drags.reduce(0) { $0 + $1.delta.x } == last.translation.x)
  }

  @Test func aFingerThatRestsIsShownWhereItIs() throws {
    let fingers = drag(interval: 8, milliseconds: 160)
    fingers.draw()
    fingers.wait(60).draw()
    #expect(fingers.drags.last?.position == Point(160, 100))
    #expect(!fingers.recognizer.needsResampling)
  }

  @Test func samplesAreToldAsTheyComeWhenResamplingIsOff() {
    let fingers = Fingers()
    fingers.down(0, 0, 0).wait(8).move(0, 30, 0).wait(8).move(0, 50, 0).draw()
    #expect(fingers.drags.map(\.position.x) == [30, 50])
  }
}
