import Foundation
import RealCompositors
import Synchronization
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

  private func kiosk(
    _ kind: Compositor.Kind, _ browser: String, _ web: PageServer, hosts: [String]? = nil, _ more: String = ""
  ) throws -> RealKiosk {
    try RealKiosk(kind) { _ in
      """
      \(more)
      \(browser.isEmpty ? "" : "[browser]\ncommand = [\"\(browser)\"]")
      [[tile]]
      name = "Page"
      url = "http://127.0.0.1:\(web.port)/here?a=b"
      \(hosts.map { "hosts = \($0)" } ?? "")

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

  /// Firefox and Chromium are installed where the long tests run: where no browser is named, the latter opens
  /// pages. The others are large, and tried where they are installed. On cage Epiphany keeps its bar.
  private static let all: [(browser: String, kind: Compositor.Kind)] = [
    ("firefox-esr", .cage), ("chromium", .cage), ("cog", .cage), ("epiphany-browser", .sway),
    ("firefox-esr", .sway), ("chromium", .sway), ("", .cage), ("cog", .sway),
  ]
  private static let visits: [(browser: String, kind: Compositor.Kind)] = {
    let possible = all.filter { isInstalled($0.browser.isEmpty ? "chromium" : $0.browser) }
    return isLong ? possible : Array(possible.prefix(1))
  }()

  /// Some ways to other hosts are tried on the way, where the browser can keep a page on its hosts.
  @Test(.enabled(if: !visits.isEmpty, "no browser is installed"), arguments: visits)
  func pageVisitLeavesNothing(browser: String, kind: Compositor.Kind) throws {
    let trial = try WaysOutTrial(WayOut.some)
    defer { trial.stop() }
    let kiosk = try kiosk(kind, browser, trial.own, hosts: [WaysOutTrial.namedHost])
    try visit(kiosk)
    #expect(trial.own.requests.contains("/here?a=b"))
    let programs = EscapeTests.programs(of: kiosk.compositor).keys
    // Debian's "epiphany-browser" is a link.
    let program =
      [("", "chromium"), ("epiphany-browser", "epiphany")].first { $0.0 == browser }?.1 ?? browser
    #expect(programs.contains(program), "\(programs)")
    if let letter = Self.letters[program] {
      try kiosk.launcher.wait(for: "all ways to be tried", limit: Self.limit) {
        trial.framesAreDone ? true : nil
      }
      expectArrivals(of: WayOut.some, in: letter, trial)
    }
    // The launcher is asked to end, and its browser with it.
    kiosk.launcher.signal(SIGTERM)
    _ = try kiosk.launcher.waitForExit()
    #expect(directories(kiosk).isEmpty)
  }

  /// What stands for browsers in the table of ways out.
  private static let letters: [String: Character] = ["chromium": "c", "firefox-esr": "f"]

  /// Nothing reached the host that is not named, and what can reach the one that is did.
  private func expectArrivals(of ways: [WayOut], in browser: Character, _ trial: WaysOutTrial) {
    #expect(trial.unnamed.requests == [])
    let arrivals = WaysOutTrial.arrivals(trial.named)
    let expected = ways.filter { $0.arrivals.contains(browser) }
    let missing = expected.map(\.name).filter { !arrivals.contains($0) }
    // On a busy machine one or the other is not tried in its time.
    #expect(missing.count <= expected.count / 20, "\(missing)")
    guard let file = ProcessInfo.processInfo.environment["ROTUNDA_ARRIVALS"] else { return }
    let text = arrivals.sorted().map { "\(browser) \($0)\n" }.joined()
    try? text.write(toFile: "\(file)-\(browser)", atomically: true, encoding: .utf8)
  }

  /// Links that other programs would open, pressed by the page itself; after them the page asks for
  /// something, so that the test knows that the browser has dealt with them. (Chromium shows in the page's
  /// place that it is blocked, and so goes no further.)
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

  private static let closed = ["chromium", "firefox-esr"].filter(isInstalled)

  /// A finger touches the middle of the screen: links and forms there, and the way back from what is refused.
  @Test(.enabled(if: isLong, takesLong), arguments: closed)
  func noWayLeadsToUnnamedHosts(browser: String) throws {
    let trial = try WaysOutTrial(WayOut.all)
    defer { trial.stop() }
    let kiosk = try kiosk(
      .sway, browser, trial.own, hosts: [WaysOutTrial.namedHost], "[idle]\nreturn-home-after = \"never\"")
    try visit(kiosk)
    try kiosk.launcher.wait(for: "the ways that need no finger", limit: 600) {
      trial.framesAreDone ? true : nil
    }
    var (last, tapsInVain) = (trial.steps, 0)
    while !trial.isDone {
      try kiosk.tapMiddle()
      usleep(800_000)
      tapsInVain = trial.steps == last ? tapsInVain + 1 : 0
      last = trial.steps
      if tapsInVain == Self.mostTaps {
        Issue.record("no way on after \(last) taps, before \(trial.current)")
        break
      }
    }
    // What was tried last has its time.
    sleep(5)
    expectArrivals(of: WayOut.all, in: try #require(Self.letters[browser]), trial)
  }

  /// Taps without an effect after which there is none: the way back leads to the next way.
  private static let mostTaps = 40

  /// Names and addresses of this machine and of the networks that it is on, and whether a page that names
  /// them reaches it by them.
  private static let privateHosts: [(host: String, isReached: Bool)] =
    [
      ("127.0.0.2", true), ("localhost", true), ("other.localhost", true), ("[::1]", true),
      ("2130706434", false),
      ("0x7f000002", false), ("127.2", false), ("0.0.0.0", false), ("[::]", false),
      ("[::ffff:127.0.0.2]", false),
      (Self.rebound, true), ("below.\(Self.rebound)", true),
    ] + ownAddresses.map { ($0, true) }

  /// A name that leads to this machine, although nothing about it says so.
  private static let rebound = "rebound.example"

  /// The machine's addresses on private networks.
  private static let ownAddresses: [String] = {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/hostname")
    process.arguments = ["-I"]
    process.standardOutput = pipe
    try? process.run()
    let words = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(
      separator: " ")
    return words.map(String.init).filter {
      $0.hasPrefix("10.") || $0.hasPrefix("192.168.") || $0.hasPrefix("172.")
    }
  }()

  private static let privateTrials: [(browser: String, isNamed: Bool)] = closed.flatMap {
    [($0, false), ($0, true)]
  }

  /// A page that may lead anywhere leads to no private network. The page itself is on this machine, which
  /// Chromium is told to forget.
  @Test(.enabled(if: isLong, takesLong), arguments: privateTrials)
  func noPageReachesAnUnnamedPrivateNetwork(browser: String, isNamed: Bool) throws {
    let other = try PageServer(number: nil) { _ in
      var answer = PageServer.Answer.page("")
      answer.headers = ["Access-Control-Allow-Origin: *"]
      return answer
    }
    defer { other.stop() }
    let place = Mutex("")
    let own = try PageServer(number: 1) { path in
      let place = place.withLock { $0 }
      if path.hasPrefix("/to/") {
        return .redirect(to: "http://\(path.dropFirst(4)):\(place)/redirected-\(path.dropFirst(4))")
      }
      let hosts = Self.privateHosts.map { "\"\($0.host)\"" }.joined(separator: ",")
      return .page(
        """
        <script>
        (async () => {
          for (const host of [\(hosts)]) {
            const there = `http://${host}:\(place)/`;
            for (const name of ["img", "iframe", "script"]) {
              const element = document.createElement(name);
              element.style = "width: 9px; height: 9px; opacity: 0.01";
              element.src = there + name + "-" + host;
              document.body.append(element);
            }
            for (const address of [there + "fetch-" + host, "/to/" + host]) {
              await Promise.race([fetch(address, { mode: "no-cors" }).catch(() => {}), new Promise(r => setTimeout(r, 2000))]);
            }
          }
          await fetch("/tried");
        })();
        </script>
        """)
    }
    defer { own.stop() }
    place.withLock { $0 = "\(other.port)" }
    let names = Self.privateHosts.filter(\.isReached).map(\.host)
    let words =
      browser == "chromium" ? [browser, "--ip-address-space-overrides=\(own.place)=public"] : [browser]
    let kiosk = try RealKiosk(
      .sway,
      within: { scratch in
        // A look-up of names here finds two more.
        let hosts = try scratch.write(
          "127.0.0.1 localhost\n::1 localhost\n127.0.0.2 \(Self.rebound) below.\(Self.rebound)\n", to: "hosts"
        )
        return ["bwrap", "--dev-bind", "/", "/", "--ro-bind", hosts, "/etc/hosts", "--"]
      }
    ) { _ in
      """
      [browser]
      command = \(words)
      [[tile]]
      name = "Page"
      url = "http://\(own.place)/"
      allow = ["any-site"]
      \(isNamed ? "hosts = \(names)" : "")

      """
    }
    try visit(kiosk)
    try kiosk.launcher.wait(for: "the page to have tried", limit: Self.limit) {
      own.requests.contains("/tried") ? true : nil
    }
    sleep(3)
    let arrivals = Set(other.requests)
    if isNamed {
      for name in names {
        #expect(arrivals.contains("/fetch-\(name)") && arrivals.contains("/img-\(name)"), "\(name)")
      }
      #expect(arrivals.contains("/redirected-127.0.0.2"))
    } else {
      #expect(arrivals == [])
    }
  }

  @Test(.enabled(if: isLong, takesLong))
  func everyEndOfAVisitLeavesNothing() throws {
    let web = try PageServer()
    defer { web.stop() }
    // The question does not appear.
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
      // What was looked for goes, and a page comes back whose loading one key began and the next one stopped.
      // Firefox makes its bar for that when it is first asked for, and shows it whenever it is ready: so once
      // more, if need be.
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

  /// Most of the screen has the page's color: a browser with the whole screen and no bars.
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
