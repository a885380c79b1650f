import Foundation
import TestCompositor
import Testing

/// Faults around a running kiosk that end again. The launcher keeps running and responds.
@Suite(.serialized) struct FaultTests {
  /// Usage counts stay complete through all faults.
  private static let counting = "[metrics]\nenabled = true"

  /// Checks that the carousel turns, that a tap opens the middle tile, and that the launcher counts the
  /// start.
  private func expectAnswers(_ kiosk: Kiosk, countedIn directory: String? = nil) throws {
    try kiosk.awaitRest()
    kiosk.drag(by: (-170, 0))
    try kiosk.awaitRest()
    let centered = KioskFiles.Paint.allCases.filter { abs((kiosk.place(of: $0)?.x ?? .infinity) - 320) < 1.5 }
    let paint = try #require(centered.first)
    #expect(paint != .red)
    kiosk.tap()
    _ = try kiosk.files.report(paint)
    #expect(kiosk.launcher.exit == nil)
    #expect(kiosk.compositor.violations.isEmpty)
    try MetricsTests.awaitLine(
      "rotunda_tile_opens_total{tile=\"\(paint.rawValue)\"} 1",
      in: directory.map { "\($0)/metrics/rotunda.prom" } ?? MetricsTests.export(kiosk.files))
  }

  @Test func launcherSurvivesAHangingCompositor() throws {
    let kiosk = try Kiosk(carousel: Self.counting)
    kiosk.compositor.hang()
    // The compositor sends these touches but reads no requests. The missing frame callback limits the
    // launcher's requests.
    kiosk.drag(by: (-60, 0), samples: 8)
    kiosk.compositor.resume()
    kiosk.drag(from: (200, 240), by: (60, 0), samples: 8)
    try kiosk.awaitCentered(.red)
    try expectAnswers(kiosk)
  }

