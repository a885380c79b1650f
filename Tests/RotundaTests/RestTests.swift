import Foundation
import TestCompositor
import Testing

/// At rest the launcher sleeps.
@Suite(.serialized) struct RestTests {
  @Test func idleLauncherDoesNotWakeInTenSeconds() throws {
    let kiosk = try Kiosk()
    try kiosk.awaitSleep()
    let before = try contextSwitches(of: kiosk.launcher.processID)
    sleep(10)
    #expect(try contextSwitches(of: kiosk.launcher.processID) == before)
  }

  @Test(arguments: [false, true]) func norDoesOneWhoseProgramHasTheScreen(hasStrip: Bool) throws {
    let kiosk = try Kiosk { if hasStrip { $0.offered = CompositorOptions.everything } }
    kiosk.tap()
    _ = try kiosk.files.report(.red)
    if hasStrip { try kiosk.awaitHint() }
    // Its window is in front.
    kiosk.compositor.resize(width: Kiosk.width, height: Kiosk.height, states: [.fullscreen])
    try kiosk.awaitSleep()
    let before = try contextSwitches(of: kiosk.launcher.processID)
    sleep(5)
    #expect(try contextSwitches(of: kiosk.launcher.processID) == before)
    try kiosk.files.order("exit 0", to: .red)
  }

  @Test func tilesBeyondVideoMemoryAreNotRedrawn() throws {
    let kiosk = try Kiosk(carousel: "tile-size = [2500, 2500]\nspacing = 0.05", waits: false)
    let complaint = "no room in video memory"
    try kiosk.launcher.waitForOutput(complaint)
    sleep(5)
    // Each of the four that find no room says so once, and once more if it was asked for from two sides.
    #expect(kiosk.launcher.output.components(separatedBy: complaint).count - 1 <= 8)
  }
}

/// Voluntary and involuntary context switches of all threads of a process.
func contextSwitches(of process: pid_t) throws -> Int {
  let tasks = "/proc/\(process)/task"
  return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
    let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
    let counts = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
      .compactMap { Int($0.split(whereSeparator: \.isWhitespace).last ?? "") }
    return sum + counts.reduce(0, +)
  }
}
