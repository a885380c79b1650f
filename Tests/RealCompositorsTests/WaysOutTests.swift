import Foundation
import LongCheck
import RealCompositors
import Testing

/// Whatever a page, a finger or a keyboard tries in a real browser: no host is reached that the page's tile
/// does not name.
@Suite(.serialized) struct WaysOutTests {
  private static let trials: [(browser: String, sort: WayOut.Sort)] = BrowserVisits.closed.flatMap {
    browser in
    WayOut.Sort.allCases.map { (browser, $0) }
  }

  /// In the middle of the screen there are links and forms, and the way back from what is refused.
  @Test(.enabled(if: LongCheck.isOn, BrowserVisits.takesLong), arguments: trials)
  func noWayLeadsToUnnamedHosts(browser: String, sort: WayOut.Sort) throws {
    let ways = WayOut.all.filter { $0.sort == sort }
    let trial = try WaysOutTrial(ways, triesAll: WaysOutTrial.measured != nil)
    defer { trial.stop() }
    let kiosk = try BrowserVisits.kiosk(
      .sway, browser, trial.own, hosts: [WaysOutTrial.Host.named.name],
      "[idle]\nreturn-home-after = \"never\"")
    try kiosk.visit()
    try kiosk.launcher.wait(for: "the ways that need nobody", limit: 600) {
      trial.framesAreDone ? true : nil
    }
    var lost = try takeSteps(trial, kiosk)
    // What was tried last has its time. A busy machine does not give it to each way.
    sleep(5)
    trial.retry(trial.missing(of: ways, in: browser))
    lost += try takeSteps(trial, kiosk)
    sleep(5)
    trial.expectArrivals(of: ways, in: browser, sort.rawValue)
    #expect(lost.count <= Self.mostLost, "no way back but the visit's end: \(lost)")
  }

  /// Datagrams ask no name for an address, and so no rule about names holds them up.
  @Test(.enabled(if: LongCheck.isOn && BrowserVisits.isInstalled("chromium"), BrowserVisits.takesLong))
  func chromiumWithoutPoliciesSendsNoDatagrams() throws {
    let trial = try WaysOutTrial(WayOut.all.filter { ["rtc-stun", "rtc-turn", "img"].contains($0.name) })
    defer { trial.stop() }
    let hidden = ["bwrap", "--dev-bind", "/", "/", "--bind", "/dev/null", "/usr/bin/bwrap", "--"]
    let kiosk = try BrowserVisits.kiosk(
      .sway, "chromium", trial.own, hosts: [WaysOutTrial.Host.named.name], within: { _ in hidden })
    try kiosk.visit()
    try kiosk.launcher.wait(for: "all ways to be tried", limit: BrowserVisits.limit) {
      trial.framesAreDone ? true : nil
    }
    #expect(trial.requests(.unnamed) == [])
    #expect(trial.arrivals(.named) == ["img"])
  }

  /// Makes one step after the other, and begins another visit where nothing leads on. Returns where that was.
  private func takeSteps(_ trial: WaysOutTrial, _ kiosk: RealKiosk) throws -> [String] {
    var lost: [String] = []
    var (last, inVain, pressed) = (trial.steps, 0, -1)
    while !trial.isDone {
      let (step, next) = (trial.steps, trial.next)
      if let next, next.way.sort == .keyboard, trial.isShown, pressed < step {
        usleep(Self.keyPause)
        try Typist(#require(kiosk.server)).press(next.way.keys, text: trial.address)
        (pressed, inVain) = (step, 0)
        sleep(2)
        trial.pass(step)
      } else {
        try kiosk.tapMiddle()
        usleep(Self.pause)
      }
      inVain = trial.steps == last ? inVain + 1 : 0
      last = trial.steps
      guard inVain == Self.mostTaps || kiosk.visits.isEmpty else { continue }
      lost.append(next.map { "before \($0.way.name) to \($0.host)" } ?? "at the end")
      guard lost.count <= Self.mostLost else { break }
      if !kiosk.visits.isEmpty { try kiosk.leave() }
      try kiosk.visit()
      inVain = 0
    }
    return lost
  }

  /// Microseconds between two touches, and before a key is pressed on a page that was asked for.
  private static let pause: UInt32 = 800_000
  private static let keyPause: UInt32 = 1_000_000
  /// Touches without an effect after which there is none.
  private static let mostTaps = 15
  /// How often a visit may be lost.
  private static let mostLost = 3
}

extension WaysOutTrial {
  /// A file that what arrives is written to, for the table of ways; its name is followed by what was tried.
  static let measured = ProcessInfo.processInfo.environment["ROTUNDA_ARRIVALS"]
  /// What stands for browsers in that table.
  static let letters: [String: Character] = ["chromium": "c", "firefox-esr": "f"]

  /// The ways that lead to a host that is named in this browser, and did not.
  func missing(of ways: [WayOut], in browser: String) -> [WayOut] {
    let arrived = arrivals(.named)
    return ways.filter { way in
      (Self.letters[browser].map(way.arrivals.contains) ?? false) && !arrived.contains(way.name)
    }
  }

  /// Nothing reached the host that is not named, and what can reach the one that is did.
  func expectArrivals(of ways: [WayOut], in browser: String, _ what: String) {
    let (unnamed, missing) = (requests(.unnamed), missing(of: ways, in: browser).map(\.name))
    #expect(unnamed == [])
    #expect(missing == [])
    guard let file = Self.measured else { return }
    try? arrivals(.named).sorted().joined(separator: "\n").write(
      toFile: "\(file)-\(browser)-\(what)", atomically: true, encoding: .utf8)
  }
}
