import Foundation
import TestCompositor
import Testing

/// The launcher sleeps at rest.
@Suite(.serialized) struct RestTests {
  @Test func idleLauncherDoesNotWakeInTenSeconds() throws {
    let kiosk = try Kiosk()
    try kiosk.awaitSleep()
    #expect(try wakeUps(of: kiosk.launcher.processID, in: 10) == 0)
  }

  @Test(arguments: [false, true]) func launcherBehindAProgramDoesNotWake(hasStrip: Bool) throws {
    let kiosk = try Kiosk { if hasStrip { $0.offered = CompositorOptions.everything } }
    kiosk.tap()
    _ = try kiosk.files.report(.red)
    if hasStrip {
      // Without a window, the launcher would report a slow start.
      _ = kiosk.compositor.addForeignToplevel(title: "A film", appID: "film", states: [.activated])
      try kiosk.awaitHint()
    }
    // The program's window is in front.
    kiosk.compositor.resize(width: Kiosk.width, height: Kiosk.height, states: [.fullscreen])
    try kiosk.awaitSleep()
    #expect(try wakeUps(of: kiosk.launcher.processID, in: 5) == 0)
    try kiosk.files.order("exit 0", to: .red)
  }

  @Test func tilesBeyondVideoMemoryAreNotRedrawn() throws {
    let kiosk = try Kiosk(
      carousel: "tile-size = [1100, 1100]\nspacing = 0.05\n[artwork]\ntexture-memory = 16", waits: false)
    let complaint = "no room in video memory"
    try kiosk.launcher.waitForOutput(complaint)
    sleep(5)
    // Each of the four tiles without room reports so once, and once more if two callers requested it.
    #expect(kiosk.launcher.output.components(separatedBy: complaint).count - 1 <= 8)
  }
}

/// Counts how often the threads of a process wake in the given time. The count starts after a second without
/// a wake-up, because a busy machine delivers earlier events late.
func wakeUps(of process: pid_t, in seconds: UInt32) throws -> Int {
  var last = try contextSwitches(of: process)
  try waitUntil("process \(process) to sleep for a second") {
    sleep(1)
    let now = try contextSwitches(of: process)
    defer { last = now }
    return now == last
  }
  sleep(seconds)
  return try contextSwitches(of: process) - last
}

/// Voluntary and involuntary context switches of all threads of a process.
private func contextSwitches(of process: pid_t) throws -> Int {
  let tasks = "/proc/\(process)/task"
  return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
    let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
    let counts = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
      .compactMap { Int($0.split(whereSeparator: \.isWhitespace).last ?? "") }
    return sum + counts.reduce(0, +)
  }
}
