import Configuration
import Programs

/// Chromium in a kiosk.
///
/// Without policies for the visit, only other hosts are refused: the command line has no options for the
/// rest.
enum Chromium {
  static func arguments(_ page: WebPage, profile: String) -> [String] {
    [
      // `--force-app-mode` disables keys for windows, tabs, settings and addresses.
      "--user-data-dir=\(profile)", "--kiosk", "--force-app-mode", "--ozone-platform=wayland",
      "--touch-events=enabled",
      // Chromium reports its text fields to the launcher's keyboard, which types into them.
      "--enable-wayland-ime", "--wayland-text-input-version=3",
      "--no-first-run", "--no-default-browser-check", "--noerrdialogs", "--disable-session-crashed-bubble",
      "--disable-sync", "--disable-breakpad", "--password-store=basic", "--overscroll-history-navigation=0",
      "--disable-features=Translate", "--disk-cache-size=67108864",
      "--host-resolver-rules=\(SiteRules(page).chromiumResolverRules)",
      "--load-extension=\(PrivateDirectory.mark)/\(ChromiumExtension.directory)",
      // A proxy would resolve other hosts itself.
    ] + (page.allowances.contains(.anySite) ? [] : ["--no-proxy-server"])
      + (page.mayCall ? [] : ["--webrtc-ip-handling-policy=\(noDatagrams)"])
  }

  static func files(_ page: WebPage, _ words: RefusalWords) -> [String: String] {
    [
      "home/": "", "profile/": "", "policies/managed/rotunda.json": policy(page).json + "\n",
    ].merging(ChromiumExtension.files(page, words)) { $1 }
  }

  /// Keeps calls (WebRTC) from sending UDP datagrams: they need no host lookup and could reach any host.
  private static let noDatagrams = "disable_non_proxied_udp"

  /// Returns the policies. Names and numbers are from Chromium's list of policies.
  private static func policy(_ page: WebPage) -> Policy {
    let allowances = page.allowances
    let rules = SiteRules(page)
    let ours = ["about:blank", "chrome-extension://\(ChromiumExtension.identifier)"]
    var addresses: [Policy] = (rules.chromiumAddresses + ours).map { .text($0) }
    if allowances.contains(.files) { addresses.append(.text("file://*")) }
    if allowances.contains(.developerTools) { addresses += [.text("devtools://*"), .text("view-source:*")] }
    var entries: [String: Policy] = [
      "AllowFileSelectionDialogs": .truth(allowances.contains(.files) || allowances.contains(.downloads)),
      "AutofillAddressEnabled": .truth(false), "AutofillCreditCardEnabled": .truth(false),
      "BookmarkBarEnabled": .truth(false), "BrowserSignin": .number(0),
      "BackgroundModeEnabled": .truth(false), "DefaultBrowserSettingEnabled": .truth(false),
      // Developer tools: 1 allows them everywhere, 2 nowhere. Downloads: 0 allows all, 3 none.
      "DeveloperToolsAvailability": .number(allowances.contains(.developerTools) ? 1 : 2),
      "DownloadRestrictions": .number(allowances.contains(.downloads) ? 0 : 3),
      "IncognitoModeAvailability": .number(1), "MetricsReportingEnabled": .truth(false),
      "PasswordManagerEnabled": .truth(false), "PrintingEnabled": .truth(allowances.contains(.printing)),
      "BrowserAddPersonEnabled": .truth(false), "BrowserGuestModeEnabled": .truth(false),
      // 2 denies a page access to the machine: to files in other ways, and to devices.
      "DefaultFileSystemReadGuardSetting": .number(2), "DefaultFileSystemWriteGuardSetting": .number(2),
      "DefaultSerialGuardSetting": .number(2), "DefaultWebBluetoothGuardSetting": .number(2),
      "DefaultWebHidGuardSetting": .number(2), "DefaultWebUsbGuardSetting": .number(2),
      // Granted to the page without a question, or refused. No page may capture the screen.
      "VideoCaptureAllowed": .truth(false), "AudioCaptureAllowed": .truth(false),
      "ScreenCaptureAllowed": .truth(false),
      "VideoCaptureAllowedUrls": .list(allowances.contains(.camera) ? [.text(page.origin)] : []),
      "AudioCaptureAllowedUrls": .list(allowances.contains(.microphone) ? [.text(page.origin)] : []),
      "DefaultGeolocationSetting": .number(allowances.contains(.location) ? 1 : 2),
      "DefaultNotificationsSetting": .number(allowances.contains(.notifications) ? 1 : 2),
      "EditBookmarksEnabled": .truth(false), "ImportBookmarks": .truth(false),
      "PromptForDownloadLocation": .truth(false), "TaskManagerEndProcessEnabled": .truth(false),
      "SyncDisabled": .truth(true), "TranslateEnabled": .truth(false),
      "ExtensionSettings": .table([
        "update_url:https://clients2.google.com/service/update2/crx": .table([
          "installation_mode": .text("blocked")
        ])
      ]),
      // The target of keys for the home page or a new tab.
      "HomepageIsNewTabPage": .truth(false), "HomepageLocation": .text(page.address),
      "NewTabPageLocation": .text(page.address),
    ]
    if !page.mayCall { entries["WebRtcIPHandling"] = .text(noDatagrams) }
    // Public pages may not access a private network, whatever its host names are.
    if !rules.namesPrivateHost {
      for kind in ["LocalNetworkAccess", "LocalNetwork", "LoopbackNetwork"] {
        entries["\(kind)BlockedForUrls"] = .list([.text("*")])
      }
    } else {
      for kind in ["LocalNetworkAccess", "LocalNetwork", "LoopbackNetwork"] {
        entries["\(kind)AllowedForUrls"] = .list([.text(page.origin)])
      }
    }
    if !allowances.contains(.otherProtocols) {
      entries["URLBlocklist"] = .list([.text("*")])
      entries["URLAllowlist"] = .list(addresses)
    } else {
      // Links of other schemes are allowed; other hosts are still not resolved.
      var refused = ["chrome://*"]
      if !allowances.contains(.files) { refused.insert("file://*", at: 0) }
      if !allowances.contains(.developerTools) { refused += ["devtools://*", "view-source:*"] }
      entries["URLBlocklist"] = .list(refused.map { .text($0) })
    }
    return .table(entries)
  }
}
