import Foundation
import RealCompositors
import Testing

/// The session with compositors that behave in ways that real ones cannot be forced to.
@Suite(.serialized) struct StandInTests {
  @Test func aCompositorThatEndsEarlyIsStartedAgain() throws {
    // Like a compositor that finds the screen still in use.
    let stage = try SessionStage(
      standIn: """
        echo attempt >>"$SCRATCH/attempts"
        [ "$(wc -l <"$SCRATCH/attempts")" -lt 3 ] && exit 1
        exec \(Self.path(of: "cage")) "$@"
        """)
    try stage.show()
    let attempts = try String(contentsOfFile: stage.scratch.file("attempts"), encoding: .utf8)
    #expect(attempts.split(separator: "\n").count == 3)
    stage.session.signal(SIGTERM)
    #expect(try stage.end() == 0)
  }

  @Test func failedStartsSuspectTheDriverThenEnd() throws {
    let stage = try SessionStage(
      "weston", standIn: "echo \"$@\" >>\"$SCRATCH/attempts\"; exit 1")
    #expect(try stage.end() == 69)
    let attempts = try String(contentsOfFile: stage.scratch.file("attempts"), encoding: .utf8)
      .split(separator: "\n")
    #expect(attempts.count == 7)
    #expect(attempts.first?.contains("--backend") == true)
    #expect(stage.session.output.contains("weston never showed the launcher"))
    #expect(!stage.manager.has("READY=1"))
  }

  @Test func knownMissingPartIsAwaitedAndNamed() throws {
    // No machine has such a seat, and most test machines have no free screen either.
    let stage = try SessionStage(
      standIn: "echo attempt >>\"$SCRATCH/attempts\"; exit 1",
      preparation: "export WLR_BACKENDS=drm,libinput XDG_SEAT=seat-of-nobody")
    #expect(try stage.end() == 69)
    let attempts = try String(contentsOfFile: stage.scratch.file("attempts"), encoding: .utf8)
    #expect(attempts == "attempt\n", "the missing part prevents a second start")
    #expect(stage.session.output.contains("the kiosk cannot start: "))
    #expect(stage.session.output.contains(" → "), "no remedy: \(stage.session.output)")
  }

  @Test func waitingCompositorIsNotAwaited() throws {
    // Like cage without a screen.
    let stage = try SessionStage(
      standIn: "sleep 1000", preparation: "export WLR_BACKENDS=drm,libinput XDG_SEAT=seat-of-nobody")
    #expect(try stage.end() == 69)
    #expect(stage.session.output.contains("the kiosk cannot start: "))
  }

  @Test func slowStartIsNotALostLauncher() throws {
    let stage = try SessionStage(standIn: "echo here >\"$SCRATCH/here\"; sleep 1000")
    try stage.session.wait(for: "the compositor") {
      FileManager.default.fileExists(atPath: stage.scratch.file("here")) ? true : nil
    }
    // A service manager sends SIGABRT when the start takes too long.
    stage.session.signal(SIGABRT)
    #expect(try stage.end() == 69)
    #expect(stage.session.output.contains("nothing was shown in time"))
  }

  private static let hasLabwc = FileManager.default.fileExists(atPath: "/usr/bin/labwc")

  @Test(.disabled(if: hasLabwc, "labwc is not missing")) func aMissingCompositorIsNamed() throws {
    let stage = try SessionStage("labwc", standIn: nil)
    #expect(try stage.end() == 69)
    #expect(stage.session.output.contains("cannot start labwc: No such file or directory"))
  }

  @Test func nonUTF8VariablesPassTheSession() throws {
    let stage = try SessionStage(
      standIn: """
        printenv LATIN | od -An -tx1 >"$SCRATCH/latin"
        echo READY=1 >&"$ROTUNDA_SESSION_SOCKET"
        sleep 1000
        """, preparation: "LATIN=$(printf 'caf\\351'); export LATIN")
    try stage.show()
    #expect(try String(contentsOfFile: stage.scratch.file("latin"), encoding: .utf8) == " 63 61 66 e9 0a\n")
  }

