import Configuration
import Programs

/// Firefox in a kiosk.
///
/// Most of what its policies refuse is a setting too, and so is refused without policies of the visit's own.
enum Firefox {
  static func arguments(profile: String) -> [String] {
    ["--kiosk", "--no-remote", "--new-instance", "--profile", profile]
  }

  static let environment = [
    "MOZ_ENABLE_WAYLAND": "1", "MOZ_CRASHREPORTER_DISABLE": "1", "TMPDIR": "\(PrivateDirectory.mark)/tmp",
  ]

  /// Where downloads go, in the home directory of the visit.
  private static let downloads = "downloads"

  /// What of the visit's own directory cannot be written to. No policy of Firefox refuses downloads; one that
  /// finds no room fails.
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

  /// In a kiosk bars are out of sight, but Tab reaches them, and Enter what is on them. What is not there
  /// takes no keys.
  private static let style =
    "#navigator-toolbox, #sidebar-main, #sidebar-box, #sidebar-splitter { display: none !important; }\n"

  /// The names are those of Firefox's policy templates.
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
    // What is saved goes with the visit.
    entries["DownloadDirectory"] = .text("${home}/\(downloads)")
    entries["PromptForDownloadLocation"] = .truth(false)
    return .table(entries)
  }

  /// What the page has without asking, and what no page can ask for.
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

  /// The same settings, so that visitors cannot change them.
  private static func locked(_ allowances: Set<WebAllowance>) -> [String: Policy] {
    // What was saved is not opened by other programs.
    var entries: [String: Policy] = [
      "browser.download.forbid_open_with": .table(["Value": .truth(true), "Status": .text("locked")])
    ]
    for (name, value) in protocols(allowances) {
      entries[name] = .table(["Value": .truth(value), "Status": .text("locked")])
    }
    return entries
  }

  /// Links to anything but the web are not handed to other programs.
  private static func protocols(_ allowances: Set<WebAllowance>) -> [(String, Bool)] {
    guard !allowances.contains(.otherProtocols) else { return [] }
    // Firefox has a setting of its own for each of the last four, which counts in the place of what is
    // general.
    let refused =
      ["external-default", "expose-all"] + ["mailto", "news", "snews", "nntp"].map { "external.\($0)" }
    let closed = refused.map { ("network.protocol-handler.\($0)", false) }
    return closed + ["expose.http", "expose.https"].map { ("network.protocol-handler.\($0)", true) }
  }

  /// Settings for a profile. What a policy says too is here for where there are none.
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
      // Without the first, this machine's own addresses never ask the script; without the second, Firefox's
      // own requests go past it.
      ("network.proxy.allow_hijacking_localhost", "true"), ("network.proxy.failover_direct", "false"),
      ("media.getdisplaymedia.enabled", "false"), ("network.dns.disablePrefetch", "true"),
      // Calls (WebRTC) send datagrams, which ask no script and so would reach any host.
      ("media.peerconnection.enabled", "\(page.mayCall)"),
      ("network.webtransport.enabled", "\(page.mayCall)"),
    ]
    // 2 refuses without asking. What is allowed is asked for where no policy grants it.
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
        // No setting closes the page's source; this gives it to a program that does nothing with it.
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
