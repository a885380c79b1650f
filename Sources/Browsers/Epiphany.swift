import Configuration

/// GNOME Web in a kiosk: as the application that it makes of a page, which has neither an address to type nor tabs.
///
/// It has no mode without its bar, but takes that away on a window that covers the screen, which the launcher asks for where the
/// compositor lets it. Its lock-down is a part of its settings, which are read from a file in the visit's own directory.
enum Epiphany {
  static let environment = ["GSETTINGS_BACKEND": "keyfile"]

  /// The name of the application, which its windows bear. The beginning is what Epiphany insists on.
  static let application = "org.gnome.Epiphany.WebApp_page"

  /// Starts a program on a message bus of its own that ends with it: of Debian's package dbus-daemon.
  ///
  /// Epiphany's sandbox hands a session bus on, and each process that shows a page crashes where there is none. The user's own bus
  /// would do, but is not on every kiosk, and would reach further than a visit.
  static let busStarter = "dbus-run-session"

  static func arguments(profile: String) -> [String] {
    ["--application-mode", "--profile=\(profile)/\(application)"]
  }

  /// Where addresses are locked down nothing opens the one on the command line either; an application has nowhere to type one.
  static func files(_ allowances: Set<WebAllowance>) -> [String: String] {
    var locks = ["disable-bookmark-editing", "disable-context-menu"]
    if !allowances.contains(.downloads) { locks.append("disable-save-to-disk") }
    if !allowances.contains(.printing) { locks.append("disable-printing") }
    let own = "org/gnome/epiphany/web-apps/\(application)"
    let text =
      "[org/gnome/epiphany/lockdown]\n" + locks.map { "\($0)=true\n" }.joined()
      + "[org/gnome/epiphany]\nask-for-default=false\n"
      + ["org/gnome/epiphany", own].map {
        "[\($0)/web]\nenable-webextensions=false\n" + "[\($0)/state]\nis-maximized=true\n"
      }.joined() + "[\(own)/webapp]\nshow-navigation-buttons=true\n"
    return [
      // Without this file the profile is nobody's, and Epiphany gives up.
      "profile/\(application)/.app": "", "home/.config/glib-2.0/settings/keyfile": text,
    ]
  }
}
