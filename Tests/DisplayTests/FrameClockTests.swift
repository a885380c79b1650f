import Display
import EventLoop
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
    #expect(stage.predictions.count == shown + 1, "no further frame was requested")
    #expect(!stage.session.frameClock.isOutstanding)
  }

  @Test func requestWithoutOutstandingFrameDrawsAtOnce() throws {
    let stage = try SessionStage { $0.frames = .manual }
    defer { stage.end() }
    try stage.show()
    // A second configure grants the whole screen.
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

  @Test func emptyFrameStillLeadsToTheNext() throws {
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

  @Test func presentationFeedbackSetsTheRefreshInterval() throws {
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

  @Test func lateFramesAreCounted() throws {
    let stage = try SessionStage {
      $0.offered = CompositorOptions.everything
      $0.frames = .manual
    }
    defer { stage.end() }
    try stage.show()
    let clock = stage.session.frameClock
    // Shows the submitted frame this much later than its prediction, and draws another.
    func show(late: Double) throws {
      let promised = try #require(stage.predictions.last)
      let count = stage.predictions.count
      clock.request()
      stage.compositor.releaseFrame(atNanoseconds: UInt64((promised + late) * 1e9))
      #expect(try stage.wait { stage.predictions.count > count })
      try stage.settle()
    }
    for _ in 0..<5 { try show(late: 0) }
    #expect(clock.lateFrames == 0)
    try show(late: 0.1)
    #expect(clock.lateFrames == 1)
    try show(late: 0)
    // A frame that appears so late was hidden.
    try show(late: 30)
    #expect(clock.lateFrames == 1)
  }

  @Test func screenModeSetsTheFallbackRefreshInterval() throws {
    let stage = try SessionStage { $0.outputs[0].refreshMilliHertz = 30_000 }
    defer { stage.end() }
    try stage.show()
    #expect(stage.session.frameClock.refreshInterval == 1.0 / 30)
  }

  @Test func discardedFeedbackIsHarmless() throws {
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

  @Test func unchangedFrameIsNotCommitted() throws {
    let stage = try SessionStage(CompositorOptions(like: .cage014))
    defer { stage.end() }
    try stage.show()
    #expect(try stage.comesToRest())
    stage.paints = false
    let (commits, frames) = (try #require(stage.compositor.window()).commits, stage.predictions.count)
    for count in 1...20 {
      stage.session.frameClock.request()
      #expect(try stage.wait { stage.predictions.count >= frames + count })
    }
    try stage.settle()
    #expect(stage.compositor.window()?.commits == commits)
    #expect(stage.compositor.waitingFrameCallbacks == 0)
  }

  @Test(arguments: CompositorProfile.allCases)
  func acknowledgedConfigureIsCommittedWithoutNews(profile: CompositorProfile) throws {
    let stage = try SessionStage(CompositorOptions(like: profile))
    defer { stage.end() }
    try stage.show()
    #expect(try stage.comesToRest())
    stage.paints = false
    let before = try #require(stage.compositor.window())
    let size = try #require(stage.configurations.last).size
    let serial = try #require(
      stage.compositor.resize(width: Int32(size.width), height: Int32(size.height)))
    #expect(try stage.wait { stage.compositor.window()?.acknowledged.last == serial })
    #expect(try stage.wait { (stage.compositor.window()?.commits ?? 0) > before.commits })
    #expect(try stage.comesToRest())
    #expect(stage.compositor.waitingFrameCallbacks == 0 && stage.compositor.stalledFrameCallbacks == 0)
  }

  @Test func missingCallbackIsRequestedAgain() throws {
    let stage = try SessionStage { $0.frames = .manual }
    defer { stage.end() }
    try stage.show()
    let first = try #require(stage.compositor.window()).commits
    var commits: [Double] = []
    #expect(
      try stage.wait {
        if stage.compositor.window()?.commits == first + commits.count + 1 { commits.append(EventLoop.now) }
        return commits.count == 4
      })
    let damage = try #require(stage.compositor.window()?.bufferDamage.first)
    #expect(damage.width == .max && damage.height == .max)
    let pauses = zip(commits.dropFirst(), commits).map { $0 - $1 }
    // Each pause is twice as long. Delays by the machine only make a pause longer.
    #expect(pauses[0] > 0.4 && pauses[1] > 0.9 && pauses[2] > 1.8)
    stage.compositor.releaseFrame()
    #expect(try stage.wait { !stage.session.frameClock.isOutstanding })
  }

  @Test func coveredWindowRequestsNothingAgain() throws {
    let stage = try SessionStage { $0.frames = .manual }
    defer { stage.end() }
    try stage.show()
    try stage.settle()
    stage.session.isCovered = true
    let commits = try #require(stage.compositor.window()).commits
    #expect(try stage.comesToRest())
    try stage.settle()
    #expect(stage.compositor.window()?.commits == commits)
    stage.session.isCovered = false
    #expect(try stage.wait { stage.compositor.window()?.commits == commits + 1 })
  }

  @Test func newSizeIsDrawnDespiteAMissingCallback() throws {
    let stage = try SessionStage { $0.frames = .manual }
    defer { stage.end() }
    try stage.show()
    try stage.settle()
    #expect(stage.session.frameClock.isOutstanding)
    stage.compositor.resize(width: 801, height: 333)
    #expect(try stage.wait { stage.compositor.window()?.pixels?.width == 801 })
    #expect(stage.disconnections.isEmpty)
  }
}
