import Configuration

/// GNOME Web in a kiosk: locked down by its settings, which are read from a file in the visit's own
/// directory, and with the page as its home.
///
/// It has no mode without its bar, but takes that away on a window that replacements the screen, which the
/// launcher asks for where the compositor lets it. As an application of its own ("web app") it would have no
/// address, but ends at the first link unless a desktop portal knows of that application.
enum Epiphany {
  static let environment = ["GSETTINGS_BACKEND": "keyfile"]

  /// Starts a program on a message bus of its own that ends with it: of Debian's package dbus-daemon.
  ///
  /// Epiphany's sandbox hands a session bus on, and each process that shows a page crashes where there is
  /// none. The user's own bus would do, but is not on every kiosk, and would reach further than a visit.
  static let busStarter = "dbus-run-session"

  static func arguments(profile: String) -> [String] {
    ["--private-instance", "--profile=\(profile)"]
  }

  /// What is in the visit's directory. Where addresses are locked down the command line opens none either
  /// ("URL loading is locked down"), and so the page is the home page.
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

  /// A text as GVariant writes it, on one line of a key file.
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

/// Cog in a kiosk: a single window with nothing but the page. It saves no files, prints nothing, and hands no
/// link to other programs; its developer tools are off until asked for.
enum Cog {
  static let environment = ["COG_PLATFORM_WL_VIEW_FULLSCREEN": "1"]

  static func arguments(_ allowances: Set<WebAllowance>) -> [String] {
    let tools = allowances.contains(.developerTools) ? ["--enable-developer-extras=true"] : []
    return ["--platform=wl", "--webprocess-failure=exit"] + tools
  }
}
