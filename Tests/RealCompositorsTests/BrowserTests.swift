import Foundation
import LongCheck
import RealCompositors
import Testing

/// A web page in a real browser, on a real compositor.
///
/// Every `make check` opens one page in one browser, if a browser is installed. The other tests take long.
@Suite(.serialized) struct BrowserTests {
  /// Machines for the long tests have all of them. Chromium opens pages if the configuration names no
  /// browser. On cage, Epiphany keeps its toolbar.
  private static let all: [(browser: String, kind: Compositor.Kind)] = [
    ("firefox-esr", .cage), ("chromium", .cage), ("cog", .cage), ("epiphany-browser", .sway),
    ("firefox-esr", .sway), ("chromium", .sway), ("", .cage), ("cog", .sway),
  ]
  private static let visits: [(browser: String, kind: Compositor.Kind)] = {
    let possible = all.filter { BrowserVisits.isInstalled($0.browser.isEmpty ? "chromium" : $0.browser) }
    return LongCheck.isOn ? possible : Array(possible.prefix(1))
  }()

  /// The test also tries some ways to other hosts, if the browser can restrict a page to its hosts.
  @Test(.enabled(if: !visits.isEmpty, "no browser is installed"), arguments: visits)
  func pageVisitLeavesNothing(browser: String, kind: Compositor.Kind) throws {
    let trial = try WaysOutTrial(WayOut.some)
    defer { trial.stop() }
    let kiosk = try BrowserVisits.kiosk(kind, browser, trial.own, hosts: [WaysOutTrial.Host.named.name])
    try kiosk.visit()
    #expect(trial.own.requests.contains("/here?a=b"))
    let programs = EscapeTests.programs(of: kiosk.compositor).keys
    // Debian's "epiphany-browser" is a link.
    let program =
      [("", "chromium"), ("epiphany-browser", "epiphany")].first { $0.0 == browser }?.1 ?? browser
    #expect(programs.contains(program), "\(programs)")
    if WaysOutTrial.letters[program] != nil {
      try kiosk.launcher.wait(for: "all ways to be tried", limit: BrowserVisits.limit) {
        trial.framesAreDone ? true : nil
      }
      trial.expectArrivals(of: WayOut.some, in: program, "some")
    }
    // SIGTERM ends the launcher, and the launcher ends its browser.
    kiosk.launcher.signal(SIGTERM)
    _ = try kiosk.launcher.waitForExit()
    #expect(kiosk.visits.isEmpty)
  }

  /// The page follows links that other programs would open. Its next request proves that the browser
  /// has processed them. (Chromium replaces the page with a notice that it blocked the link, and goes no
  /// further.)
  @Test(.enabled(if: LongCheck.isOn, BrowserVisits.takesLong)) func noLinkStartsAnotherProgram() throws {
    let links = ["mailto:a@b.example", "news:a", "tel:1", "rotunda:x"]
    let web = try PageServer(
      """
      <script>
      const links = \(links);
      const next = () => {
        const link = document.createElement("a");
        if (links.length == 0) { link.href = "/done"; } else { link.href = links.shift(); }
        link.click();
        if (links.length > 0 || link.protocol != "http:") setTimeout(next, 1500);
      };
      if (location.pathname != "/done") setTimeout(next, 1500);
      </script>
      """)
    defer { web.stop() }
    func opened(_ scratch: Scratch) -> String { scratch.file("opened") }
    let kiosk = try RealKiosk(
      .sway,
      environment: { scratch in
        try? FileManager.default.createDirectory(
          atPath: scratch.file("data/applications"), withIntermediateDirectories: true)
        let schemes = links.map { "x-scheme-handler/\($0.prefix { $0 != ":" })" }
        let entry =
          "[Desktop Entry]\nType=Application\nName=Other\nExec=touch \(opened(scratch))\nMimeType="
          + schemes.map { "\($0);" }.joined() + "\n"
        let defaults = schemes.map { "\($0)=other.desktop\n" }.joined()
        _ = try? scratch.write(entry, to: "data/applications/other.desktop")
        _ = try? scratch.write("[Default Applications]\n" + defaults, to: "data/applications/mimeapps.list")
        _ = try? scratch.write("[MIME Cache]\n" + defaults, to: "data/applications/mimeinfo.cache")
        return ["XDG_DATA_DIRS": "\(scratch.file("data")):/usr/local/share:/usr/share"]
      }
    ) { _ in
      """
      [browser]
      command = ["firefox-esr"]
      [[tile]]
      name = "Page"
      url = "http://127.0.0.1:\(web.port)/"

      """
    }
    try kiosk.visit()
    try kiosk.launcher.wait(for: "the page to have tried all links", limit: BrowserVisits.limit) {
      web.requests.contains("/done") ? true : nil
    }
    #expect(!FileManager.default.fileExists(atPath: opened(kiosk.compositor.scratch)))
  }

