import Configuration

/// A script that disables Firefox's keys that lead off the page, and shows ``RefusalPage`` instead of refused
/// pages.
///
/// Firefox has no policy or setting against most of these keys: the page's source, page information, the
/// library, new windows. It does have AutoConfig, a script that runs before any window opens
/// (support.mozilla.org, "Customizing Firefox Using AutoConfig"). The script must be in Firefox's
/// installation directory, where an ordinary user can hide files but not create any. The visit's files
/// therefore replace two existing ones that a kiosk does not need. These are the name of the update channel,
/// and the program that sends telemetry after Firefox ends.
///
/// Only extended support releases give the script access to their windows. Other Firefox builds would not
/// start with it.
enum FirefoxScript {
  private static let installation = "/usr/lib/firefox-esr"
  private static let settingsFile = "autoconfig/channel-prefs.js"
  private static let scriptFile = "autoconfig/keys.js"
  private static let coveredProgram = "pingsender"

  /// The replaced files of the installation.
  static let replacements = [
    FileReplacement(path: "\(installation)/defaults/pref/channel-prefs.js", file: settingsFile),
    FileReplacement(path: "\(installation)/\(coveredProgram)", file: scriptFile),
  ]

  /// The directory of the profile that Firefox's content processes may read.
  private static let pageDirectory = "chrome/refused"

  static func files(_ page: WebPage, _ words: RefusalWords) -> [String: String] {
    // Visitors with developer tools need the keys.
    let keys = page.allowances.contains(.developerTools) ? "" : keyScript(page.allowances)
    // Firefox ignores the first line.
    return RefusalPage.files(words, in: "profile/\(pageDirectory)/").merging([
      settingsFile: settings, scriptFile: "//\n" + keys + refusalScript(page),
    ]) { $1 }
  }

  private static let settings = """
    pref("app.update.channel", "esr");
    pref("general.config.filename", "\(coveredProgram)");
    pref("general.config.obscure_value", 0);
    pref("general.config.sandbox_enabled", false);

    """

  /// Keys with Control, and with Control and Shift: for editing text, search, zoom, and ending the visit.
  private static let withControl = [
    "a", "c", "v", "x", "y", "z", "f", "g", "r", "w", "q", "0", "+", "-", "=", "Tab", "Enter",
    "Backspace", "Delete", "Insert",
  ]
  private static let withControlAndShift = ["v", "z", "+", "Tab"]
  /// Keys without a modifier, besides letters.
  private static let plain = [
    "Enter", "Tab", "Backspace", "Delete", "Insert", "CapsLock", "NumLock", "AltGraph", "Dead", "Process",
    "Compose",
    "Unidentified", "ContextMenu", "F3", "F5",
  ]
  /// Keys with or without Control and Shift.
  private static let moving = [
    "Home", "End", "PageUp", "PageDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Shift",
    "Control",
  ]

  private static func keyScript(_ allowances: Set<WebAllowance>) -> String {
    var control = withControl
    if allowances.contains(.printing) { control.append("p") }
    if allowances.contains(.downloads) { control.append("s") }
    if allowances.contains(.files) { control.append("o") }
    return """
      {
        const plain = new Set(\(list(plain + moving)));
        const control = new Set(\(list(control + moving)));
        const controlAndShift = new Set(\(list(withControlAndShift + moving)));
        const withAlt = new Set(["ArrowLeft", "ArrowRight"]);
        const commands = new Set(["Back", "Forward", "Reload", "Stop"]);
        const isOfThePage = event => {
          const key = event.key.length == 1 ? event.key.toLowerCase() : event.key;
          if (event.metaKey) return false;
          if (event.altKey) return !event.ctrlKey && withAlt.has(key);
          if (event.ctrlKey) return (event.shiftKey ? controlAndShift : control).has(key);
          return plain.has(key) || [...key].length == 1 || key == "Escape" && !event.shiftKey;
        };
        const refuse = event => {
          event.preventDefault();
          event.stopImmediatePropagation();
        };
        const ofKey = event => { if (!isOfThePage(event)) refuse(event); };
        const ofCommand = event => { if (!commands.has(event.command)) refuse(event); };
        Services.obs.addObserver(window => {
          for (const name of ["keydown", "keypress", "keyup"]) window.addEventListener(name, ofKey, true);
          window.addEventListener("AppCommand", ofCommand, true);
        }, "chrome-document-global-created");
      }

      """
  }

  /// Firefox's errors for addresses that a policy refuses, hosts that the proxy script refuses, and links
  /// that other programs would open.
  private static let errors = ["blockedByPolicy", "proxyConnectFailure", "unknownProtocolFound"]

  /// Returns the script that shows the refusal page. Pages cannot link to it: its address scheme is internal
  /// to the browser.
  private static func refusalScript(_ page: WebPage) -> String {
    """
    {
      const refused = /^about:(neterror|blocked)[?]e=(\(errors.joined(separator: "|")))&/;
      const place = "resource://rotunda/\(RefusalPage.name)#";
      const { LOCATION_CHANGE_ERROR_PAGE } = Ci.nsIWebProgressListener;
      const { LOAD_FLAGS_REPLACE_HISTORY } = Ci.nsIWebNavigation;
      const last = new WeakMap();
      const show = browser => {
        const windows = [...Services.wm.getEnumerator("navigator:browser")];
        const tabs = windows.reduce((count, window) => count + (window.gBrowser?.tabs.length ?? 0), 0);
        const back = last.get(browser) ?? (tabs < 2 ? \(Policy.text(page.address).json) : "");
        browser.loadURI(Services.io.newURI(place + encodeURIComponent(back)), {
          triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal(),
          loadFlags: LOAD_FLAGS_REPLACE_HISTORY,
        });
      };
      const listener = {
        onLocationChange(browser, progress, request, location, flags) {
          if (!progress.isTopLevel) return;
          if (flags & LOCATION_CHANGE_ERROR_PAGE) {
            if (refused.test(browser.documentURI.spec)) show(browser);
          } else if (location.schemeIs("http") || location.schemeIs("https")) {
            last.set(browser, location.spec);
          } else if (location.spec == place + "close") {
            const { gBrowser } = browser.ownerDocument.defaultView;
            gBrowser.removeTab(gBrowser.getTabForBrowser(browser));
          }
        },
      };
      Services.obs.addObserver(window => {
        const folder = Services.dirsvc.get("ProfD", Ci.nsIFile);
        for (const part of \(list(pageDirectory.split(separator: "/").map(String.init)))) folder.append(part);
        Services.io.getProtocolHandler("resource").QueryInterface(Ci.nsIResProtocolHandler)
          .setSubstitution("rotunda", Services.io.newFileURI(folder));
        window.gBrowser.addTabsProgressListener(listener);
        for (const browser of window.gBrowser.browsers) {
          if (refused.test(browser.documentURI?.spec)) show(browser);
        }
      }, "browser-delayed-startup-finished");
    }

    """
  }

  private static func list(_ words: [String]) -> String {
    Policy.list(words.map { .text($0) }).json
  }
}
