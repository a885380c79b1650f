import Configuration
import Programs

/// Chromium in a kiosk.
///
/// Without policies of the visit's own, nothing of what they refuse is refused but other hosts: the command
/// line has no words for it.
enum Chromium {
  static func arguments(_ page: WebPage, profile: String) -> [String] {
    [
      // With the second, keys for windows and tabs, settings and addresses do nothing.
      "--user-data-dir=\(profile)", "--kiosk", "--force-app-mode", "--ozone-platform=wayland",
      "--touch-events=enabled",
      // The launcher's keyboard appears for its text fields, and types into them.
      "--enable-wayland-ime", "--wayland-text-input-version=3",
      "--no-first-run", "--no-default-browser-check", "--noerrdialogs", "--disable-session-crashed-bubble",
      "--disable-sync", "--disable-breakpad", "--password-store=basic", "--overscroll-history-navigation=0",
      "--disable-features=Translate", "--disk-cache-size=67108864",
      "--host-resolver-rules=\(SiteRules(page).chromiumResolverRules)",
      "--load-extension=\(PrivateDirectory.mark)/\(ChromiumExtension.directory)",
      // A proxy would find other hosts itself.
    ] + (page.allowances.contains(.anySite) ? [] : ["--no-proxy-server"])
      + (page.mayCall ? [] : ["--webrtc-ip-handling-policy=\(noDatagrams)"])
  }

  static func files(_ page: WebPage, _ words: RefusalWords) -> [String: String] {
    [
      "home/": "", "profile/": "", "policies/managed/rotunda.json": policy(page).json + "\n",
    ].merging(ChromiumExtension.files(page, words)) { $1 }
  }

  /// What keeps calls (WebRTC) from sending datagrams, which look no host up and so would reach any.
  private static let noDatagrams = "disable_non_proxied_udp"

  /// The names and numbers are those of Chromium's list of policies.
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
      // 1 allows them everywhere, 2 nowhere; 0 allows all downloads, 3 none.
      "DeveloperToolsAvailability": .number(allowances.contains(.developerTools) ? 1 : 2),
      "DownloadRestrictions": .number(allowances.contains(.downloads) ? 0 : 3),
      "IncognitoModeAvailability": .number(1), "MetricsReportingEnabled": .truth(false),
      "PasswordManagerEnabled": .truth(false), "PrintingEnabled": .truth(allowances.contains(.printing)),
      "BrowserAddPersonEnabled": .truth(false), "BrowserGuestModeEnabled": .truth(false),
      // 2 refuses what would let a page at the machine: files by another way, devices, what other pages
      // leave.
      "DefaultFileSystemReadGuardSetting": .number(2), "DefaultFileSystemWriteGuardSetting": .number(2),
      "DefaultSerialGuardSetting": .number(2), "DefaultWebBluetoothGuardSetting": .number(2),
      "DefaultWebHidGuardSetting": .number(2), "DefaultWebUsbGuardSetting": .number(2),
      // Granted to the page without a question, or refused; the screen is shown to no page.
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
      // Where keys lead that ask for the page to begin with, or for another tab.
      "HomepageIsNewTabPage": .truth(false), "HomepageLocation": .text(page.address),
      "NewTabPageLocation": .text(page.address),
    ]
    if !page.mayCall { entries["WebRtcIPHandling"] = .text(noDatagrams) }
    // Pages of the internet ask for nothing of a private network, whatever its hosts are called.
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
      // Links of other kinds are open, and those to other hosts are not found.
      var refused = ["chrome://*"]
      if !allowances.contains(.files) { refused.insert("file://*", at: 0) }
      if !allowances.contains(.developerTools) { refused += ["devtools://*", "view-source:*"] }
      entries["URLBlocklist"] = .list(refused.map { .text($0) })
    }
    return .table(entries)
  }
}
