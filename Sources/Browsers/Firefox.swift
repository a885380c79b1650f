import Configuration
import Programs

/// Firefox in a kiosk.
///
/// Most restrictions of its policies are also settings, so they work without policies for the visit.
enum Firefox {
  static func arguments(profile: String) -> [String] {
    ["--kiosk", "--no-remote", "--new-instance", "--profile", profile]
  }

  static let environment = [
    "MOZ_ENABLE_WAYLAND": "1", "MOZ_CRASHREPORTER_DISABLE": "1", "TMPDIR": "\(PrivateDirectory.mark)/tmp",
  ]

  /// The download directory, in the visit's home.
  private static let downloads = "downloads"

  /// Returns the directories of the visit that must be read-only. Firefox has no policy against downloads;
  /// one that cannot be written fails.
  static func readOnly(_ allowances: Set<WebAllowance>) -> [String] {
    allowances.contains(.downloads) ? [] : ["home/\(downloads)"]
  }

  static func files(_ page: WebPage, _ words: RefusalWords) -> [String: String] {
    [
      "home/\(downloads)/": "", "tmp/": "", "profile/user.js": preferences(page),
      "profile/chrome/userChrome.css": style,
      "policies/policies.json": Policy.table(["policies": policy(page)]).json + "\n",
    ].merging(FirefoxScript.files(page, words)) { $1 }
  }

  /// Hides the toolbars. In kiosk mode they are off the screen, but Tab reaches them and Enter activates
  /// them. Hidden elements get no keys.
  private static let style =
    "#navigator-toolbox, #sidebar-main, #sidebar-box, #sidebar-splitter { display: none !important; }\n"

  /// Returns the policies. Names are from Firefox's policy templates.
  private static func policy(_ page: WebPage) -> Policy {
    let allowances = page.allowances
    var entries: [String: Policy] = [
      "AllowFileSelectionDialogs": .truth(allowances.contains(.files) || allowances.contains(.downloads)),
      "BlockAboutAddons": .truth(true), "BlockAboutConfig": .truth(true), "BlockAboutProfiles": .truth(true),
      "BlockAboutSupport": .truth(true), "DisableAppUpdate": .truth(true),
      "DisableFeedbackCommands": .truth(true),
      "DisableFirefoxAccounts": .truth(true), "DisableFirefoxScreenshots": .truth(true),
      "DisableFirefoxStudies": .truth(true), "DisablePocket": .truth(true),
      "DisableProfileRefresh": .truth(true), "DisableSafeMode": .truth(true),
      "ExtensionUpdate": .truth(false),
      "NewTabPage": .truth(false),
      "DisableFormHistory": .truth(true), "DisablePrivateBrowsing": .truth(true),
      "DisableProfileImport": .truth(true), "DisableSetDesktopBackground": .truth(true),
      "DisableTelemetry": .truth(true), "DontCheckDefaultBrowser": .truth(true),
      "DisableDeveloperTools": .truth(!allowances.contains(.developerTools)),
      "ExtensionSettings": .table(["*": .table(["installation_mode": .text("blocked")])]),
      "NoDefaultBookmarks": .truth(true), "OfferToSaveLogins": .truth(false),
      "OverrideFirstRunPage": .text(""),
      "OverridePostUpdatePage": .text(""), "PasswordManagerEnabled": .truth(false),
      "PrintingEnabled": .truth(allowances.contains(.printing)), "SkipTermsOfUse": .truth(true),
      "Preferences": .table(locked(allowances)), "Permissions": permissions(page),
      "Proxy": .table([
        "Mode": .text("autoConfig"), "AutoConfigURL": .text(SiteRules(page).firefoxProxyScript),
        "Locked": .truth(true),
      ]),
    ]
    let files = allowances.contains(.files) ? [] : ["file:///*"]
    if let exceptions = SiteRules(page).firefoxExceptions {
      let all = exceptions + (files.isEmpty ? ["file:///*"] : [])
      entries["WebsiteFilter"] = .table([
        "Block": .list([.text("<all_urls>")]), "Exceptions": .list(all.map { .text($0) }),
      ])
    } else if !files.isEmpty {
      entries["WebsiteFilter"] = .table(["Block": .list(files.map { .text($0) })])
    }
    // Downloads are wiped with the visit.
    entries["DownloadDirectory"] = .text("${home}/\(downloads)")
    entries["PromptForDownloadLocation"] = .truth(false)
    return .table(entries)
  }

