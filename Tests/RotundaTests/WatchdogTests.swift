import Foundation
import RealCompositors
import TestCompositor
import Testing

/// When the launcher reports to its service manager that it is ready and alive.
@Suite(.serialized) struct WatchdogTests {
  /// The watchdog's interval in seconds, and the silence that proves that the launcher does not feed it: the
  /// time of six reports.
  private static let interval = 0.5
  private static let silence = 1.5

  private func kiosk(
    waits: Bool = true, _ change: (inout CompositorOptions) -> Void = { _ in }
  ) throws -> (Kiosk, NotifySocket) {
    let manager = try NotifySocket("/tmp/rotunda-notify-\(UUID().uuidString.prefix(8))")
    let kiosk = try Kiosk(
      environment: [
        "NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": String(Int(Self.interval * 1e6)),
      ], waits: waits, change)
    return (kiosk, manager)
  }

  @Test(arguments: [true, false])
  func readinessFollowsTheFirstVisibleFrame(knowsPresentation: Bool) throws {
    let (kiosk, manager) = try kiosk(waits: false) {
      $0.frames = .manual
      if knowsPresentation { $0.offered = CompositorOptions.everything }
    }
    try kiosk.compositor.waitForFrame()
    try kiosk.compositor.ping()
    try manager.waitForSilence(of: "READY=1", seconds: 0.5)
    #expect(!manager.has("READY=1"))
    kiosk.compositor.releaseFrame()
    try manager.wait(for: "READY=1")
  }

  @Test func unseenFirstFrameIsCommittedAgain() throws {
    let (kiosk, manager) = try kiosk(waits: false) {
      $0.frames = .manual
      $0.offered = CompositorOptions.everything
    }
    let first = try kiosk.compositor.waitForFrame()
    kiosk.compositor.discardFeedback()
    kiosk.compositor.releaseFrame()
    try kiosk.compositor.waitForCommit(after: first.commits)
    #expect(!manager.has("READY=1"))
    kiosk.compositor.releaseFrame()
    try manager.wait(for: "READY=1")
  }

  @Test func healthyLauncherFeedsTheWatchdog() throws {
    let (kiosk, manager) = try kiosk()
    try manager.wait(for: "WATCHDOG=1", count: 4)
    kiosk.drag(by: (-180, 0), samples: 8)
    try manager.wait(for: "WATCHDOG=1", count: 4)
  }

  @Test func hangingCompositorStarvesTheWatchdog() throws {
    let (kiosk, manager) = try kiosk()
    try manager.wait(for: "WATCHDOG=1", count: 2)
    kiosk.compositor.hang()
    try manager.waitForSilence(of: "WATCHDOG=1", seconds: Self.silence)
    try kiosk.launcher.waitForOutput("the compositor has not answered")
    kiosk.compositor.resume()
    try manager.wait(for: "WATCHDOG=1", count: 2)
  }

  @Test func missingFramesStarveTheWatchdog() throws {
    let (kiosk, manager) = try kiosk()
    try kiosk.awaitRest()
    try manager.wait(for: "WATCHDOG=1", count: 2)
    kiosk.compositor.setFrames(.manual)
    // The finger stays down, so that only a frame is missing.
    kiosk.drag(by: (-60, 0), samples: 8, lifts: false)
    try manager.waitForSilence(of: "WATCHDOG=1", seconds: Self.silence)
    try kiosk.launcher.waitForOutput("a frame was not shown")
    kiosk.compositor.setFrames(.automatic(perSecond: 60))
    try manager.wait(for: "WATCHDOG=1", count: 2)
  }

  @Test func programOnScreenDoesNotStarveIt() throws {
    let (kiosk, manager) = try kiosk()
    kiosk.tap()
    _ = try kiosk.files.report(.red)
    kiosk.compositor.setFrames(.manual)
    try manager.wait(for: "WATCHDOG=1", count: 8)
    #expect(manager.has("STATUS=a program has the screen"))
    // After the program's end, the launcher must receive frames again.
    kiosk.compositor.setFrames(.automatic(perSecond: 60))
    try kiosk.files.order("exit 0", to: .red)
    try manager.wait(for: "STATUS=the carousel is on the screen")
    try manager.wait(for: "WATCHDOG=1", count: 4)
  }

  @Test func unpluggedScreenDoesNotStarveIt() throws {
    let (kiosk, manager) = try kiosk()
    try kiosk.awaitRest()
    kiosk.compositor.withdraw(.wlOutput)
    kiosk.compositor.setFrames(.manual)
    kiosk.drag(by: (-60, 0), samples: 8)
    try manager.wait(for: "WATCHDOG=1", count: 8)
    kiosk.compositor.offer(.wlOutput)
    kiosk.compositor.setFrames(.automatic(perSecond: 60))
    try manager.wait(for: "WATCHDOG=1", count: 4)
  }

  @Test func blockedLoopStarvesTheWatchdog() throws {
    let (kiosk, manager) = try kiosk()
    try manager.wait(for: "WATCHDOG=1", count: 2)
    kiosk.launcher.send(signal: SIGSTOP)
    try manager.waitForSilence(of: "WATCHDOG=1", seconds: Self.silence)
    kiosk.launcher.send(signal: SIGCONT)
    try manager.wait(for: "WATCHDOG=1", count: 2)
  }

  @Test func endingLauncherNotifiesTheManager() throws {
    let (kiosk, manager) = try kiosk()
    kiosk.launcher.send(signal: SIGTERM)
    #expect(try kiosk.launcher.waitForExit() == .status(0))
    #expect(manager.has("STOPPING=1"))
  }
}
