import Foundation
import LongCheck
import TestCompositor
import Testing

/// The launcher's process with closed streams, stray signals and clock changes.
@Suite(.serialized) struct ProcessTests {
  @Test func closedStreamsBecomeDevNull() throws {
    let kiosk = try Kiosk(preparation: "exec <&- >&- 2>&-")
    let streams = try (0...2).map {
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(kiosk.launcher.processID)/fd/\($0)")
    }
    #expect(streams == Array(repeating: "/dev/null", count: 3))
    // Programs inherit those streams and still start.
    kiosk.tap()
    _ = try kiosk.files.report(.red)
  }

  @Test(arguments: [SIGUSR1, SIGUSR2, SIGALRM]) func unusedSignalsAreIgnored(signal: Int32) throws {
    let kiosk = try Kiosk()
    try kiosk.awaitRest()
    kiosk.launcher.send(signal: signal)
    kiosk.tap()
    _ = try kiosk.files.report(.red)
    #expect(kiosk.launcher.exit == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root reads the state of another user's process"))
  func programEndsBySignalsTheLauncherIgnores() throws {
    let kiosk = try Kiosk()
    kiosk.tap()
    let program = try kiosk.files.report(.red).processID
    let status = try String(contentsOfFile: "/proc/\(program)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") })
    let ignored = try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
    for signal in [SIGUSR1, SIGUSR2, SIGALRM] { #expect(ignored & 1 << UInt64(signal - 1) == 0) }
  }

  @Test(
    .enabled(if: LongCheck.isOn, "waits for five seconds"))
  func aClockThatWasSetBackPostponesNothing() throws {
    // A wait that uses the wall clock would last an hour.
    let source = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <time.h>

      int clock_gettime(clockid_t clock, struct timespec *now) {
        int (*next)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
        int result = next(clock, now);
        if (clock == CLOCK_REALTIME) now->tv_sec += 3600;
        return result;
      }
      """
    let files = try KioskFiles()
    let kiosk = try Kiosk(
      tiles: """
        [[tile]]
        name = "red"
        icon = "https://127.0.0.1:9/red.png"
        run = ["true"]
        """, files: files,
      environment: [
        "LD_PRELOAD": try files.library("ahead", source), "XDG_CACHE_HOME": files.path("cache"),
      ], waits: false)
    try kiosk.launcher.waitForOutput("the next attempt is in 5 s")
    try kiosk.launcher.waitForOutput("the next attempt is in 10 s")
  }
}