  /// Returns the permissions that the page has without asking. No page can request others.
  private static func permissions(_ page: WebPage) -> Policy {
    func permission(_ allowance: WebAllowance) -> Policy {
      var entries: [String: Policy] = ["BlockNewRequests": .truth(true), "Locked": .truth(true)]
      if page.allowances.contains(allowance) { entries["Allow"] = .list([.text(page.origin)]) }
      return .table(entries)
    }
    return .table([
      "Camera": permission(.camera), "Microphone": permission(.microphone), "Location": permission(.location),
      "Notifications": permission(.notifications),
    ])
  }

  /// Returns the same settings in locked form, so visitors cannot change them.
  private static func locked(_ allowances: Set<WebAllowance>) -> [String: Policy] {
    // Other programs must not open downloads.
    var entries: [String: Policy] = [
      "browser.download.forbid_open_with": .table(["Value": .truth(true), "Status": .text("locked")])
    ]
    for (name, value) in protocols(allowances) {
      entries[name] = .table(["Value": .truth(value), "Status": .text("locked")])
    }
    return entries
  }

  /// Returns settings that keep links of other schemes from other programs.
  private static func protocols(_ allowances: Set<WebAllowance>) -> [(String, Bool)] {
    guard !allowances.contains(.otherProtocols) else { return [] }
    // Firefox has a specific setting for each of the last four, with precedence over the general ones.
    let refused =
      ["external-default", "expose-all"] + ["mailto", "news", "snews", "nntp"].map { "external.\($0)" }
    let closed = refused.map { ("network.protocol-handler.\($0)", false) }
    return closed + ["expose.http", "expose.https"].map { ("network.protocol-handler.\($0)", true) }
  }

  /// Returns the profile's settings. They repeat the policies for a visit without any.
  private static func preferences(_ page: WebPage) -> String {
    let allowances = page.allowances
    var settings: [(String, String)] = [
      ("browser.aboutwelcome.enabled", "false"), ("browser.shell.checkDefaultBrowser", "false"),
      ("browser.sessionstore.resume_from_crash", "false"), ("browser.tabs.warnOnClose", "false"),
      ("datareporting.policy.dataSubmissionEnabled", "false"), ("dom.w3c_touch_events.enabled", "1"),
      ("browser.cache.disk.capacity", "65536"), ("toolkit.cosmeticAnimations.enabled", "false"),
      ("browser.download.forbid_open_with", "true"),
      ("toolkit.legacyUserProfileCustomizations.stylesheets", "true"),
      ("browser.download.start_downloads_in_tmp_dir", "\(allowances.contains(.downloads))"),
    ]
    settings += [
      ("network.proxy.type", "2"),
      ("network.proxy.autoconfig_url", "\"\(SiteRules(page).firefoxProxyScript)\""),
      // The first makes the script also decide about this machine's own addresses; the second makes it decide
      // about Firefox's own requests.
      ("network.proxy.allow_hijacking_localhost", "true"), ("network.proxy.failover_direct", "false"),
      ("media.getdisplaymedia.enabled", "false"), ("network.dns.disablePrefetch", "true"),
      // Calls (WebRTC) send UDP datagrams, which bypass the script and could reach any host.
      ("media.peerconnection.enabled", "\(page.mayCall)"),
      ("network.webtransport.enabled", "\(page.mayCall)"),
    ]
    // 2 refuses without asking. Without a policy that grants it, Firefox asks for what is allowed.
    for (allowance, name) in [
      (WebAllowance.camera, "camera"), (.microphone, "microphone"), (.location, "geo"),
      (.notifications, "desktop-notification"),
    ] where !allowances.contains(allowance) {
      settings.append(("permissions.default.\(name)", "2"))
    }
    if !allowances.contains(.printing) { settings.append(("print.enabled", "false")) }
    if !allowances.contains(.developerTools) {
      settings += [
        ("devtools.policy.disabled", "true"), ("ui.key.menuAccessKeyFocuses", "false"),
        // No setting disables the page's source. This opens it in a program that does nothing.
        ("view_source.editor.external", "true"), ("view_source.editor.path", "\"/bin/true\""),
      ]
    }
    if allowances.isDisjoint(with: [.files, .downloads]) {
      settings.append(("widget.disable_file_pickers", "true"))
    }
    settings += protocols(allowances).map { ($0.0, "\($0.1)") }
    return settings.map { "user_pref(\"\($0.0)\", \($0.1));\n" }.joined()
  }
}
