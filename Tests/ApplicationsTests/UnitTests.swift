import Foundation
import LongCheck
import Testing

/// Programs in units of a real service manager.
@Suite(.serialized, .enabled(if: ServiceManagerStage.isPossible, "needs root and systemd"))
struct UnitTests {
  /// Returns a scene's lines after the first, which reports that units exist.
  private func scene(_ name: String, _ words: String...) throws -> [String] {
    let probe = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("UnitProbe").path
    let (status, lines) = try ServiceManagerStage.run([probe, name] + words)
    #expect(status == 0)
    #expect(lines.first == "units true")
    return Array(lines.dropFirst())
  }

  @Test func exitReasonIsReported() throws {
    let lines = try scene("ends")
    let expected = [
      "exited(status: 0)", "exited(status: 3)", "exited(status: 203)",
      "signaled(signal: 9, coreDumped: false)",
      "signaled(signal: 11, coreDumped: false)",
      "signaled(signal: 6, coreDumped: false)",
      "signaled(signal: 6, coreDumped: \(Self.keepsCores))",
    ]
    #expect(lines.count == expected.count)
    for (line, reason) in zip(lines, expected) { #expect(line.contains(".ended") && line.contains(reason)) }
  }

  @Test func onlyArgumentsVariablesAndDirectoryArrive() throws {
    let words = ["two words", "$HOME", "${PATH}", "'\"`\\", "", "*", "%n %%", "ü🙂", "; rm -rf /", "-n"]
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    #expect(
      try scene("words") == [
        words.map { "[\($0)]" }.joined(), "a \"b\" $c %n\\x", home, "/usr/share", "1", "0", "1", "2",
        "SigBlk:\t0000000000000000",
      ])
  }

  @Test func wholeTreeEnds() throws {
    let lines = try scene("stops")
    #expect(lines.count == 5)
    #expect(lines[0].contains("exited(status: 9)"))
    #expect(lines[1].contains("signaled(signal: 9"))
    #expect(lines[3].contains("exited(status: 4)"))
    for line in lines.prefix(4) { #expect(line.hasSuffix("alive 0")) }
    #expect(lines[4] == "stopped at once: 0")
  }

  @Test func failedStartsExplainRefusedOnesNeedNoUnit() throws {
    let lines = try scene("failures")
    #expect(lines.count == 3)
    #expect(lines[0].contains("startFailed") && lines[0].contains("interpreter"))
    #expect(lines[1].contains("startFailed") && lines[1].contains("notFound"))
    #expect(lines[2].contains("exited(status: 5)"))
  }

  @Test func limitsBecomeUnitProperties() throws {
    #expect(
      try scene("limits") == [
        "CPUQuotaPerSecUSec=500ms", "MemoryMax=67108864", "MemorySwapMax=0", "lo", "500", "OOMPolicy=kill",
        "TasksMax=2048",
        "refused(errno: 95, text: \"only rotunda-programs.service can restrict programs to some addresses\")",
      ])
  }

  @Test func aProgramReachesOnlyWhatItsTileAllows() throws {
    let lines = try scene("reach")
    #expect(
      lines == [
        "default", "writes /tmp", "a /tmp of its own", "bus disabled:", "NoNewPrivs:1",
        "allowed", "writes /srv/open", "writes /tmp", "a /tmp of its own", "reaches system_bus_socket",
        "reaches cups.sock", "bus disabled:", "NoNewPrivs:1",
        "a program below /tmp", "starts in rotunda-unit", "the launcher's own", "writes",
      ])
  }

  @Test func programReachesOnlyItsDisplay() throws {
    #expect(
      try scene("display") == [
        "as 1-1", "reaches rotunda/display/1-1", "as wayland-7", "reaches wayland-7",
        "reaches rotunda/display/1-1",
      ])
  }

  /// A user's manager runs here, so the programs keep that user. `make boot-container` covers another user.
  @Test func serviceStartsItsOwnConfigurationForTheLauncher() throws {
    let lines = try scene("service")
    #expect(
      lines == [
        "quick: [Programs.ProgramEvent.ended(Programs.ExitReason.exited(status: 3))]",
        "display: wayland-0 token a-token",
        "unknown: [Programs.ProgramEvent.startFailed(Programs.StartFailure.notFound)]",
        "elsewhere: refused", "dots: refused", "a token of two lines: refused",
        "twice: [Programs.ProgramEvent.ended(Programs.ExitReason.exited(status: 70))] alive 0",
        "halted []", "halted [7]",
        "stopped: [Programs.ProgramEvent.ended(Programs.ExitReason.signaled(signal: 9, coreDumped: false))] alive 0",
        "stopped before it was found: [Programs.ProgramEvent.ended(Programs.ExitReason.exited(status: 0))]",
        "all gone, alive 0",
        "beside a closed one: [] alive 1",
        "nonsense ends the connection", "its programs alive 0",
        "service gone: [Programs.ProgramEvent.ended(Programs.ExitReason.signaled(signal: 15, coreDumped: false))] alive 0",
        "a stranger is refused",
      ])
  }

  @Test func deadLaunchersProgramsAreEnded() throws {
    #expect(try scene("leftovers") == ["there true", "over true"])
  }

  @Test func lostManagerEndsItsProgramsOthersStart() throws {
    let lines = try scene("lost")
    #expect(lines.count == 2)
    #expect(lines[0].contains(".ended") && lines[0].hasSuffix("alive 0"))
    #expect(lines[1].contains("exited(status: 6)"))
  }

  /// No processes, zombies, descriptors, units or memory remain. `make check-long` starts a thousand
  /// programs.
  @Test func manyStartsLeaveNothingBehind() throws {
    let count = LongCheck.isOn ? 1000 : 30
    let lines = try scene("many", "\(count)")
    #expect(lines.prefix(3) == ["ended \(count), descriptors 0", "children ", "units 0"])
    let memory = try #require(lines.last?.split(separator: " ").last.flatMap { Int($0) })
    if !Sanitizer.watchesMemory { #expect(memory < Self.unnoticeable, "of \(count) starts") }
  }

  /// Bytes by which the allocator may grow a process without a leak.
  private static let unnoticeable = 256 << 10

  /// Whether the kernel itself writes core files, so that a requested one exists.
  private static let keepsCores =
    (try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8))?.hasPrefix("|") == false
}
