import Configuration

/// What takes from Firefox the keys that lead off the page.
///
/// Firefox has neither a policy nor a setting against most of its keys: the page's source, what is known of the page, the
/// library, new windows. What it has is AutoConfig, a script that is read before any window is made
/// (support.mozilla.org, "Customizing Firefox Using AutoConfig"). It has to lie where Firefox is installed, where an ordinary
/// user can hide files but make none: so the visit's files stand in for two that are there and not needed in a kiosk, the
/// name of the channel that updates come from, and the program that sends figures when Firefox has ended.
///
/// Only extended support releases let a script at their windows. Firefoxes of other kinds, elsewhere, would not start with it.
enum FirefoxScript {
  private static let installation = "/usr/lib/firefox-esr"
  private static let settingsFile = "autoconfig/channel-prefs.js"
  private static let scriptFile = "autoconfig/keys.js"
  private static let coveredProgram = "pingsender"

  /// Files of the installation, and what stands in for them.
  static let covers = [
    FileCover(path: "\(installation)/defaults/pref/channel-prefs.js", file: settingsFile),
    FileCover(path: "\(installation)/\(coveredProgram)", file: scriptFile),
  ]

  /// Whether a visit has its keys taken away: who may look behind the page needs them.
  static func isWanted(_ allowances: Set<WebAllowance>) -> Bool { !allowances.contains(.developerTools) }

  static func files(_ allowances: Set<WebAllowance>) -> [String: String] {
    isWanted(allowances) ? [settingsFile: settings, scriptFile: script(allowances)] : [:]
  }

  private static let settings = """
    pref("app.update.channel", "esr");
    pref("general.config.filename", "\(coveredProgram)");
    pref("general.config.obscure_value", 0);
    pref("general.config.sandbox_enabled", false);

    """

  /// With Control, and with Control and Shift: what edits text, looks for words, changes sizes, and ends the visit.
  private static let withControl = [
    "a", "c", "v", "x", "y", "z", "f", "g", "r", "w", "q", "0", "+", "-", "=", "Tab", "Enter",
    "Backspace", "Delete", "Insert",
  ]
  private static let withControlAndShift = ["v", "z", "+", "Tab"]
  /// Without either, beside letters.
  private static let plain = [
    "Enter", "Tab", "Backspace", "Delete", "Insert", "CapsLock", "NumLock", "AltGraph", "Dead", "Process",
    "Compose",
    "Unidentified", "ContextMenu", "F3", "F5",
  ]
  /// With or without Control and Shift.
  private static let moving = [
    "Home", "End", "PageUp", "PageDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Shift",
    "Control",
  ]

  private static func script(_ allowances: Set<WebAllowance>) -> String {
    var control = withControl
    if allowances.contains(.printing) { control.append("p") }
    if allowances.contains(.downloads) { control.append("s") }
    if allowances.contains(.files) { control.append("o") }
    // Firefox does not read the first line.
    return """
      //
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

  private static func list(_ words: [String]) -> String {
    Policy.list(words.map { .text($0) }).json
  }
}