  @Test(.enabled(if: LongCheck.isOn, BrowserVisits.takesLong))
  func everyEndOfAVisitLeavesNothing() throws {
    let web = try PageServer()
    defer { web.stop() }
    // The launcher asks no question.
    let kiosk = try BrowserVisits.kiosk(
      .sway, "firefox-esr", web, "[idle]\nreturn-home-after = \"20s\"\nwarning = \"never\"")
    try kiosk.visit()
    try kiosk.fingers.swipe(from: (300, RealKiosk.height - 4), to: (300, RealKiosk.height - 300))
    try kiosk.expectNothingLeft()
    try kiosk.visit()
    try kiosk.expectNothingLeft()
    try kiosk.visit()
    let browser = try #require(EscapeTests.programs(of: kiosk.compositor)["firefox-esr"]?.min())
    kill(browser, SIGKILL)
    try kiosk.expectNothingLeft()
    #expect(kiosk.launcher.isRunning)
  }

  /// The modifiers that the test combines with every key: each alone, and Control and Alt with Shift.
  private static let modifiers: [[UInt32]] = [[], [29], [56], [42], [29, 42], [56, 42], [29, 56], [125]]
  /// Keys that end the visit by design: W, Q and F4 with Control, and F4 with Alt.
  private static let leaving: Set<[UInt32]> = [
    [29, 17], [29, 16], [29, 62], [29, 42, 17], [29, 42, 16], [29, 42, 62], [56, 62], [56, 42, 62],
    [29, 56, 62],
  ]
  private static let control: UInt32 = 29
  private static let l: UInt32 = 38
  private static let escape: UInt32 = 1
  private static let reload: UInt32 = 63
  private static let tab: UInt32 = 15
  /// `file:///etc/passwd` and Enter, as codes of linux/input-event-codes.h. The colon is Shift and 39.
  private static let address: [[UInt32]] =
    [[33], [23], [38], [18], [42, 39]]
    + [53, 53, 53, 18, 20, 46, 53, 25, 30, 31, 31, 17, 32, 28].map { [$0] }

  @Test(.enabled(if: LongCheck.isOn, BrowserVisits.takesLong), arguments: ["firefox-esr", "chromium"])
  func noKeyLeavesThePage(browser: String) throws {
    let web = try PageServer()
    defer { web.stop() }
    let kiosk = try BrowserVisits.kiosk(.sway, browser, web)
    let keyboard = try #require(kiosk.server?.keyboard)
    try kiosk.visit()
    for modifiers in Self.modifiers {
      for key in TypingKeyboard.keys where !Self.leaving.contains(modifiers + [key]) {
        try keyboard.chord(modifiers + [key])
      }
      // The find bar closes. A page returns if one key started to load it and the next one stopped that.
      // Firefox creates its find bar on the first request, and shows it whenever it is ready. Therefore the
      // test tries again if necessary.
      try kiosk.repeating("the page after all keys with \(modifiers)", until: { isSeenAlone(in: kiosk) }) {
        for key in [Self.escape, Self.reload] { try keyboard.chord([key]) }
      }
      #expect(kiosk.visits.count == 1)
    }
    // Type an address without a visible address field: at once, and after a focus cycle with Tab.
    for way: [[UInt32]] in [[[Self.control, Self.l]], [[Self.tab]], [[64]]] {
      for keys in way + Self.address { try keyboard.chord(keys) }
      try kiosk.compositor.wait(
        forPicture: "the page after an address", limit: BrowserVisits.limit, until: RealKiosk.showsPage)
    }
    #expect(kiosk.launcher.isRunning && kiosk.visits.count == 1)
    #expect(!web.requests.contains { $0.contains("passwd") })
  }

  /// Reports whether the page fills the screen within some seconds.
  private func isSeenAlone(in kiosk: RealKiosk) -> Bool {
    (try? kiosk.compositor.wait(forPicture: "the page", limit: 5, until: RealKiosk.showsPage)) != nil
  }
}
