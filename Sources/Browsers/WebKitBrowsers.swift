import Configuration

/// GNOME Web in a kiosk: restricted by settings from a file in the visit's directory, with the page as its
/// home page.
///
/// It has no mode without toolbars, but hides them in a window that covers the screen; the launcher requests
/// that if the compositor permits it. As a web app it would have no address bar. But it would end at the
/// first link, unless a desktop portal knows the app.
enum Epiphany {
  static let environment = ["GSETTINGS_BACKEND": "keyfile"]

  /// Starts a program with its own message bus, which ends with it; from Debian's package dbus-daemon.
  ///
  /// Epiphany's sandbox requires a session bus: without one, each process for a page crashes. The user's own
  /// bus would work, but does not exist on every kiosk, and would give access beyond the visit.
  static let busStarter = "dbus-run-session"

  static func arguments(profile: String) -> [String] {
    ["--private-instance", "--profile=\(profile)"]
  }

  /// Returns the files of the visit. With the address lockdown, the command line opens no address either
  /// ("URL loading is locked down"), so the page is the home page.
  static func files(_ page: WebPage) -> [String: String] {
    var locks = ["disable-arbitrary-url", "disable-bookmark-editing", "disable-context-menu"]
    if !page.allowances.contains(.downloads) { locks.append("disable-save-to-disk") }
    if !page.allowances.contains(.printing) { locks.append("disable-printing") }
    let text =
      "[org/gnome/epiphany/lockdown]\n" + locks.map { "\($0)=true\n" }.joined()
      + "[org/gnome/epiphany]\nask-for-default=false\nhomepage-url=\(quoted(page.address))\n"
      + "[org/gnome/epiphany/ui]\ntabs-bar-visibility-policy='never'\n"
      + "[org/gnome/epiphany/web]\nenable-webextensions=false\n"
      + "[org/gnome/epiphany/state]\nis-maximized=true\n"
    return ["profile/": "", "home/.config/glib-2.0/settings/keyfile": text]
  }

  /// Returns a text as a GVariant string on one line of a key file.
  private static func quoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 32 || scalar.value == 127:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }
}

/// Cog in a kiosk: a single window with only the page. It saves no files, does not print, and passes no link
/// to other programs. Its developer tools are off by default.
enum Cog {
  static let environment = ["COG_PLATFORM_WL_VIEW_FULLSCREEN": "1"]

  static func arguments(_ allowances: Set<WebAllowance>) -> [String] {
    let tools = allowances.contains(.developerTools) ? ["--enable-developer-extras=true"] : []
    return ["--platform=wl", "--webprocess-failure=exit"] + tools
  }
}
