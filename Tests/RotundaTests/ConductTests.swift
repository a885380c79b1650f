import Foundation
import TestCompositor
import Testing

/// Programs that start automatically, restart, or have a time limit.
@Suite(.serialized) struct ConductTests {
  /// Starts a kiosk whose red tile runs a waiting probe with the additional `keys`.
  private func kiosk(_ section: String, _ keys: String) throws -> Kiosk {
    let files = try KioskFiles()
    let pipe = mkfifo(files.reportPath(.red) + ".go", 0o600)
    #expect(pipe == 0)
    let tiles = """
      [kiosk]
      \(section)
      [[tile]]
      id = "red"
      name = "red"
      icon = "\(files.path("red.png"))"
      run = ['\(Kiosk.probe)', 'wait']
      environment = { PROBE_REPORT = '\(files.reportPath(.red))' }
      \(keys)
      """
    return try Kiosk(tiles: tiles, files: files, waits: false)
  }

  @Test func crashedProgramRestartsByItself() throws {
    let kiosk = try kiosk("open-at-start = \"red\"", "restart = \"on-failure\"")
    let first = try kiosk.files.report(.red).processID
    try kiosk.files.forgetReport(.red)
    try kiosk.files.order("signal 11", to: .red)
    try kiosk.launcher.waitForOutput("It restarts in 1 second.")
    #expect(try kiosk.files.report(.red).processID != first)
  }

  @Test func singleProgramRunsFromStartForever() throws {
    let kiosk = try kiosk("single-app = true", "")
    var processes: Set<Int32> = []
    for _ in 0..<2 {
      processes.insert(try kiosk.files.report(.red).processID)
      try kiosk.files.forgetReport(.red)
      try kiosk.files.order("exit 0", to: .red)
    }
    processes.insert(try kiosk.files.report(.red).processID)
    #expect(processes.count == 3)
  }

  @Test func programClosesAfterItsTimeLimit() throws {
    let kiosk = try kiosk("open-at-start = \"red\"", "time-limit = \"1s\"")
    // The limit is too short for a report on machines that start programs slowly.
    try kiosk.launcher.waitForOutput(" started: \(Kiosk.probe)")
    try kiosk.launcher.waitForOutput("The time for “red” is up")
    try kiosk.launcher.waitForOutput("“red” was closed")
  }

  @Test func unenforceableProhibitionsPreventTheStart() throws {
    let protected = try kiosk("open-at-start = \"red\"\nunits = false", "network = false")
    try protected.launcher.waitForOutput("no service manager")
    let limited = try kiosk("open-at-start = \"red\"\nunits = false", "memory-limit = \"512M\"")
    _ = try limited.files.report(.red)
    try limited.launcher.waitForOutput("The limits of “red” are not in force")
  }
}
