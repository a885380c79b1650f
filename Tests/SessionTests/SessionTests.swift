import Foundation
import RealCompositors
import Testing

/// The main process of a kiosk's service, with packaged compositors.
@Suite(.serialized) struct SessionTests {
  @Test(arguments: ["cage", "sway", "weston"])
  func everyCompositorReportsReadiness(compositor: String) throws {
    let stage = try SessionStage(compositor)
    try stage.show()
    try stage.manager.wait(for: "WATCHDOG=1", count: 3)
    #expect(stage.manager.has("STATUS=the carousel is on the screen"))
    #expect(stage.manager.received.filter { $0 == "READY=1" }.count == 1)
    stage.session.signal(SIGTERM)
    #expect(try stage.end() == 0)
    #expect(stage.manager.has("STOPPING=1"))
  }

  @Test func noChecksRunWithoutAWatchdog() throws {
    let stage = try SessionStage(watchdog: false)
    try stage.show()
    try stage.manager.waitForSilence(of: "WATCHDOG=1", seconds: 2)
    #expect(!stage.manager.has("WATCHDOG=1"))
  }

  @Test(arguments: ["cage", "sway", "weston"], [true, false])
  func killedPartEndsTheOtherAndRestarts(compositor: String, isLauncher: Bool) throws {
    let stage = try SessionStage(compositor)
    try stage.show()
    kill(try stage.process(isLauncher ? "rotunda" : compositor), SIGKILL)
    #expect(try stage.end() == 75)
  }

  /// The setting for the watchdog's own interval.
  private static let strictness = "WATCHDOG_USEC=\(Int(SessionStage.interval * 1e6))"

  @Test func hangingLauncherIsKilled() throws {
    let stage = try SessionStage()
    try stage.show()
    try stage.manager.wait(for: Self.strictness)
    kill(try stage.process("rotunda"), SIGSTOP)
    try stage.manager.waitForSilence(of: "WATCHDOG=1", seconds: 3 * SessionStage.interval)
    // A service manager sends SIGABRT then.
    stage.session.signal(SIGABRT)
    #expect(try stage.end() == 75)
  }

  @Test(arguments: ["cage", "sway"])
  func hangingCompositorIsKilledAtOnce(compositor: String) throws {
    let stage = try SessionStage(compositor)
    try stage.show()
    try stage.manager.wait(for: Self.strictness)
    kill(try stage.process(compositor), SIGSTOP)
    #expect(try stage.end() == 75)
    #expect(stage.session.output.contains("the compositor has not answered"))
    #expect(stage.session.output.contains("the compositor hangs and is killed"))
  }

  /// The locked memory of a process in kB.
  private static func lockedMemory(of process: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmLck:") })
    return try #require(Int(line.split(whereSeparator: \.isWhitespace)[1]))
  }

  /// Whether a process may lock any amount of memory.
  private static let givesMemoryToLock = {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("CapEff:") }),
      let capabilities = UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16)
    else { return false }
    // CAP_SYS_RESOURCE of capabilities(7).
    return capabilities & 1 << 24 != 0
  }()

  @Test(.enabled(if: givesMemoryToLock, "takes CAP_SYS_RESOURCE"))
  func lockedMemoryIsNotInherited() throws {
    let tile = "[[tile]]\nname = \"One\"\nrun = [\"sleep\", \"1000\"]\nautostart = true\n"
    let stage = try SessionStage(
      tiles: tile, preparation: "until [ \"$(ulimit -l)\" = unlimited ]; do sleep 0.01; done")
    let tool = URL(filePath: "/usr/bin/prlimit")
    let limiting = try Process.run(tool, arguments: ["--pid", "\(stage.session.pid)", "--memlock=unlimited"])
    limiting.waitUntilExit()
    #expect(limiting.terminationStatus == 0)
    try stage.show()
    try stage.manager.wait(for: "WATCHDOG=1")
    for process in [stage.session.pid, try stage.process("rotunda")] {
      #expect(try Self.lockedMemory(of: process) > 0)
    }
    let program = try stage.process("sleep")
    #expect(try Self.lockedMemory(of: program) == 0)
    let limits = try String(contentsOfFile: "/proc/\(program)/limits", encoding: .utf8)
    let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max locked memory") })
    #expect(line.split(whereSeparator: \.isWhitespace).prefix(5).suffix(2) == ["8388608", "8388608"])
  }

  @Test func sessionWithoutFullLockLocksNothing() throws {
    let stage = try SessionStage(preparation: "ulimit -l 1024")
    try stage.show()
    try stage.manager.wait(for: "WATCHDOG=1")
    #expect(try Self.lockedMemory(of: stage.session.pid) == 0)
    #expect(try Self.lockedMemory(of: stage.process("rotunda")) == 0)
  }

  /// cage without a screen generates frame callbacks by itself, sixty per second.
  @Test func aBeatWakesSessionAndLauncherOnce() throws {
    // A clock would draw a frame every minute.
    let stage = try SessionStage(
      tiles: "[header]\nclock = \"none\"\n[[tile]]\nname = \"One\"\nrun = [\"true\"]\n")
    try stage.show()
    try stage.manager.wait(for: "WATCHDOG=1", count: 4)
    let processes = [stage.session.pid, try stage.process("rotunda")]
    for process in processes {
      try awaitOneWakeUp(of: process, per: SessionStage.interval / 2) {
        try stage.manager.wait(for: "WATCHDOG=1", count: 8)
      }
    }
  }

  @Test func nothingSurvivesASessionThatIsKilled() throws {
    let stage = try SessionStage()
    try stage.show()
    stage.session.signal(SIGKILL)
    #expect(try stage.end() == -SIGKILL)
  }

  @Test func stoppedCompositorDoesNotBlockTheEnd() throws {
    let stage = try SessionStage()
    try stage.show()
    for name in ["cage", "rotunda"] { kill(try stage.process(name), SIGSTOP) }
    stage.session.signal(SIGTERM)
    #expect(try stage.end() == 0)
  }
}
