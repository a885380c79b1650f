import Applications
import EventLoop
import Foundation
import Programs
import Testing

@MainActor
@Suite(.serialized)
struct ProgramLauncherTests {
  let stage: Stage

  init() throws {
    stage = try Stage()
  }

  @Test func argumentsArriveVerbatim() throws {
    let words = ["two words", "$HOME", "'\"`\\", "", "*", "ü🙂", "-n", "a\nb", "; rm -rf /"]
    try stage.run(Command(["/usr/bin/printf", "[%s]"] + words))
    #expect(stage.output == words.map { "[\($0)]" }.joined())
  }

  @Test(arguments: [
    ("exit 0", ExitReason.exited(status: 0)), ("exit 3", .exited(status: 3)),
    ("exit 255", .exited(status: 255)),
    ("kill -KILL $$", .signaled(signal: SIGKILL, coreDumped: false)),
    ("kill -TERM $$", .signaled(signal: SIGTERM, coreDumped: false)),
    ("ulimit -c 0; kill -SEGV $$", .signaled(signal: SIGSEGV, coreDumped: false)),
  ])
  func exitReasonIsReported(script: String, expected: ExitReason) throws {
    #expect(try stage.run(script: script) == expected)
  }

  @Test(.enabled(if: coresAreFiles, "the kernel hands cores to a program here")) func aCoreFileIsMentioned()
    throws
  {
    let command = Command(
      ["/bin/sh", "-c", "ulimit -c unlimited; kill -SEGV $$"], workingDirectory: stage.directory.path)
    #expect(try stage.run(command) == .signaled(signal: SIGSEGV, coreDumped: true))
  }

  private nonisolated static var coresAreFiles: Bool {
    let pattern = try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    return pattern?.hasPrefix("|") == false && limit.rlim_max > 1 << 20
  }

  @Test func commandsEnvironmentPrecedesTheLaunchers() throws {
    setenv("ROTUNDA_TEST_OWN", "own", 1)
    setenv("ROTUNDA_TEST_BOTH", "own", 1)
    defer {
      unsetenv("ROTUNDA_TEST_OWN")
      unsetenv("ROTUNDA_TEST_BOTH")
    }
    let names = ["ROTUNDA_TEST_OWN", "ROTUNDA_TEST_BOTH", "ROTUNDA_TEST_NEW"]
    try stage.run(
      Command(
        ["printenv"] + names, environment: ["ROTUNDA_TEST_BOTH": "its own", "ROTUNDA_TEST_NEW": "a=b"]))
    #expect(stage.output == "own\nits own\na=b\n")
  }

  @Test func nonUTF8VariablesArriveUnchanged() throws {
    let latin: [CChar] = [0x63, 0x61, 0x66, CChar(bitPattern: 0xE9), 0]
    let names = ["ROTUNDA_TEST_LATIN", "ROTUNDA_TEST_REPLACED", "LISTEN_LATIN"]
    names.forEach { setenv($0, latin, 1) }
    defer { names.forEach { unsetenv($0) } }
    let script = "printenv ROTUNDA_TEST_LATIN | od -An -tx1; printenv ROTUNDA_TEST_REPLACED LISTEN_LATIN"
    try stage.run(
      Command(["/bin/sh", "-c", script], environment: ["ROTUNDA_TEST_REPLACED": "new"]))
    #expect(stage.output == " 63 61 66 e9 0a\nnew\n")
  }

  @Test func launchersOwnVariablesDoNotReachPrograms() throws {
    let names = [
      "DISPLAY", "XAUTHORITY", "WLR_XWAYLAND",
      "SWAYSOCK", "I3SOCK", "NIRI_SOCKET", "WAYLAND_SOCKET", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID",
      "LISTEN_FDS", "LISTEN_PID",
      "LISTEN_FDNAMES", "XDG_ACTIVATION_TOKEN",
    ]
    names.forEach { setenv($0, "3", 1) }
    defer { names.forEach { unsetenv($0) } }
    #expect(try stage.run(Command(["printenv"] + names)) == .exited(status: 1))
    #expect(stage.output == "")
  }

  @Test func aProgramStartsInItsDirectory() throws {
    try stage.run(Command(["pwd"], workingDirectory: "/usr/share"))
    #expect(stage.output == "/usr/share\n")
  }

  @Test func programStartsWithDefaultSignals() throws {
    // The loop ignores SIGPIPE from its creation on.
    try stage.loop.addSignal(SIGHUP) {}
    try stage.run(Command(["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"]))
    let masks = stage.output.split(separator: "\n").compactMap {
      UInt64($0.split(separator: "\t").last ?? "", radix: 16)
    }
    // 32 and 33 belong to glibc. Its posix_spawn leaves them ignored, which its programs tolerate.
    let glibcsOwn: UInt64 = 1 << 31 | 1 << 32
    #expect(masks.map { $0 & ~glibcsOwn } == [0, 0])
  }

  @Test func memoryShortageEndsProgramsFirst() throws {
    let file = "/proc/self/oom_score_adj"
    let own = try String(contentsOfFile: file, encoding: .utf8)
    try stage.run(script: "cat \(file); sh -c 'cat \(file)'")
    #expect(stage.output == "500\n500\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == own)
  }

  @Test func programInheritsOnlyStandardDescriptors() throws {
    let leak = open("/dev/null", O_RDONLY)
    defer { close(leak) }
    try stage.run(
      script: "readlink /proc/$$/fd/0; for fd in $(seq 0 99); do [ -e /proc/$$/fd/$fd ] && echo $fd; done")
    #expect(stage.output == "/dev/null\n0\n1\n2\n")
  }

  @Test func programLeadsItsOwnSessionAndGroup() throws {
    var reason: ExitReason?
    let program = try stage.launcher.start(Command(["cat", "/proc/self/stat"])) { reason = $0 }
    #expect(try stage.wait { reason != nil })
    let fields = stage.output.split(separator: " ")
    #expect(fields[0] == "\(program.processID)")
    #expect(fields[4] == fields[0] && fields[5] == fields[0])
  }

  @Test func endIsNeverReportedDuringTheStart() throws {
    var isStarted = false
    _ = try stage.launcher.start(Command(["true"])) { _ in #expect(isStarted) }
    usleep(50_000)
    isStarted = true
    #expect(try stage.wait { stage.launcher.count == 0 })
  }
}
