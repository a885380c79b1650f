import Foundation
import TestCompositor
import Testing
import Wayland

/// Features that depend on the hour and the weekday, with a wall clock that the test sets.
@Suite(.serialized) struct HourTests {
  /// A library between the launcher and the wall clock. A file holds the time. A pipe replaces the timer that
  /// waits for a time or for a clock change.
  private static let library = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <sys/timerfd.h>
    #include <time.h>

    static int wall = -1;

    static time_t shown(void) {
      FILE *file = fopen(getenv("WALL_CLOCK"), "r");
      long second = 0;
      if (file) {
        if (fscanf(file, "%ld", &second) != 1) second = 0;
        fclose(file);
      }
      return second;
    }

    int clock_gettime(clockid_t clock, struct timespec *now) {
      int (*next)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
      int result = next(clock, now);
      if (clock == CLOCK_REALTIME) now->tv_sec = shown();
      return result;
    }

    time_t time(time_t *result) {
      time_t now = shown();
      if (result) *result = now;
      return now;
    }

    int timerfd_create(int clock, int flags) {
      int (*next)(int, int) = dlsym(RTLD_NEXT, "timerfd_create");
      if (clock != CLOCK_REALTIME || wall >= 0) return next(clock, flags);
      wall = open(getenv("WALL_TIMER"), O_RDWR | O_NONBLOCK | O_CLOEXEC);
      return wall;
    }

    int timerfd_settime(int timer, int flags, const struct itimerspec *due, struct itimerspec *old) {
      int (*next)(int, int, const struct itimerspec *, struct itimerspec *) = dlsym(RTLD_NEXT, "timerfd_settime");
      return timer == wall ? 0 : next(timer, flags, due, old);
    }
    """

  /// Unix seconds of Monday, 23 November 2026, noon UTC.
  private static let monday = 1_795_435_200
  private static let day = 86_400

  private func kiosk(
    _ sections: String, offering: [ProtocolInterface] = [], tile keys: String = ""
  ) throws -> Kiosk {
    let files = try KioskFiles()
    try files.write("\(Self.monday)\n", to: "clock")
    mkfifo(files.path("timer"), 0o600)
    let tiles =
      "\(sections)\n" + Kiosk.tile(.red, files, run: ["wait"]) + "\n"
      + Kiosk.tile(.green, files, run: ["wait"]) + "\n\(keys)\n"
    return try Kiosk(
      tiles: tiles, files: files,
      environment: [
        "LD_PRELOAD": try files.library("clock", Self.library), "WALL_CLOCK": files.path("clock"),
        "WALL_TIMER": files.path("timer"), "TZ": "UTC",
      ]
    ) {
      for interface in offering { $0.offered[interface] = interface.maximumVersion }
    }
  }

  /// Sets the clock, which the kernel reports to waiting timers.
  private func set(_ kiosk: Kiosk, to second: Int) throws {
    // The launcher may read the file at any moment, therefore the change is atomic.
    try kiosk.files.write("\(second)\n", to: "clock.new")
    try #require(rename(kiosk.files.path("clock.new"), kiosk.files.path("clock")) == 0)
    let timer = try FileHandle(forWritingTo: URL(filePath: kiosk.files.path("timer")))
    try timer.write(contentsOf: Data(repeating: 0, count: 8))
  }

  @Test func screenFollowsItsHours() throws {
    let kiosk = try kiosk(
      "[schedule]\nscreen = [\"mon-fri 08:00-18:00\"]",
      offering: [.extIdleNotifierV1, .zwlrOutputPowerManagerV1])
    #expect(kiosk.compositor.isPowered)
    try set(kiosk, to: Self.monday + 5 * Self.day)
    // From here on the launcher watches for visitors.
    try kiosk.compositor.waitForRequest(ProtocolInterface.extIdleNotifierV1.name, "get_idle_notification")
    kiosk.compositor.becomeIdle()
    try waitUntil("the screen to be off") { !kiosk.compositor.isPowered }
    // Monday at 8 a.m.
    try set(kiosk, to: Self.monday + 7 * Self.day - 4 * 3600)
    try waitUntil("the screen to be on") { kiosk.compositor.isPowered }
    try kiosk.awaitTile(.red)
  }

  @Test func tileAppearsOnItsDays() throws {
    let kiosk = try kiosk("", tile: "visible-when = { weekday = \"sat,sun\" }")
    try kiosk.awaitRest()
    #expect(kiosk.place(of: .green) == nil)
    try set(kiosk, to: Self.monday + 5 * Self.day)
    try kiosk.awaitTile(.green)
    try set(kiosk, to: Self.monday + 7 * Self.day)
    try kiosk.compositor.waitForWindow("no green tile") { window in
      window.pixels.map { Kiosk.place(of: .green, in: $0) == nil } ?? false
    }
  }

  @Test func tileFollowsItsTimetable() throws {
    let kiosk = try kiosk(
      "[schedule]\ntiles = { green = [\"mon 13:00-14:00\"] }", tile: "id = \"green\"")
    try kiosk.awaitRest()
    #expect(kiosk.place(of: .green) == nil)
    try set(kiosk, to: Self.monday + 3600)
    try kiosk.awaitTile(.green)
  }

  @Test func aTileCanBeOpenedInItsHours() throws {
    let kiosk = try kiosk("", tile: "enabled-when = { time = \"13:00-14:00\" }")
    kiosk.drag(by: (-300, 0), samples: 12)
    try kiosk.awaitRest()
    #expect(kiosk.place(of: .green) == nil, "it is dim")
    kiosk.tap()
    try kiosk.awaitMessage()
    #expect(!FileManager.default.fileExists(atPath: kiosk.files.reportPath(.green)))
    try set(kiosk, to: Self.monday + 3600)
    try kiosk.awaitCentered(.green)
    try kiosk.awaitRest()
    kiosk.tap()
    #expect(try kiosk.files.report(.green).arguments == ["wait"])
  }
}
