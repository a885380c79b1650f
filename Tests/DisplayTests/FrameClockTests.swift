import Display
import TestCompositor
import Testing
import Wayland

@MainActor
@Suite(.serialized)
struct FrameClockTests {
  @Test func atMostOneFrameIsOnItsWay() throws {
    let stage = try SessionStage { $0.frames = .manual }
    defer { stage.end() }
    try stage.show()
    try stage.settle()
    let shown = stage.predictions.count
    for _ in 0..<10 {
      stage.session.frameClock.request()
      try stage.settle()
    }
    #expect(stage.predictions.count == shown)
    #expect(stage.compositor.waitingFrameCallbacks == 1)
    stage.compositor.releaseFrame()
    #expect(try stage.wait { stage.predictions.count == shown + 1 })
    try stage.settle()
    stage.compositor.releaseFrame()
    try stage.settle()
    #expect(stage.predictions.count == shown + 1, "nobody asked for another")
    #expect(!stage.session.frameClock.isOutstanding)
  }

  @Test func aRequestWithoutAFrameOutstandingIsDrawnAtOnce() throws {
    let stage = try SessionStage { $0.frames = .manual }
    defer { stage.end() }
    try stage.show()
    // The whole screen is granted in a second configure.
    for _ in 0..<3 {
      try stage.settle()
      stage.compositor.releaseFrame()
    }
    try stage.settle()
    let count = stage.predictions.count
    stage.session.frameClock.request()
    try stage.loop.step(timeout: 0)
    #expect(stage.predictions.count == count + 1)
  }

  @Test func aFrameInWhichNothingIsDrawnStillLeadsToTheNext() throws {
    let stage = try SessionStage()
    defer { stage.end() }
    try stage.show()
    stage.paints = false
    let shown = stage.predictions.count
    stage.onFrame = { stage.session.frameClock.request() }
    stage.session.frameClock.request()
    #expect(try stage.wait { stage.predictions.count >= shown + 5 })
    stage.onFrame = {}
  }

  @Test func thePresentationSaysHowFastTheScreenIs() throws {
    let stage = try SessionStage {
      $0.offered = CompositorOptions.everything
      $0.outputs[0].refreshMilliHertz = 120_000
      $0.frames = .automatic(perSecond: 120)
    }
    defer { stage.end() }
    stage.onFrame = { stage.session.frameClock.request() }
    #expect(try stage.wait { stage.predictions.count > 20 })
    #expect(abs(stage.session.frameClock.refreshInterval - 1.0 / 120) < 1e-4)
    #expect(zip(stage.predictions, stage.predictions.dropFirst()).allSatisfy { $0 <= $1 })
    stage.onFrame = {}
  }

  @Test func theScreensModeSaysItElsewhere() throws {
    let stage = try SessionStage { $0.outputs[0].refreshMilliHertz = 30_000 }
    defer { stage.end() }
    try stage.show()
    #expect(stage.session.frameClock.refreshInterval == 1.0 / 30)
  }

  @Test func feedbackThatIsDiscardedIsNoHarm() throws {
    let stage = try SessionStage {
      $0.offered = CompositorOptions.everything
      $0.frames = .manual
    }
    defer { stage.end() }
    try stage.show()
    stage.compositor.discardFeedback()
    stage.session.frameClock.request()
    stage.compositor.releaseFrame()
    let count = stage.predictions.count
    #expect(try stage.wait { stage.predictions.count > count })
  }
}
