import Foundation
import LongCheck
import RealCompositors
import Testing

/// No attempt by a page, a finger or a keyboard in a real browser reaches a host that the page's tile does
/// not name.
@Suite(.serialized) struct WaysOutTests {
  private static let trials: [(browser: String, sort: WayOut.Sort)] = BrowserVisits.closed.flatMap {
    browser in
    WayOut.Sort.allCases.map { (browser, $0) }
  }

  /// The middle of the screen shows links and forms, and the way back from a refused page.
  @Test(.enabled(if: LongCheck.isOn, BrowserVisits.takesLong), arguments: trials)
  func noWayLeadsToUnnamedHosts(browser: String, sort: WayOut.Sort) throws {
    let ways = WayOut.all.filter { $0.sort == sort }
    let trial = try WaysOutTrial(ways, triesAll: WaysOutTrial.measured != nil)
    defer { trial.stop() }
    let kiosk = try BrowserVisits.kiosk(
      .sway, browser, trial.own, hosts: [WaysOutTrial.Host.named.name],
      "[idle]\nreturn-home-after = \"never\"")
    try kiosk.visit()
    try kiosk.launcher.wait(for: "the methods without input", limit: 600) {
      trial.framesAreDone ? true : nil
    }
    var lost = try takeSteps(trial, kiosk)
    // The last attempts need time. A busy machine does not give it to each method.
    sleep(5)
    trial.retry(trial.missing(of: ways, in: browser))
    lost += try takeSteps(trial, kiosk)
    sleep(5)
    trial.expectArrivals(of: ways, in: browser, sort.rawValue)
    #expect(lost.count <= Self.mostLost, "only a new visit leads back: \(lost)")
  }

  /// Datagrams resolve no name. Therefore rules about names do not stop them.
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

  /// Performs the steps in order, and starts another visit if a step leads nowhere. Returns the steps that
  /// failed so.
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

  /// Microseconds between two taps, and before a key press on a requested page.
  private static let pause: UInt32 = 800_000
  private static let keyPause: UInt32 = 1_000_000
  /// The number of taps without effect after which a step counts as failed.
  private static let mostTaps = 15
  /// The number of visits that may fail.
  private static let mostLost = 3
}

extension WaysOutTrial {
  /// A file that collects the arrivals for the table of methods. Its name ends with the tested browser and
  /// sort.
  static let measured = ProcessInfo.processInfo.environment["ROTUNDA_ARRIVALS"]
  /// The letters for browsers in that table.
  static let letters: [String: Character] = ["chromium": "c", "firefox-esr": "f"]

  /// Returns the methods that should reach a named host in this browser, but did not.
  func missing(of ways: [WayOut], in browser: String) -> [WayOut] {
    let arrived = arrivals(.named)
    return ways.filter { way in
      (Self.letters[browser].map(way.arrivals.contains) ?? false) && !arrived.contains(way.name)
    }
  }

  /// Checks that nothing reached the unnamed host, and that all effective methods reached the named host.
  func expectArrivals(of ways: [WayOut], in browser: String, _ what: String) {
    let (unnamed, missing) = (requests(.unnamed), missing(of: ways, in: browser).map(\.name))
    #expect(unnamed == [])
    #expect(missing == [])
    guard let file = Self.measured else { return }
    try? arrivals(.named).sorted().joined(separator: "\n").write(
      toFile: "\(file)-\(browser)-\(what)", atomically: true, encoding: .utf8)
  }
}
