import Foundation
import RealCompositors
import Testing

/// A page of the web in a real browser, on a real compositor.
///
/// Every `make check` opens one in one browser, where one is installed; the rest takes long.
@Suite(.serialized) struct BrowserTests {
  private static let isLong = ProcessInfo.processInfo.environment["ROTUNDA_LONG"] != nil
  private static let takesLong: Comment = "takes long: make check-long"

  private static func isInstalled(_ browser: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(browser)")
  }

  /// Seconds: a browser without graphics hardware on a busy machine is slow.
  private static let limit = 180.0

  private func kiosk(_ kind: Compositor.Kind, _ browser: String, _ web: PageServer, _ more: String = "")
    throws -> RealKiosk
  {
    try RealKiosk(kind) { _ in
      """
      \(more)
      \(browser.isEmpty ? "" : "[browser]\ncommand = [\"\(browser)\"]")
      [[tile]]
      name = "Page"
      url = "http://127.0.0.1:\(web.port)/here?a=b"

      """
    }
  }

  /// Opens the tile, and waits until the page is seen.
  private func visit(_ kiosk: RealKiosk) throws {
    try kiosk.repeating("the browser", until: { !directories(kiosk).isEmpty }, kiosk.tapMiddle)
    try kiosk.compositor.wait(forPicture: "the page", limit: Self.limit, until: Self.showsPage)
    #expect(directories(kiosk).count == 1)
  }

  /// Waits until tiles are seen, and nothing of the visit is left.
  private func expectNothingLeft(_ kiosk: RealKiosk) throws {
    try kiosk.launcher.wait(for: "the visit's end", limit: Self.limit) {
      directories(kiosk).isEmpty ? true : nil
    }
    _ = try kiosk.compositor.waitForRest { !Self.showsPage($0) }
  }

  /// Firefox and Chromium are installed where the long tests run: where no browser is named, the latter opens pages. The others
  /// are large, and tried where they are installed. On cage Epiphany keeps its bar.
  private static let all: [(browser: String, kind: Compositor.Kind)] = [
    ("firefox-esr", .cage), ("chromium", .cage), ("cog", .cage), ("epiphany-browser", .sway),
    ("firefox-esr", .sway), ("chromium", .sway), ("", .cage), ("cog", .sway),
  ]
  private static let visits: [(browser: String, kind: Compositor.Kind)] = {
    let possible = all.filter { isInstalled($0.browser.isEmpty ? "chromium" : $0.browser) }
    return isLong ? possible : Array(possible.prefix(1))
  }()

  @Test(.enabled(if: !visits.isEmpty, "no browser is installed"), arguments: visits)
  func aTileShowsAPageAndNothingIsLeftOfTheVisit(browser: String, kind: Compositor.Kind) throws {
    let web = try PageServer()
    defer { web.stop() }
    let kiosk = try kiosk(kind, browser, web)
    try visit(kiosk)
    #expect(web.requests.contains("/here?a=b"))
    let programs = EscapeTests.programs(of: kiosk.compositor).keys
    // Debian's "epiphany-browser" is a link.
    let program =
      [("", "chromium"), ("epiphany-browser", "epiphany")].first { $0.0 == browser }?.1 ?? browser
    #expect(programs.contains(program), "\(programs)")
    // The launcher is asked to end, and its browser with it.
    kiosk.launcher.signal(SIGTERM)
    _ = try kiosk.launcher.waitForExit()
    #expect(directories(kiosk).isEmpty)
  }

  /// Links that other programs would open, pressed by the page itself; after them the page asks for something, so that the test knows
  /// that the browser has dealt with them. (Chromium shows in the page's place that it is blocked, and so goes no further.)
  @Test(.enabled(if: isLong, takesLong)) func noLinkStartsAnotherProgram() throws {
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
    try visit(kiosk)
    try kiosk.launcher.wait(for: "the page to have tried all links", limit: Self.limit) {
      web.requests.contains("/done") ? true : nil
    }
    #expect(!FileManager.default.fileExists(atPath: opened(kiosk.compositor.scratch)))
  }

