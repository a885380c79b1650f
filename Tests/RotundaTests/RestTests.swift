import Foundation
import TestCompositor
import Testing

/// The launcher sleeps at rest.
@Suite(.serialized) struct RestTests {
  @Test func idleLauncherDoesNotWakeInTenSeconds() throws {
    let kiosk = try Kiosk()
    try kiosk.awaitSleep()
    #expect(try wakeUps(of: kiosk.launcher.processID, in: 10) == [:])
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
    #expect(try wakeUps(of: kiosk.launcher.processID, in: 5) == [:])
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

/// Counts how often each thread of a process wakes in the given time: an empty result is a process at rest.
/// The count starts after a second without a wake-up, because a busy machine delivers earlier events late.
func wakeUps(of process: pid_t, in seconds: UInt32) throws -> [String: Int] {
  let deadline = Date(timeIntervalSinceNow: TestCompositor.patience)
  var last = try contextSwitches(of: process)
  func countNew() throws -> [String: Int] {
    let former = last
    last = try contextSwitches(of: process)
    return last.merging(former, uniquingKeysWith: -).filter { $0.value != 0 }
  }
  var woken: [String: Int]
  repeat {
    sleep(1)
    woken = try countNew()
    guard Date() < deadline else {
      throw WaitTimeout(awaited: "process \(process) to sleep for a second; it woke: \(woken)")
    }
  } while !woken.isEmpty
  sleep(seconds)
  return try countNew()
}

/// The voluntary and involuntary context switches of each thread of a process, by number and name.
private func contextSwitches(of process: pid_t) throws -> [String: Int] {
  let tasks = "/proc/\(process)/task"
  return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(into: [:]) { counts, task in
    let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
    let lines = status.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
    let name = lines.first { $0.first == "Name:" }?.last ?? ""
    counts["\(task) \(name)"] = lines.filter { $0.first?.contains("ctxt_switches") == true }
      .compactMap { $0.last.flatMap { Int($0) } }.reduce(0, +)
  }
}
