import Foundation
import RealCompositors
import Testing

/// The main process of a kiosk's service, with compositors that are packaged.
@Suite(.serialized) struct SessionTests {
  @Test(arguments: ["cage", "sway", "weston"])
  func everyCompositorShowsTheLauncherAndTheServiceManagerHearsOfIt(compositor: String) throws {
    let stage = try SessionStage(compositor)
    try stage.show()
    try stage.manager.wait(for: "WATCHDOG=1", count: 3)
    #expect(stage.manager.has("STATUS=the carousel is on the screen"))
    #expect(stage.manager.received.filter { $0 == "READY=1" }.count == 1)
    stage.session.signal(SIGTERM)
    #expect(try stage.end() == 0)
    #expect(stage.manager.has("STOPPING=1"))
  }

  @Test func withoutAWatchdogNobodyIsAskedAnything() throws {
    let stage = try SessionStage(watchdog: false)
    try stage.show()
    try stage.manager.waitForSilence(of: "WATCHDOG=1", seconds: 2)
    #expect(!stage.manager.has("WATCHDOG=1"))
  }

  @Test(arguments: ["cage", "sway", "weston"], [true, false])
  func whenEitherIsKilledTheOtherEndsAndTheServiceStartsAgain(compositor: String, isLauncher: Bool) throws {
    let stage = try SessionStage(compositor)
    try stage.show()
    kill(try stage.process(isLauncher ? "rotunda" : compositor), SIGKILL)
    #expect(try stage.end() == 75)
  }

  /// The watchdog's own interval.
  private static let strictness = "WATCHDOG_USEC=\(Int(SessionStage.interval * 1e6))"

  @Test func aLauncherThatHangsGivesNoSignOfLifeAndIsKilled() throws {
    let stage = try SessionStage()
    try stage.show()
    try stage.manager.wait(for: Self.strictness)
    kill(try stage.process("rotunda"), SIGSTOP)
    try stage.manager.waitForSilence(of: "WATCHDOG=1", seconds: 3 * SessionStage.interval)
    // What a service manager does then.
    stage.session.signal(SIGABRT)
    #expect(try stage.end() == 75)
  }

  @Test(arguments: ["cage", "sway"])
  func aCompositorThatHangsIsKilledWithoutWaitingForTheServiceManager(compositor: String) throws {
    let stage = try SessionStage(compositor)
    try stage.show()
    try stage.manager.wait(for: Self.strictness)
    kill(try stage.process(compositor), SIGSTOP)
    #expect(try stage.end() == 75)
    #expect(stage.session.output.contains("the compositor has not answered"))
    #expect(stage.session.output.contains("the compositor hangs and is killed"))
  }

  /// cage without a screen keeps time by itself, sixty times a second.
  @Test func aBeatWakesSessionAndLauncherOnce() throws {
    let stage = try SessionStage()
    try stage.show()
    try stage.manager.wait(for: "WATCHDOG=1", count: 4)
    let processes = [stage.session.pid, try stage.process("rotunda")]
    let before = try processes.map(Self.wakeUps)
    let beats = 8
    try stage.manager.wait(for: "WATCHDOG=1", count: beats)
    for (process, earlier) in zip(processes, before) {
      let count = try Self.wakeUps(of: process) - earlier
      // One more where it was looked at between a beat and its word.
      #expect((1...beats + 1).contains(count), "\(process)")
    }
  }

  /// How often all threads of a process have waited for something that then came.
  private static func wakeUps(of process: pid_t) throws -> Int {
    let tasks = "/proc/\(process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line.flatMap { Int($0.split(whereSeparator: \.isWhitespace).last ?? "") } ?? 0)
    }
  }

  @Test func nothingSurvivesASessionThatIsKilled() throws {
    let stage = try SessionStage()
    try stage.show()
    stage.session.signal(SIGKILL)
    #expect(try stage.end() == -SIGKILL)
  }

  @Test func aStoppedCompositorDoesNotKeepTheSessionFromEnding() throws {
    let stage = try SessionStage()
    try stage.show()
    for name in ["cage", "rotunda"] { kill(try stage.process(name), SIGSTOP) }
    stage.session.signal(SIGTERM)
    #expect(try stage.end() == 0)
  }
}