  @Test func onlyTheLaunchersMessagesAreRelayed() throws {
    let stage = try SessionStage(
      standIn: """
        env >"$SCRATCH/environment"
        echo "READY=1
        STATUS=hello
        MAINPID=1
        FDSTORE=1
        WATCHDOG=1" >&"$ROTUNDA_SESSION_SOCKET"
        sleep 1000
        """)
    try stage.show()
    try stage.session.wait(for: "the relayed message") { stage.manager.has("WATCHDOG=1") ? true : nil }
    #expect(
      stage.manager.received == [
        "STATUS=cage starts", "READY=1", "WATCHDOG_USEC=4000000", "STATUS=hello", "WATCHDOG=1",
      ])
    let environment = try String(contentsOfFile: stage.scratch.file("environment"), encoding: .utf8)
    #expect(!environment.contains("NOTIFY_SOCKET"))
    #expect(environment.contains("ROTUNDA_SESSION_WATCHDOG_USEC=1000000"))
    #expect(environment.contains("ROTUNDA_SESSION_CONFIG=\(stage.scratch.file("rotunda.toml"))"))
  }

  @Test func otherProgramsCannotForgeLauncherMessages() throws {
    // The compositor and its children also have the launcher's end of the socket. /proc leads other programs
    // to it.
    let stage = try SessionStage(
      standIn: """
        exec python3 -c '
        import os, subprocess, sys, time
        scratch, number = os.environ["SCRATCH"], int(os.environ["ROTUNDA_SESSION_SOCKET"])
        say = lambda *lines: os.write(number, "".join(f"{line}\\n" for line in lines).encode())
        say(f"LAUNCHER={os.getppid()}", f"LAUNCHER={os.getpid()}", "READY=1")
        if os.fork() == 0:
            say("STATUS=forged", "CONSOLE=1", "STOPPING=1")
            os._exit(0)
        os.wait()
        try:
            open(f"/proc/{os.getpid()}/fd/{number}", "w")
        except OSError as error:
            open(scratch + "/refused", "w").write(str(error.errno))
        say("STATUS=spoken")
        time.sleep(1000)
        '
        """)
    try stage.show()
    try stage.session.wait(for: "the relayed message") { stage.manager.has("STATUS=spoken") ? true : nil }
    #expect(!stage.manager.has("STATUS=forged") && !stage.manager.has("STOPPING=1"))
    let refused = try String(contentsOfFile: stage.scratch.file("refused"), encoding: .utf8)
    #expect(refused == "\(ENXIO)")
    stage.session.signal(SIGTERM)
    // The exit status 3 would open a console.
    #expect(try stage.end() == 0)
  }

  @Test func watchdogIsPatientDuringTheStart() throws {
    let stage = try SessionStage(
      standIn: """
        echo "READY=1
        WATCHDOG=trigger
        WATCHDOG=1" >&"$ROTUNDA_SESSION_SOCKET"
        while ! [ -e "$SCRATCH/go" ]; do sleep 0.01; done
        echo "WATCHDOG=1
        WATCHDOG=1
        WATCHDOG=1" >&"$ROTUNDA_SESSION_SOCKET"
        while ! [ -e "$SCRATCH/fail" ]; do sleep 0.01; done
        # Like a launcher at each beat: a shell that starts a program seems to wait for the disk.
        while sleep 0.1; do echo "WATCHDOG=trigger" >&"$ROTUNDA_SESSION_SOCKET"; done
        """)
    try stage.manager.wait(for: "WATCHDOG=1")
    // So early a failed check kills no process.
    #expect(stage.manager.has("WATCHDOG_USEC=4000000"))
    #expect(!stage.manager.has("WATCHDOG_USEC=1000000"))
    _ = try stage.scratch.write("", to: "go")
    try stage.manager.wait(for: "WATCHDOG_USEC=1000000")
    _ = try stage.scratch.write("", to: "fail")
    #expect(try stage.end() == 75)
    #expect(stage.session.output.contains("the compositor hangs and is killed"))
    #expect(!stage.manager.has("WATCHDOG=trigger"))
  }

  /// A compositor whose pages the kernel has reclaimed: it reads a file outside the cache repeatedly until
  /// the file "hang" exists.
  private static let reader = """
    exec python3 -c '
    import mmap, os, time
    scratch, say = os.environ["SCRATCH"], lambda *lines: os.write(
        int(os.environ["ROTUNDA_SESSION_SOCKET"]), "".join(f"{line}\\n" for line in lines).encode())
    size = 4096 * 64
    with open(scratch + "/pages", "wb") as file:
        file.write(os.urandom(size))
        os.fsync(file.fileno())
    file = open(scratch + "/pages", "rb")
    pages = mmap.mmap(file.fileno(), size, prot=mmap.PROT_READ)
    pages.madvise(mmap.MADV_RANDOM)
    say(f"LAUNCHER={os.getpid()}", "READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1")
    while not os.path.exists(scratch + "/hang"):
        pages.madvise(mmap.MADV_DONTNEED)
        os.posix_fadvise(file.fileno(), 0, size, os.POSIX_FADV_DONTNEED)
        sum(pages[at] for at in range(0, size, 4096))
        SAY
        time.sleep(0.2)
    say("WATCHDOG=1")
    while True:
        time.sleep(0.2)
        say("WATCHDOG=trigger")
    '
    """

  @Test func compositorWaitingForDiskIsNotKilled() throws {
    let stage = try SessionStage(
      standIn: Self.reader.replacing("SAY", with: "say(\"WATCHDOG=trigger\")"))
    try stage.show()
    // The service manager receives that report, and has no reason to end the service.
    try stage.manager.wait(for: "WATCHDOG=1", count: 8)
    #expect(stage.session.output.contains("the compositor does not answer because it waits for the disk"))
    #expect(!stage.session.output.contains("the compositor hangs"))
    _ = try stage.scratch.write("", to: "hang")
    #expect(try stage.end() == 75)
    #expect(stage.session.output.contains("the compositor hangs and is killed"))
  }

  @Test func launcherWaitingForDiskGetsMoreTime() throws {
    let stage = try SessionStage(standIn: Self.reader.replacing("SAY", with: "pass"))
    try stage.show()
    try stage.manager.wait(for: "WATCHDOG=1", count: 8)
    #expect(stage.session.output.contains("the launcher gives no sign of life because it waits for the disk"))
    _ = try stage.scratch.write("", to: "hang")
    #expect(try stage.end() == 75)
  }

  @Test func endingLauncherHasTheTimeOfAStart() throws {
    let stage = try SessionStage(
      standIn: """
        echo "READY=1
        WATCHDOG=1
        WATCHDOG=1
        WATCHDOG=1
        STOPPING=1" >&"$ROTUNDA_SESSION_SOCKET"
        sleep 1000
        """)
    try stage.show()
    try stage.session.wait(for: "the watchdog's longer interval again") {
      stage.manager.received.filter { $0.hasPrefix("WATCHDOG_USEC=") }.map { String($0.dropFirst(14)) }
        == ["4000000", "1000000", "4000000"] ? true : nil
    }
    #expect(!stage.manager.has("STOPPING=1"))
  }

  /// The unit's setting, whether the launcher knows of the console, and the session's status: 3 is a console,
  /// 75 a restart of the kiosk.
  private static let consoles: [(word: String?, isTold: Bool, status: Int32)] = [
    ("yes", true, 3), ("1", true, 3), ("True", true, 3), (nil, false, 75), ("no", false, 75), ("", false, 75),
    ("yes please", false, 75),
  ]

  @Test(arguments: consoles) func unitDecidesAboutTheConsole(
    word: String?, isTold: Bool, status: Int32
  ) throws {
    let stage = try SessionStage(
      standIn: """
        env >"$SCRATCH/environment"
        echo "READY=1
        CONSOLE=1" >&"$ROTUNDA_SESSION_SOCKET"
        """, preparation: word.map { "export ROTUNDA_CONSOLE='\($0)'" } ?? "unset ROTUNDA_CONSOLE")
    #expect(try stage.end() == status)
    let environment = try String(contentsOfFile: stage.scratch.file("environment"), encoding: .utf8)
    #expect(environment.contains("ROTUNDA_SESSION_CONSOLE=") == isTold)
    #expect(stage.session.output.contains("ROTUNDA_CONSOLE=yes") != isTold)
  }

  @Test func nestedLeftoversAreKilled() throws {
    let stage = try SessionStage(
      standIn: """
        setsid sh -c 'trap "" TERM; setsid sleep 1000 & sleep 1000' &
        echo READY=1 >&"$ROTUNDA_SESSION_SOCKET"
        sleep 1000
        """)
    try stage.show()
    try stage.session.wait(for: "three processes") { stage.processes("sleep").count == 3 ? true : nil }
    stage.session.signal(SIGTERM)
    #expect(try stage.end() == 0)
  }

  @Test func compositorInheritsNoDescriptorsOrSignals() throws {
    let stage = try SessionStage(
      standIn: """
        ls -l /proc/self/fd >"$SCRATCH/descriptors"; grep -E '^Sig(Blk|Ign)' /proc/self/status >"$SCRATCH/signals"
        echo READY=1 >&"$ROTUNDA_SESSION_SOCKET"
        sleep 1000
        """)
    try stage.show()
    let signals = try String(contentsOfFile: stage.scratch.file("signals"), encoding: .utf8)
    // The C library uses two more.
    let sets = signals.split(separator: "\n").compactMap {
      UInt64($0.split(separator: "\t").last ?? "", radix: 16)
    }
    #expect(sets.count == 2 && sets.allSatisfy { $0 & 0x7FFF_FFFF == 0 }, "\(signals)")
    let descriptors = try String(contentsOfFile: stage.scratch.file("descriptors"), encoding: .utf8)
    // The listing includes the directory that ls itself opens.
    let open = descriptors.split(separator: "\n").filter { $0.contains(" -> ") && !$0.contains(" -> /proc/") }
    #expect(open.count == 4, "\(descriptors)")
  }

  @Test(arguments: [
    (["--compositor", "xorg"], "one of cage, sway, labwc, weston, not 'xorg'"),
    (["--windowed"], "has no option '--windowed'"),
  ])
  func invalidSessionIsRefused(words: [String], answer: String) throws {
    let scratch = try Scratch()
    let program = try ProcessGroup(
      [SessionStage.binary, "session"] + words, environment: ["SWIFT_BACKTRACE": "enable=no"],
      log: scratch.file("log"))
    #expect(try program.waitForExit() >> 8 == 64)
    #expect(program.output.contains(answer))
  }

  @Test func missingRuntimeDirectoryIsReported() throws {
    let scratch = try Scratch()
    let program = try ProcessGroup(
      [SessionStage.binary, "session"], environment: [:], log: scratch.file("log"))
    #expect(try program.waitForExit() >> 8 == 71)
    #expect(program.output.contains("XDG_RUNTIME_DIR"))
  }

  private static func path(of program: String) -> String { "/usr/bin/\(program)" }
}