  /// What a page tries by itself to have something fetched from `there`, and from there by way of its own host.
  private static func waysOut(_ there: String) -> String {
    """
    <link rel=stylesheet href="\(there)/style"><link rel=prefetch href="\(there)/prefetch">
    <link rel=icon href="\(there)/icon"><img src="\(there)/image"><img src="/away/image">
    <script src="\(there)/script"></script><iframe src="\(there)/frame"></iframe><iframe src="/away/frame"></iframe>
    <object data="\(there)/object"></object><embed src="\(there)/embed"><video src="\(there)/video"></video>
    <audio src="\(there)/audio"></audio><p style="background: url(\(there)/background)">.</p>
    <iframe srcdoc='<img src="\(there)/srcdoc">'></iframe>
    <iframe src='data:text/html,<img src="\(there)/data">'></iframe>
    <form id=form method=post target=inside action="\(there)/form"></form><iframe name=inside></iframe>
    <script>
    const there = "\(there)";
    const tried = work => { try { const done = work(); if (done && done.catch) done.catch(() => {}); } catch {} };
    tried(() => fetch(there + "/fetch", { mode: "no-cors" }));
    tried(() => fetch("/away/fetch", { mode: "no-cors" }));
    tried(() => { const r = new XMLHttpRequest(); r.open("GET", there + "/xhr"); r.send(); });
    tried(() => new WebSocket(there.replace("http", "ws") + "/socket"));
    tried(() => new EventSource(there + "/events"));
    tried(() => navigator.sendBeacon(there + "/beacon", "x"));
    tried(() => form.submit());
    tried(() => window.open(there + "/window"));
    tried(() => new Worker(URL.createObjectURL(new Blob([`fetch("${there}/worker", { mode: "no-cors" })`]))));
    tried(() => { const a = document.createElement("a"); a.href = there + "/ping"; a.target = "_blank"; a.click(); });
    if (location.pathname != "/tried") setTimeout(() => fetch("/tried").then(() => { location = there + "/top"; }), 4000);
    </script>
    """
  }

  /// Whether the other host is named in `hosts`: it is reached then, so that the test knows that the page does try.
  private static let trials: [(browser: String, isNamed: Bool)] = ["chromium", "firefox-esr"].filter(
    isInstalled
  )
  .flatMap { [($0, false), ($0, true)] }

  @Test(.enabled(if: isLong, takesLong), arguments: trials)
  func nothingOnAPageReachesAnotherHost(browser: String, isNamed: Bool) throws {
    let other = try PageServer(number: 2)
    defer { other.stop() }
    let there = "http://127.0.0.2:\(other.port)"
    let web = try PageServer(Self.waysOut(there), elsewhere: there + "/redirected")
    defer { web.stop() }
    let kiosk = try RealKiosk(.sway) { _ in
      """
      [browser]
      command = ["\(browser)"]
      [[tile]]
      name = "Page"
      url = "http://127.0.0.1:\(web.port)/here"
      \(isNamed ? "hosts = [\"127.0.0.2\"]" : "")

      """
    }
    try kiosk.repeating("the browser", until: { !directories(kiosk).isEmpty }, kiosk.tapMiddle)
    try kiosk.launcher.wait(for: "the page to have tried", limit: Self.limit) {
      web.requests.contains("/tried") ? true : nil
    }
    if isNamed {
      let ways: Set = ["/image", "/frame", "/fetch", "/redirected"]
      try kiosk.launcher.wait(for: "the other host", limit: Self.limit) {
        ways.isSubset(of: other.requests) ? true : nil
      }
    } else {
      // The last way out is the page's own, after it has said that it tried the others.
      sleep(5)
      #expect(other.requests == [])
    }
  }

  @Test(.enabled(if: isLong, takesLong))
  func nothingIsLeftOfAVisitThatEndsByASwipeByNobodyThereOrByTheBrowsersEnd() throws {
    let web = try PageServer()
    defer { web.stop() }
    // Nobody is asked whether they are still there.
    let kiosk = try kiosk(
      .sway, "firefox-esr", web, "[idle]\nreturn-home-after = \"20s\"\nwarning = \"never\"")
    try visit(kiosk)
    try kiosk.fingers.swipe(from: (300, RealKiosk.height - 4), to: (300, RealKiosk.height - 300))
    try expectNothingLeft(kiosk)
    try visit(kiosk)
    try expectNothingLeft(kiosk)
    try visit(kiosk)
    let browser = try #require(EscapeTests.programs(of: kiosk.compositor)["firefox-esr"]?.min())
    kill(browser, SIGKILL)
    try expectNothingLeft(kiosk)
    #expect(kiosk.launcher.isRunning)
  }

