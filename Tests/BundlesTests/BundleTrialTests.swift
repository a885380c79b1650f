import Testing

@testable import Bundles

@Suite struct BundleTrialTests {
  private static func report(
    frames: UInt64 = 10, uptime: UInt64 = 100, problems: UInt32 = 0, error: String = "",
    isWaiting: Bool = false
  ) -> BundleTrial.Report {
    BundleTrial.Report(
      frames: frames, uptime: uptime, problems: problems, lastError: error, isWaiting: isWaiting)
  }

  private static let start = report()

  @Test func frameAndQuietMinuteAreEnough() {
    var trial = BundleTrial(after: Self.start)
    let first = trial.judge(Self.start, isOver: false)
    #expect(first == .open)
    let second = trial.judge(Self.report(frames: 11, uptime: 130), isOver: false)
    #expect(second == .open)
    let last = trial.judge(Self.report(frames: 11, uptime: 160), isOver: true)
    #expect(last == .works)
  }

  @Test func withoutAFrameItFails() {
    var trial = BundleTrial(after: Self.start)
    let before = trial.judge(Self.report(uptime: 160), isOver: true)
    #expect(before == .fails("the launcher showed no frame"))
    let after = trial.judge(Self.report(frames: 11, uptime: 160), isOver: true)
    #expect(after == .works)
  }

  @Test(
    arguments: [
      (report(problems: 1), BundleTrial.Verdict.fails("the launcher found a mistake in the configuration")),
      (report(frames: 11, error: "tile 'a' did not start"), .fails("tile 'a' did not start")),
      (report(frames: 11, uptime: 2), .interrupted("the launcher restarted")),
      (nil, .interrupted("the launcher ended")),
    ] as [(BundleTrial.Report?, BundleTrial.Verdict)])
  func problemsEndIt(report: BundleTrial.Report?, verdict: BundleTrial.Verdict) {
    var trial = BundleTrial(after: Self.start)
    let answer = trial.judge(report, isOver: false)
    #expect(answer == verdict)
  }

  @Test func earlierErrorDoesNotCount() {
    var trial = BundleTrial(after: Self.report(error: "old"))
    let answer = trial.judge(Self.report(frames: 11, uptime: 160, error: "old"), isOver: true)
    #expect(answer == .works)
  }

  /// A question over a program shows frames, but the bundle waits behind it.
  @Test func framesBeforeItsApplicationDoNotCount() {
    var trial = BundleTrial(after: Self.start)
    let behind = trial.judge(Self.report(frames: 15, uptime: 130, isWaiting: true), isOver: false)
    #expect(behind == .open)
    var other = trial
    let never = other.judge(Self.report(frames: 20, uptime: 160, isWaiting: true), isOver: true)
    #expect(never == .postponed)
    var third = trial
    let unseen = third.judge(Self.report(frames: 15, uptime: 160), isOver: true)
    #expect(unseen == .fails("the launcher showed no frame"))
    let shown = trial.judge(Self.report(frames: 16, uptime: 160), isOver: true)
    #expect(shown == .works)
  }

  /// A restart shows in the time since the last report, not only since the start of the trial.
  @Test func lateRestartIsNoticed() {
    var trial = BundleTrial(after: Self.report(uptime: 5))
    let first = trial.judge(Self.report(uptime: 50), isOver: false)
    #expect(first == .open)
    let second = trial.judge(Self.report(uptime: 7), isOver: false)
    #expect(second == .interrupted("the launcher restarted"))
  }
}
