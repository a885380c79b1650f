import Glibc
import Programs
import Testing

@testable import Applications

@MainActor
@Suite(.serialized)
struct HaltedProcessTests {
  @Test func stoppedProgramIsHaltedUntilItContinues() throws {
    let stage = try Stage()
    var isOver = false
    let program = try stage.launcher.start(Command(["sleep", "100"])) { _ in isOver = true }
    #expect(!program.isHalted)
    kill(program.processID, SIGSTOP)
    #expect(try stage.wait { program.isHalted })
    kill(program.processID, SIGCONT)
    #expect(try stage.wait { !program.isHalted })
    kill(program.processID, SIGSTOP)
    program.stop(grace: 0)
    #expect(try stage.wait { isOver })
    #expect(!program.isHalted)
  }

  @Test(arguments: [
    ("0::/user.slice/app.scope\n", "/user.slice/app.scope"), ("1:name=systemd:/a\n0::/b c\n", "/b c"),
    ("0::/\n", "/"), ("1:cpu:/a\n", nil), ("", nil), ("0::\n", nil), ("0::relative\n", nil),
  ])
  func unifiedHierarchyGroupIsUsed(text: String, path: String?) {
    #expect(HaltedProcess.path(in: text) == path)
  }

  @Test(arguments: [
    ("populated 1\nfrozen 0\n", false), ("populated 1\nfrozen 1\n", true), ("", false), ("frozen 11", false),
  ])
  func frozenGroupIsDetected(text: String, isFrozen: Bool) {
    #expect(HaltedProcess.isFrozen(text) == isFrozen)
  }

  /// Creates a control group that the test may freeze. Returns nil if it may not, as in most containers.
  private nonisolated static func makeGroup() -> String? {
    for hierarchy in HaltedProcess.hierarchies {
      let group = "\(hierarchy)/rotunda-test-\(getpid())"
      guard mkdir(group, 0o755) == 0 else { continue }
      if access("\(group)/cgroup.freeze", W_OK) == 0 { return group }
      rmdir(group)
    }
    return nil
  }

  private static func write(_ text: String, to path: String) -> Bool {
    guard let file = fopen(path, "we") else { return false }
    let isWritten = fputs(text, file) >= 0
    return fclose(file) == 0 && isWritten
  }

  private nonisolated static let canFreeze: Bool = {
    guard let group = makeGroup() else { return false }
    return rmdir(group) == 0
  }()

  @Test(.enabled(if: canFreeze, "needs its own control group"))
  func frozenProgramIsHaltedUntilItThaws() throws {
    let group = try #require(Self.makeGroup())
    let stage = try Stage()
    var isOver = false
    let program = try stage.launcher.start(Command(["sleep", "100"])) { _ in isOver = true }
    defer { rmdir(group) }
    #expect(Self.write("\(program.processID)", to: "\(group)/cgroup.procs"))
    #expect(!program.isHalted)
    #expect(Self.write("1", to: "\(group)/cgroup.freeze"))
    #expect(try stage.wait { program.isHalted })
    #expect(Self.write("0", to: "\(group)/cgroup.freeze"))
    #expect(try stage.wait { !program.isHalted })
    program.stop(grace: 0)
    #expect(try stage.wait { isOver })
  }

  @Test func missingProcessIsNotHalted() { #expect(!HaltedProcess.isHalted(Int32.max)) }
}