  /// Modifiers with which every key of a keyboard is tried: each alone, and Control and Alt with Shift.
  private static let modifiers: [[UInt32]] = [[], [29], [56], [42], [29, 42], [56, 42], [29, 56], [125]]
  /// Keys that end the visit, which then is over: W, Q and F4 with Control, and F4 with Alt.
  private static let leaving: Set<[UInt32]> = [
    [29, 17], [29, 16], [29, 62], [29, 42, 17], [29, 42, 16], [29, 42, 62], [56, 62], [56, 42, 62],
    [29, 56, 62],
  ]
  private static let control: UInt32 = 29
  private static let l: UInt32 = 38
  private static let escape: UInt32 = 1
  private static let reload: UInt32 = 63
  private static let tab: UInt32 = 15
  /// `file:///etc/passwd` and Enter, as codes of linux/input-event-codes.h; the colon is Shift and 39.
  private static let address: [[UInt32]] =
    [[33], [23], [38], [18], [42, 39]]
    + [53, 53, 53, 18, 20, 46, 53, 25, 30, 31, 31, 17, 32, 28].map { [$0] }

  @Test(.enabled(if: isLong, takesLong), arguments: ["firefox-esr", "chromium"])
  func noKeyLeadsFromThePageToTheMachine(browser: String) throws {
    let web = try PageServer()
    defer { web.stop() }
    let kiosk = try kiosk(.sway, browser, web)
    let keyboard = try #require(kiosk.server?.keyboard)
    try visit(kiosk)
    for modifiers in Self.modifiers {
      for key in TypingKeyboard.keys where !Self.leaving.contains(modifiers + [key]) {
        try keyboard.chord(modifiers + [key])
      }
      // What was looked for goes, and a page comes back whose loading one key began and the next one stopped. Firefox makes its
      // bar for that when it is first asked for, and shows it whenever it is ready: so once more, if need be.
      try kiosk.repeating("the page after all keys with \(modifiers)", until: { isSeenAlone(in: kiosk) }) {
        for key in [Self.escape, Self.reload] { try keyboard.chord([key]) }
      }
      #expect(directories(kiosk).count == 1)
    }
    // An address that is typed where none is seen, at once, and after going round with Tab.
    for way: [[UInt32]] in [[[Self.control, Self.l]], [[Self.tab]], [[64]]] {
      for keys in way + Self.address { try keyboard.chord(keys) }
      try kiosk.compositor.wait(
        forPicture: "the page after an address", limit: Self.limit, until: Self.showsPage)
    }
    #expect(kiosk.launcher.isRunning && directories(kiosk).count == 1)
    #expect(!web.requests.contains { $0.contains("passwd") })
  }

  /// Whether the page has the screen within some seconds.
  private func isSeenAlone(in kiosk: RealKiosk) -> Bool {
    (try? kiosk.compositor.wait(forPicture: "the page", limit: 5, until: Self.showsPage)) != nil
  }

  /// Most of the screen has the page's colour: a browser with the whole screen and no bars.
  private static func showsPage(_ picture: Screenshot) -> Bool {
    var count = 0
    for y in stride(from: 0, to: picture.height, by: 8) {
      for x in stride(from: 0, to: picture.width, by: 8) where picture[x, y] == PageServer.color {
        count += 1
      }
    }
    return Double(count * 64) > 0.95 * Double(picture.width * picture.height)
  }

  /// What there is of visits.
  private func directories(_ kiosk: RealKiosk) -> [String] {
    let visits = kiosk.compositor.scratch.runtime + "/rotunda/visits"
    let launchers = (try? FileManager.default.contentsOfDirectory(atPath: visits)) ?? []
    return launchers.flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(visits)/\($0)")) ?? []
    }
  }
}
