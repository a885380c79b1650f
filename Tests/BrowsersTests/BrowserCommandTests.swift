import Browsers
import Configuration
import Foundation
import Programs
import Testing

struct BrowserCommandTests {
  private func open(
    _ page: WebPage = WebPage("https://example.org/a?b=c"), command: [String]? = nil, installed: Set<String>
  ) -> Command? {
    var settings = BrowserSettings()
    settings.command = command
    return BrowserCommand(settings) { installed.contains($0) }?.open(page, .plain)
  }

  @Test(arguments: [
    (["chromium", "firefox-esr", "cog", "epiphany"], "chromium"),
    (["firefox-esr", "epiphany"], "firefox-esr"),
    (["cog", "epiphany"], "cog"), (["epiphany"], "epiphany"),
    (["epiphany", "epiphany-browser"], "epiphany-browser"),
  ])
  func firstInstalledBrowserOpensPages(installed: [String], expected: String) throws {
    let command = try #require(open(installed: Set(installed)))
    let address = "https://example.org/a?b=c"
    #expect(command.arguments.first == expected)
    #expect(
      command.arguments.last == address
        || command.privateDirectory?.files.values.contains { $0.contains("'\(address)'") } == true)
    #expect(command.privateDirectory != nil)
    #expect(open(installed: ["bwrap", "links"]) == nil)
  }

  @Test(
    arguments: [
      ("chromium", Browser.chromium), ("/usr/bin/chromium", .chromium),
      ("/opt/google-chrome-stable", .chromium),
      ("firefox", .firefox), ("epiphany-browser", .epiphany), ("cog", .cog), ("links", nil), ("", nil),
    ] as [(String, Browser?)])
  func browsersAreRecognizedByProgramName(program: String, expected: Browser?) {
    #expect(Browser(program: program) == expected)
  }

  @Test(
    arguments: [
      ("chromium", true), ("Google-chrome", true), ("chrome-example.org__-Default", true),
      ("org.gnome.Epiphany", true), ("microsoft-edge", true), ("firefox-esr", false), ("cog", false),
      ("com.igalia.Cog", false), ("foot", false), ("", false),
    ])
  func browsersWithBarsAreRecognizedByWindow(appID: String, shows: Bool) {
    #expect(Browser.showsBars(inWindow: appID) == shows)
  }

  @Test(arguments: ["chromium", "firefox-esr", "cog", "epiphany"])
  func browserDataStaysInTheVisitsDirectory(program: String) throws {
    let command = try #require(open(installed: [program]))
    #expect(command.environment["HOME"] == "{profile}/home")
    for name in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] {
      #expect(command.environment[name]?.hasPrefix("{profile}/home/") == true)
    }
    #expect(
      ["cog"].contains(program) || command.arguments.contains { $0.contains("{profile}/profile") })
    for name in command.privateDirectory?.files.keys ?? [:].keys {
      #expect(!name.hasPrefix("/") && !name.contains(".."))
    }
  }

  @Test(
    arguments: [
      ("chromium", ["bwrap"], ["/etc/chromium"], .policies), ("chromium", ["bwrap"], [], .nothing),
      ("chromium", [], ["/etc/chromium"], .nothing), ("firefox-esr", ["bwrap"], ["/etc/firefox"], .policies),
      ("firefox-esr", [], ["/etc/firefox"], .settings), ("cog", ["bwrap"], ["/etc/chromium"], .program),
      ("epiphany", [], [], .program),
    ] as [(String, Set<String>, Set<String>, BrowserCommand.Guard)])
  func refusalMechanismIsKnown(
    program: String, installed: Set<String>, places: Set<String>, expected: BrowserCommand.Guard
  ) throws {
    let command = try #require(
      BrowserCommand(
        BrowserSettings(), isInstalled: { installed.contains($0) || $0 == program },
        exists: { places.contains($0) }))
    #expect(command.program == program && command.guardian == expected)
  }

  @Test func unknownProgramGetsUnchangedArguments() throws {
    let words = ["/opt/show", "--at={url}", "--in", "{profile}/x"]
    let command = try #require(open(command: words, installed: []))
    #expect(command.arguments == ["/opt/show", "--at=https://example.org/a?b=c", "--in", "{profile}/x"])
    #expect(command.environment == [:] && command.privateDirectory == PrivateDirectory())
    #expect(
      open(command: ["/opt/show"], installed: [])?.arguments == ["/opt/show", "https://example.org/a?b=c"])
  }

  @Test func argumentsOfTheConfigurationComeFirst() throws {
    let command = try #require(open(command: ["chromium", "--force-device-scale-factor=2"], installed: []))
    #expect(Array(command.arguments.prefix(2)) == ["chromium", "--force-device-scale-factor=2"])
    #expect(command.arguments.contains("--kiosk"))
  }

  private func json(_ text: String?) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(try #require(text).utf8))
    return try #require(value as? [String: Any])
  }

  private func chromium(_ allowances: Set<WebAllowance>) throws -> [String: Any] {
    let command = try #require(open(WebPage("http://a", allowances: allowances), installed: ["chromium"]))
    return try json(command.privateDirectory?.files["policies/managed/rotunda.json"])
  }

  /// Chromium's address for the extension that shows the page for refused addresses.
  private static let extensionAddress = "chrome-extension://akeinemainliilekhgfhjmfgbkpnengg"

  @Test func chromiumEnforcesTheAllowances() throws {
    let strict = try chromium([])
    #expect(strict["DeveloperToolsAvailability"] as? Int == 2 && strict["DownloadRestrictions"] as? Int == 3)
    #expect(
      strict["PrintingEnabled"] as? Bool == false && strict["AllowFileSelectionDialogs"] as? Bool == false)
    #expect(strict["URLBlocklist"] as? [String] == ["*"])
    #expect(
      strict["URLAllowlist"] as? [String] == ["http://a", "https://a", "about:blank", Self.extensionAddress])
    let lax = try chromium(Set(WebAllowance.allCases))
    #expect(lax["DeveloperToolsAvailability"] as? Int == 1 && lax["DownloadRestrictions"] as? Int == 0)
    #expect(lax["PrintingEnabled"] as? Bool == true && lax["URLBlocklist"] as? [String] == ["chrome://*"])
    #expect(
      (try chromium([.otherProtocols]))["URLBlocklist"] as? [String] == [
        "file://*", "chrome://*", "devtools://*", "view-source:*",
      ])
    #expect(
      (try chromium([.otherProtocols, .developerTools, .files]))["URLBlocklist"] as? [String] == [
        "chrome://*"
      ])
    for allowances in [[], Set(WebAllowance.allCases)] {
      let policy = try chromium(allowances)
      #expect(policy["HomepageLocation"] as? String == "http://a")
      #expect(policy["NewTabPageLocation"] as? String == "http://a")
      for device in ["FileSystemRead", "FileSystemWrite", "Serial", "WebBluetooth", "WebHid", "WebUsb"] {
        #expect(policy["Default\(device)GuardSetting"] as? Int == 2, "\(device)")
      }
      #expect(
        policy["BrowserGuestModeEnabled"] as? Bool == false
          && policy["IncognitoModeAvailability"] as? Int == 1)
      let store = "update_url:https://clients2.google.com/service/update2/crx"
      let extensions = policy["ExtensionSettings"] as? [String: [String: String]]
      #expect(extensions == [store: ["installation_mode": "blocked"]])
      #expect(policy["PasswordManagerEnabled"] as? Bool == false)
    }
    #expect(
      (try chromium([.files, .anySite]))["URLAllowlist"] as? [String] == [
        "http://*", "https://*", "about:blank", Self.extensionAddress, "file://*",
      ])
  }

  @Test(arguments: [
    (
      "chromium", "/etc/chromium",
      ["--tmpfs", "/etc/chromium", "--ro-bind", "{profile}/policies", "/etc/chromium/policies"]
    ),
    (
      "firefox-esr", "/etc/firefox",
      [
        "--tmpfs", "/etc/firefox", "--ro-bind", "{profile}/policies", "/etc/firefox/policies", "--ro-bind",
        "{profile}/policies", "{profile}/home/downloads",
      ]
    ),
    (
      "firefox-esr", "/usr/share/firefox-esr/distribution",
      [
        "--ro-bind", "{profile}/policies", "/usr/share/firefox-esr/distribution", "--ro-bind",
        "{profile}/policies", "{profile}/home/downloads",
      ]
    ),
    (
      "firefox-esr", "/usr/lib/firefox-esr/distribution",
      [
        "--ro-bind", "{profile}/policies", "/usr/lib/firefox-esr/distribution", "--ro-bind",
        "{profile}/policies",
        "{profile}/home/downloads",
      ]
    ),
  ])
  func bubblewrapGivesEachVisitItsPolicies(program: String, directory: String, words: [String])
    throws
  {
    let confined = try #require(
      BrowserCommand(
        BrowserSettings(), isInstalled: { [program, "bwrap"].contains($0) }, exists: { $0 == directory })?
        .open(WebPage("http://a"), .plain))
    #expect(Array(confined.arguments.prefix(4 + words.count)) == ["bwrap", "--dev-bind", "/", "/"] + words)
    #expect(confined.arguments.contains(program) && confined.arguments.last == "http://a")
    let plain = try #require(open(installed: [program, "bwrap"]))
    #expect(plain.arguments.first == program)
  }

  private func firefox(_ allowances: Set<WebAllowance>) throws -> [String: Any] {
    let command = try #require(open(WebPage("http://a", allowances: allowances), installed: ["firefox-esr"]))
    let settings = try #require(command.privateDirectory?.files["profile/user.js"])
    #expect(settings.contains("\"devtools.policy.disabled\", true") == !allowances.contains(.developerTools))
    #expect(settings.contains("\"print.enabled\", false") == !allowances.contains(.printing))
    #expect(
      settings.contains("\"network.protocol-handler.external-default\", false") == !allowances.contains(
        .otherProtocols))
    let file = try json(command.privateDirectory?.files["policies/policies.json"])
    return try #require(file["policies"] as? [String: Any])
  }

  @Test func firefoxEnforcesTheAllowances() throws {
    let strict = try firefox([])
    #expect(strict["DisableDeveloperTools"] as? Bool == true && strict["PrintingEnabled"] as? Bool == false)
    #expect(strict["BlockAboutConfig"] as? Bool == true)
    let filter = try #require(strict["WebsiteFilter"] as? [String: [String]])
    #expect(filter == ["Block": ["<all_urls>"], "Exceptions": ["*://*.a/*"]])
    let open = try firefox([.anySite])
    #expect((open["WebsiteFilter"] as? [String: [String]]) == ["Block": ["file:///*"]])
    let preferences = try #require(strict["Preferences"] as? [String: [String: Any]])
    #expect(preferences["network.protocol-handler.external-default"]?["Value"] as? Bool == false)
    // Firefox's own defaults allow these individually.
    for scheme in ["mailto", "news", "snews", "nntp"] {
      #expect(preferences["network.protocol-handler.external.\(scheme)"]?["Value"] as? Bool == false)
    }
    #expect(preferences.values.allSatisfy { $0["Status"] as? String == "locked" })
    let lax = try firefox(Set(WebAllowance.allCases))
    #expect(lax["DisableDeveloperTools"] as? Bool == false && lax["PrintingEnabled"] as? Bool == true)
    #expect(
      lax["WebsiteFilter"] == nil
        && (lax["Preferences"] as? [String: Any])?.keys.sorted() == ["browser.download.forbid_open_with"])
    for name in [
      "DisableFirefoxScreenshots", "DisableSafeMode", "DisableProfileRefresh", "BlockAboutAddons",
      "BlockAboutProfiles",
      "BlockAboutSupport", "DisablePrivateBrowsing", "DisableFirefoxAccounts", "DisableSetDesktopBackground",
    ] {
      #expect(strict[name] as? Bool == true && lax[name] as? Bool == true, "\(name)")
    }
    #expect(strict["DownloadDirectory"] as? String == "${home}/downloads")
  }

  /// The configured hosts, and the addresses that Chromium opens and resolves.
  @Test(
    arguments: [
      (
        "https://www.example.org:8443/x", nil, "https://www.example.org",
        "MAP * ~NOTFOUND, EXCLUDE www.example.org, EXCLUDE *.www.example.org"
      ),
      ("http://10.1.2.3/", nil, "https://10.1.2.3", "MAP * ~NOTFOUND, EXCLUDE 10.1.2.3"),
      ("http://[::1]:80/", nil, "https://[::1]", "MAP * ~NOTFOUND, EXCLUDE [::1], EXCLUDE ::1"),
      (
        "http://a.example/", ["b.example", "*.c.example"],
        "https://.a.example https://.b.example https://c.example",
        "MAP * ~NOTFOUND, EXCLUDE a.example, EXCLUDE b.example, EXCLUDE c.example, EXCLUDE *.c.example"
      ),
      (
        "http://a.example/", ["*.example"], "https://example",
        "MAP * ~NOTFOUND, EXCLUDE example, EXCLUDE *.example"
      ),
    ] as [(String, [String]?, String, String)])
  func chromiumFindsOnlyItsHosts(address: String, named: [String]?, opened: String, rules: String) throws {
    let hosts = try named?.map { try #require(WebHost($0)) }
    let command = try #require(open(WebPage(address, hosts: hosts), installed: ["chromium"]))
    #expect(command.arguments.contains("--host-resolver-rules=\(rules)"))
    #expect(command.arguments.contains("--no-proxy-server"))
    let policy = try json(command.privateDirectory?.files["policies/managed/rotunda.json"])
    let allowed = try #require(policy["URLAllowlist"] as? [String])
    #expect(allowed.filter { $0.hasPrefix("https") }.joined(separator: " ") == opened)
  }

  @Test func privateNetworksAreClosedToAnySite() throws {
    let command = try #require(
      open(WebPage("http://a.example", allowances: [.anySite]), installed: ["chromium"]))
    let rules = try #require(command.arguments.first { $0.hasPrefix("--host-resolver-rules=") })
    for host in [
      "localhost", "192.168.*", "172.31.*", "10.*", "*.local", "100.127.*", "::*", "[::*", "[fe8*:*",
      "[fd*:*",
    ] {
      #expect(rules.contains("MAP \(host) ~NOTFOUND"), "\(host)")
    }
    #expect(!rules.contains("MAP * ") && rules.hasSuffix("EXCLUDE a.example, EXCLUDE *.a.example"))
  }

  /// Chromium refuses requests to names in a private network, unless the page's own hosts are in one.
  @Test(
    arguments: [
      (nil, [], true), (["*.b.example"], [], true), (["192.168.1.7"], [], false),
      (["printer.local"], [], false),
      (["[fd00::1]"], [.anySite], false), (["b.example"], [.anySite], true),
    ] as [([String]?, Set<WebAllowance>, Bool)])
  func internetPagesCannotReachPrivateNetworks(
    named: [String]?, allowances: Set<WebAllowance>, isRefused: Bool
  ) throws {
    let hosts = try named?.map { try #require(WebHost($0)) }
    let page = WebPage("http://a.example:81/", allowances: allowances, hosts: hosts)
    let command = try #require(open(page, installed: ["chromium"]))
    let policy = try json(command.privateDirectory?.files["policies/managed/rotunda.json"])
    for kind in ["LocalNetworkAccess", "LocalNetwork", "LoopbackNetwork"] {
      #expect((policy["\(kind)BlockedForUrls"] as? [String] == ["*"]) == isRefused)
      #expect((policy["\(kind)AllowedForUrls"] as? [String] == ["http://a.example:81"]) == !isRefused)
    }
  }

  @Test(
    arguments: [
      ([], false), ([.anySite], false), ([.camera], false), ([.anySite, .camera], true),
      ([.anySite, .microphone], true),
    ] as [(Set<WebAllowance>, Bool)])
  func callsNeedAnySiteAndCameraOrMicrophone(allowances: Set<WebAllowance>, mayCall: Bool) throws {
    let page = WebPage("http://a.example", allowances: allowances)
    let chromium = try #require(open(page, installed: ["chromium"]))
    #expect(chromium.arguments.contains { $0.hasPrefix("--webrtc-ip-handling-policy=") } == !mayCall)
    let handling = try self.chromium(allowances)["WebRtcIPHandling"] as? String
    #expect(handling == (mayCall ? nil : "disable_non_proxied_udp"))
    let settings = try #require(
      open(page, installed: ["firefox-esr"])?.privateDirectory?.files["profile/user.js"])
    #expect(settings.contains("\"media.peerconnection.enabled\", \(mayCall)"))
  }

  private static let german = RefusalWords(
    language: "de", title: "Hier <nicht>", explanation: "Anders\"wo & weiter", back: "Zurück")

  @Test(arguments: [("chromium", "refused"), ("firefox-esr", "profile/chrome/refused")])
  func refusalPageIsInTheVisitorsLanguage(program: String, directory: String) throws {
    let browser = try #require(BrowserCommand(BrowserSettings()) { $0 == program })
    let files = try #require(browser.open(WebPage("http://a/b'c"), Self.german).privateDirectory?.files)
    let text = try #require(files["\(directory)/refused.html"])
    #expect(text.contains("<html lang=\"de\" dir=\"ltr\">") && text.contains(">Zurück</button>"))
    #expect(text.contains("Hier &lt;nicht>") && text.contains("Anders&quot;wo &amp; weiter"))
    #expect(files["\(directory)/refused.js"] != nil)
    // The page for refused addresses returns to the start page if the history is empty.
    let notices = files["\(directory)/worker.js"] ?? files["autoconfig/keys.js"]
    #expect(notices?.contains("\"http://a/b'c\"") == true)
  }

  @Test func refusalTextFollowsItsWritingDirection() throws {
    var words = Self.german
    words.isRightToLeft = true
    let browser = try #require(BrowserCommand(BrowserSettings()) { $0 == "chromium" })
    let files = browser.open(WebPage("http://a"), words).privateDirectory?.files
    #expect(files?["refused/refused.html"]?.contains("dir=\"rtl\"") == true)
  }

  @Test(arguments: [
    ("chromium", true), ("firefox", true), ("/usr/bin/firefox-esr", true), ("cog", false),
    ("epiphany-browser", false), ("surf", false), ("/opt/show", false),
  ])
  func onlySomeBrowsersLimitAPagesHosts(program: String, keeps: Bool) throws {
    var settings = BrowserSettings()
    settings.command = [program]
    #expect(try #require(BrowserCommand(settings) { _ in true }).keepsHosts == keeps)
  }

  @Test func cameraAndMicrophoneNeedAnAllowance() throws {
    let (strict, lax) = (try chromium([]), try chromium([.camera, .location]))
    #expect(
      strict["VideoCaptureAllowedUrls"] as? [String] == [] && strict["VideoCaptureAllowed"] as? Bool == false)
    #expect(lax["VideoCaptureAllowedUrls"] as? [String] == ["http://a"])
    #expect(lax["AudioCaptureAllowedUrls"] as? [String] == [])
    #expect(strict["DefaultGeolocationSetting"] as? Int == 2 && lax["DefaultGeolocationSetting"] as? Int == 1)
    let policies = try firefox([.microphone])
    let permissions = try #require(policies["Permissions"] as? [String: [String: Any]])
    #expect(permissions["Microphone"]?["Allow"] as? [String] == ["http://a"])
    #expect(
      permissions["Camera"]?["Allow"] == nil && permissions["Camera"]?["BlockNewRequests"] as? Bool == true)
  }

  @Test(arguments: [
    "", ".", "*.", "*", "a..b", "http://a", "a/b", "a b", "a:80", "*.10.0.0.1", "[", "[]", "[::x]", "a'b",
    "ä.example",
    "*.*.a", "a,EXCLUDE", String(repeating: "a", count: 254),
  ])
  func invalidHostsAreRejected(text: String) {
    #expect(WebHost(text) == nil)
  }

  @Test func onlyAllowedDownloadsHaveAWritableDirectory() throws {
    func words(_ allowances: Set<WebAllowance>) throws -> [String] {
      let command = BrowserCommand(
        BrowserSettings(), isInstalled: { ["firefox-esr", "bwrap"].contains($0) },
        exists: { $0 == "/etc/firefox" })
      return try #require(command).open(WebPage("http://a", allowances: allowances), .plain).arguments
    }
    #expect(try words([]).contains("{profile}/home/downloads"))
    #expect(try !words([.downloads]).contains("{profile}/home/downloads"))
  }

  @Test(arguments: ["epiphany", "epiphany-browser"])
  func epiphanyHasItsOwnHomepageAndBus(program: String) throws {
    let page = WebPage("https://a.example/?q=it's\\n")
    let command = try #require(open(page, installed: [program, "dbus-run-session"]))
    #expect(
      command.arguments == [
        "dbus-run-session", "--", program, "--private-instance", "--profile={profile}/profile",
      ])
    let text = try #require(command.privateDirectory?.files["home/.config/glib-2.0/settings/keyfile"])
    // The text has GVariant quotes.
    #expect(text.contains("\nhomepage-url='https://a.example/?q=it\\'s\\\\n'\n"))
    let bare = try #require(open(page, installed: [program]))
    #expect(bare.arguments == Array(command.arguments.dropFirst(2)))
  }

  @Test func keysReachOnlyThePage() throws {
    #expect(try #require(open(installed: ["chromium"])).arguments.contains("--force-app-mode"))
    let files = try #require(open(installed: ["firefox-esr"])?.privateDirectory?.files)
    #expect(files["profile/chrome/userChrome.css"]?.hasPrefix("#navigator-toolbox, ") == true)
    for setting in [
      "toolkit.legacyUserProfileCustomizations.stylesheets\", true", "view_source.editor.external\", true",
      "ui.key.menuAccessKeyFocuses\", false",
    ] {
      #expect(files["profile/user.js"]?.contains(setting) == true)
    }
  }

  /// Files of Debian's Firefox that the sandbox replaces during a visit.
  private static let covered = [
    "/usr/lib/firefox-esr/defaults/pref/channel-prefs.js", "/usr/lib/firefox-esr/pingsender",
  ]

  private func firefox(_ allowances: Set<WebAllowance>, existing: [String]) throws -> Command {
    let command = BrowserCommand(
      BrowserSettings(), isInstalled: { ["firefox-esr", "bwrap"].contains($0) },
      exists: { (existing + ["/usr/lib/firefox-esr/distribution"]).contains($0) })
    return try #require(command).open(WebPage("http://a", allowances: allowances), .plain)
  }

  @Test func firefoxLosesKeysThatLeaveThePage() throws {
    for allowances in [[], [.printing, .downloads, .files]] as [Set<WebAllowance>] {
      let command = try firefox(allowances, existing: Self.covered)
      let files = try #require(command.privateDirectory?.files)
      for path in Self.covered {
        let index = try #require(command.arguments.firstIndex(of: path))
        #expect(command.arguments[index - 2] == "--ro-bind")
        #expect(files[command.arguments[index - 1].replacing("{profile}/", with: "")] != nil)
      }
      let script = try #require(files["autoconfig/keys.js"])
      let control = try #require(script.split(separator: "\n").first { $0.contains("const control ") })
      #expect(script.hasPrefix("//\n"), "the first line is not read")
      for key in ["u", "i", "j", "k", "l", "n", "t", "h", "b", "d", "e", "m"] {
        #expect(!control.contains("\"\(key)\""))
      }
      for (key, allowance) in [("p", WebAllowance.printing), ("s", .downloads), ("o", .files)] {
        #expect(control.contains("\"\(key)\"") == allowances.contains(allowance))
      }
    }
    // Pages with developer tools keep all keys. All pages do if Firefox is elsewhere.
    let open = try #require(firefox([.developerTools], existing: Self.covered).privateDirectory)
    #expect(open.files["autoconfig/keys.js"]?.contains("const control ") == false)
    for existing in [[], [Self.covered[0]], [Self.covered[1]]] {
      #expect(try firefox([], existing: existing).arguments.allSatisfy { !Self.covered.contains($0) })
    }
  }

  @Test func epiphanyIsLockedDownByItsSettings() throws {
    let command = try #require(open(installed: ["epiphany"]))
    #expect(command.environment["GSETTINGS_BACKEND"] == "keyfile")
    let text = try #require(command.privateDirectory?.files["home/.config/glib-2.0/settings/keyfile"])
    #expect(text.hasPrefix("[org/gnome/epiphany/lockdown]\n"))
    for lock in ["disable-arbitrary-url", "disable-save-to-disk", "disable-printing"] {
      #expect(text.contains("\n\(lock)=true\n"))
    }
    // Epiphany would refuse the page as well: "URL loading is locked down."
    #expect(!command.arguments.contains { $0.contains("://") })
  }

  @Test(arguments: [
    (["/usr/lib/x86_64-linux-gnu/libWPEWebKit-1.1.so.0"], "epiphany"),
    (["/usr/lib/aarch64-linux-gnu/libWPEWebKit-1.0.so.3"], "epiphany"),
    (["/usr/lib64/libWPEWebKit-1.1.so.0", "/usr/lib64/libWPEWebKit-2.0.so.1"], "cog"),
    (["/usr/lib/x86_64-linux-gnu/libWPEWebKit-2.0.so.1"], "cog"), ([], "cog"),
  ])
  func abandonedBrowserIsUsedOnlyIfNamed(files: [String], expected: String) throws {
    let installed = ["cog", "epiphany"]
    let command = BrowserCommand(BrowserSettings(), isInstalled: installed.contains, exists: files.contains)
    #expect(command?.program == expected)
    var settings = BrowserSettings()
    settings.command = ["cog"]
    #expect(
      BrowserCommand(settings, isInstalled: installed.contains, exists: files.contains)?.program == "cog")
  }

  /// Any address is one argument, never an option. Epiphany reads it from its settings.
  @Test func addressIsTheLastArgument() throws {
    for program in Browser.standard where Browser(program: program) != .epiphany {
      let address = "https://example.org/--flag;$(reboot)\"'%20"
      let command = try #require(open(WebPage(address), installed: [program]))
      #expect(command.arguments.last == address && command.arguments.count { $0.contains("reboot") } == 1)
    }
  }
}

/// Pages that need the network.
struct PageNetworkTests {
  @Test(arguments: [
    ("https://example.org/quiz", true), ("http://192.168.1.7:8080", true), ("http://[2001:db8::1]/", true),
    ("http://127.0.0.1:8123", false), ("http://localhost", false), ("http://quiz.localhost/", false),
    ("http://[::1]:80/", false), ("http://intranet/", false),
  ])
  func aPageOfThisMachineNeedsNoNetwork(address: String, needsNetwork: Bool) throws {
    let browser = try #require(BrowserCommand(BrowserSettings()) { _ in true })
    #expect(browser.open(WebPage(address), .plain).needsNetwork == needsNetwork)
  }
}

extension RefusalWords {
  fileprivate static let plain = RefusalWords(title: "No", explanation: "Elsewhere", back: "Back")
}