  @Test(arguments: [true, false]) func lostLauncherIsReplaced(isCompositorKilled: Bool) throws {
    let files = try KioskFiles()
    let environment = ["RUNTIME_DIRECTORY": files.path("service")]
    let first = try Kiosk(carousel: Self.counting, files: files, environment: environment)
    first.drag(by: (-170, 0))
    try first.awaitRest()
    let place = try #require(
      KioskFiles.Paint.allCases.first { abs((first.place(of: $0)?.x ?? 0) - 320) < 1.5 })
    #expect(place != .red)
    try waitUntil("the place is kept") {
      (try? String(contentsOfFile: files.path("service/place"), encoding: .utf8)) == place.rawValue
    }
    if isCompositorKilled { first.compositor.stop() } else { first.launcher.send(signal: SIGKILL) }
    _ = try first.launcher.waitForExit()
    let second = try Kiosk(carousel: Self.counting, files: files, environment: environment, waits: false)
    try second.awaitCentered(place)
    try expectAnswers(second)
    // The second launcher removed the stored place when it read it, and stored it again.
    try waitUntil("the place is kept again") {
      FileManager.default.fileExists(atPath: files.path("service/place"))
    }
  }

  @Test func launcherSurvivesAFullSocket() throws {
    // The kernel's smallest buffer holds a handful of answers. The launcher queues the rest and does not
    // block.
    let kiosk = try Kiosk(carousel: Self.counting) { $0.clientSendBuffer = 1 }
    try kiosk.awaitRest()
    kiosk.compositor.hang()
    let questions = (0..<150).map { _ in kiosk.compositor.sendPing() }
    kiosk.drag(by: (-60, 0), samples: 8)
    kiosk.compositor.resume()
    for question in questions { try kiosk.compositor.waitForAnswer(to: question) }
    try expectAnswers(kiosk)
  }

  @Test func launcherSurvivesAnUnpluggedTouchscreen() throws {
    let kiosk = try Kiosk(carousel: Self.counting)
    try kiosk.awaitRest()
    kiosk.drag(by: (-60, 0), samples: 8, lifts: false)
    kiosk.compositor.setCapabilities([])
    try kiosk.awaitCentered(.red)
    try kiosk.awaitRest()
    kiosk.compositor.setCapabilities([.touch])
    try kiosk.compositor.ping()
    try expectAnswers(kiosk)
  }

  /// Whether the test can mount a disk, which root can do outside most containers.
  private static let canMount: Bool = {
    let place = FileManager.default.temporaryDirectory.appending(path: "rotunda-mount-\(UUID())").path
    guard mkdir(place, 0o700) == 0 else { return false }
    defer { rmdir(place) }
    return mount("tmpfs", place, "tmpfs", 0, "size=4k") == 0 && umount2(place, Int32(MNT_DETACH)) == 0
  }()

  @Test(.enabled(if: canMount, "no disk can be mounted here")) func launcherSurvivesAFullDisk() throws {
    let files = try KioskFiles()
    let disk = files.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    try #require(mount("tmpfs", disk, "tmpfs", 0, "size=4k,mode=0777") == 0)
    defer { umount2(disk, Int32(MNT_DETACH)) }
    // Fill the disk's only page.
    try Data(count: 4096).write(to: URL(filePath: "\(disk)/everything"))
    var environment: [String: String] = [:]
    for name in [
      "HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "CACHE_DIRECTORY", "STATE_DIRECTORY",
    ] {
      environment[name] = disk
    }
    // Mesa's own cache would crash the launcher there.
    let kiosk = try Kiosk(carousel: Self.counting, files: files, environment: environment)
    #expect(kiosk.launcher.output.contains("the graphics driver works without its cache"))
    try kiosk.awaitRest()
    kiosk.tap()
    _ = try files.report(.red)
    try kiosk.launcher.waitForOutput("the counts cannot be written")
    try files.order("exit 0", to: .red)
    // When there is room again, the file also has the counts from the meantime.
    try #require(mount("tmpfs", disk, nil, UInt(MS_REMOUNT), "size=1m") == 0)
    try expectAnswers(kiosk, countedIn: disk)
    try MetricsTests.awaitLine(
      "rotunda_tile_opens_total{tile=\"red\"} 1", in: "\(disk)/metrics/rotunda.prom")
  }

  @Test func stoppedLauncherHandlesLateTouches() throws {
    let kiosk = try Kiosk(carousel: Self.counting)
    try kiosk.awaitRest()
    kiosk.launcher.send(signal: SIGSTOP)
    // As many events as fit into the socket of a compositor that does not disconnect its client.
    kiosk.drag(by: (-40, 0), samples: 40)
    kiosk.launcher.send(signal: SIGCONT)
    try kiosk.awaitCentered(.red)
    try expectAnswers(kiosk)
  }

  @Test func launcherSurvivesAnUnpluggedScreen() throws {
    let kiosk = try Kiosk(carousel: Self.counting)
    try kiosk.awaitRest()
    let screen = OutputOptions(width: Kiosk.width, height: Kiosk.height)
    kiosk.compositor.removeOutput(0)
    kiosk.compositor.setFrames(.manual)
    kiosk.drag(by: (-60, 0), samples: 8)
    try kiosk.compositor.ping()
    kiosk.compositor.addOutput(screen)
    kiosk.compositor.setFrames(.automatic(perSecond: 60))
    try kiosk.awaitCentered(.red)
    try expectAnswers(kiosk)
  }

  @Test func launcherAdaptsToAnotherScreen() throws {
    let kiosk = try Kiosk(carousel: Self.counting)
    try kiosk.awaitRest()
    kiosk.compositor.removeOutput(0)
    kiosk.compositor.addOutput(OutputOptions(width: 480, height: 800))
    kiosk.compositor.resize(width: 480, height: 800)
    try kiosk.compositor.waitForWindow("480 × 800 with the tile in the middle") { window in
      guard let pixels = window.pixels, pixels.width == 480, pixels.height == 800 else { return false }
      return Kiosk.place(of: .red, in: pixels).map { abs($0.x - 240) < 1.5 } ?? false
    }
    kiosk.tap(x: 240, y: 400)
    _ = try kiosk.files.report(.red)
  }

  @Test func launcherSurvivesALackOfDescriptors() throws {
    let kiosk = try Kiosk(carousel: Self.counting)
    try kiosk.awaitRest()
    try limitDescriptors(of: kiosk.launcher.processID, to: 3)
    kiosk.tap()
    try kiosk.awaitMessage()
    try kiosk.launcher.waitForOutput("“red”")
    #expect(!FileManager.default.fileExists(atPath: kiosk.files.reportPath(.red)))
    try limitDescriptors(of: kiosk.launcher.processID, to: 1024)
    let card = try #require(kiosk.compositor.pixels.flatMap(Kiosk.messageCard))
    kiosk.tap(x: card.x, y: card.y)
    try kiosk.awaitMessage(isShown: false)
    try expectAnswers(kiosk)
  }

  private func limitDescriptors(of process: pid_t, to limit: Int) throws {
    let program = try Process.run(
      URL(filePath: "/usr/bin/prlimit"), arguments: ["--pid", "\(process)", "--nofile=\(limit):"])
    program.waitUntilExit()
    try #require(program.terminationStatus == 0)
  }

  @Test func launcherSurvivesAJumpingClock() throws {
    // Each call to the clock jumps years, forward or back.
    let source = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <sys/time.h>
      #include <time.h>

      static long jump(void) {
        static long count;
        return ++count % 2 ? 300000000 : -300000000;
      }

      int clock_gettime(clockid_t clock, struct timespec *now) {
        int (*next)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
        int result = next(clock, now);
        if (clock == CLOCK_REALTIME) now->tv_sec += jump();
        return result;
      }

      int gettimeofday(struct timeval *now, void *zone) {
        struct timespec time;
        clock_gettime(CLOCK_REALTIME, &time);
        now->tv_sec = time.tv_sec;
        now->tv_usec = time.tv_nsec / 1000;
        return 0;
      }

      time_t time(time_t *result) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        if (result) *result = now.tv_sec;
        return now.tv_sec;
      }
      """
    let files = try KioskFiles()
    let kiosk = try Kiosk(
      carousel: Self.counting, environment: ["LD_PRELOAD": try files.library("jumps", source)])
    try expectAnswers(kiosk)
  }

  @Test func launcherSurvivesJumpingTimestamps() throws {
    let kiosk = try Kiosk(waits: false) {
      $0.frames = .manual
      $0.offered = CompositorOptions.everything
    }
    // Zero, the past, the far future and the largest number.
    let times: [UInt64] = [0, 1, 1_000_000_000, 3_600_000_000_000, 86_400_000_000_000_000, .max, 5]
    try kiosk.compositor.waitForFrameCallback()
    var (answered, index) = (0, 0)
    // A frame without changes requests no callback. Therefore some rounds have none.
    try waitUntil("ten frames at nonsensical times") {
      let time = times[index % times.count]
      answered += kiosk.compositor.waitingFrameCallbacks
      kiosk.compositor.releaseFrame(atNanoseconds: time)
      kiosk.compositor.touchDown(
        id: 0, x: 320 + Double(index % 30), y: 240, milliseconds: UInt32(truncatingIfNeeded: time / 7))
      // The first move begins a drag, and later moves become visible.
      for x in index % 2 == 0 ? [280.0, 230] : [360, 410] {
        kiosk.compositor.touchMotion(id: 0, x: x, y: 240, milliseconds: .max)
        try kiosk.compositor.ping()
      }
      kiosk.compositor.touchUp(id: 0, milliseconds: 0)
      try kiosk.compositor.ping()
      index += 1
      return answered >= 10
    }
    kiosk.compositor.setFrames(.automatic(perSecond: 60))
    try kiosk.compositor.ping()
    #expect(kiosk.launcher.exit == nil)
  }
}
