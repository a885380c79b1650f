import Bus
import Programs
import Testing

@testable import Applications

/// The meaning of a service manager's properties.
struct UnitStateTests {
  /// Applies sets of changed properties in order.
  private func state(_ changes: [[String: BusValue]]) -> UnitState {
    var state = UnitState()
    for change in changes { state.apply(change) }
    return state
  }

  private func main(_ code: Int32, _ status: Int32, _ result: String = "success") -> [String: BusValue] {
    ["ExecMainCode": .int32(code), "ExecMainStatus": .int32(status), "Result": .string(result)]
  }

  private let active: [String: BusValue] = ["ActiveState": .string("active")]
  private let failed: [String: BusValue] = ["ActiveState": .string("failed")]

  @Test(
    "the end of the main process is the program's",
    arguments: [
      (Int32(1), Int32(0), "success", ExitReason.exited(status: 0)), (1, 7, "exit-code", .exited(status: 7)),
      (2, 9, "signal", .signaled(signal: 9, coreDumped: false)),
      (3, 11, "core-dump", .signaled(signal: 11, coreDumped: true)), (2, 9, "oom-kill", .outOfMemory),
    ])
  func resultsBecomeExitReasons(code: Int32, status: Int32, result: String, reason: ExitReason) {
    #expect(state([active, main(code, status, result)]).exitReason == reason)
    // The manager never reported a quick program as running.
    #expect(state([main(code, status, result), failed]).exitReason == reason)
  }

  @Test func newUnitIsNotGone() {
    let inactive: [String: BusValue] = ["ActiveState": .string("inactive"), "Result": .string("success")]
    #expect(!state([inactive]).isGone)
    #expect(state([inactive, active, inactive]).isGone)
    var stopped = state([inactive])
    stopped.stopWasHeard()
    #expect(stopped.isGone && stopped.startFailure == nil)
  }

  @Test func runningUnitHasNotEnded() {
    let state = state([active, main(0, 0)])
    #expect(state.exitReason == nil && state.startFailure == nil && !state.isGone)
  }

  @Test(arguments: [
    (Int32(1), Int32(203), "exit-code"), (1, 200, "exit-code"), (1, 226, "exit-code"), (0, 0, "resources"),
    (0, 0, "timeout"),
  ])
  func unitThatNeverRanFailedToStart(code: Int32, status: Int32, result: String) {
    let never = state([main(code, status, result), failed])
    #expect(never.startFailure != nil && never.exitReason == nil)
    // A program that ran may exit with the same numbers.
    #expect(state([active, main(code, status, result), failed]).startFailure == nil)
  }

  @Test(arguments: [
    ("plan", "app-rotunda-plan-12-3.service"), ("a tile", "app-rotunda-a_tile-12-3.service"),
    ("../x@ü-1", "app-rotunda-..-x__-1-12-3.service"),
  ])
  func unitsAreCalledByTheirTiles(tile: String, name: String) {
    let made = UnitName.make(tile: tile, launcher: 12, number: 3)
    #expect(made.allSatisfy { $0.isASCII && $0 != "/" && $0 != "@" })
    #expect(UnitName.launcher(of: made) == 12)
    if !tile.contains("/") { #expect(made == name) }
  }

  @Test(arguments: ["app-rotunda-x.service", "app-other-1-2.service", "app-rotunda-x-y-z.service", ""])
  func unitsOfOthersHaveNoLauncher(name: String) {
    #expect(UnitName.launcher(of: name) == nil)
  }

  @Test func aLongIdentifierIsCut() {
    let name = UnitName.make(tile: String(repeating: "é", count: 5000), launcher: 4_194_304, number: 1 << 40)
    #expect(name.utf8.count < 255)
  }

  @Test @MainActor func pathsAreEscapedAsSystemdDoes() {
    #expect(ServiceManager.path(of: "a-1.service") == "/org/freedesktop/systemd1/unit/a_2d1_2eservice")
    #expect(ServiceManager.path(of: "1a") == "/org/freedesktop/systemd1/unit/_31a")
    #expect(ServiceManager.escaped("/run/u s;er:1") == "/run/u%20s%3ber%3a1")
  }
}
