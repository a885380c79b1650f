import Configuration

/// Cog in a kiosk: a single window with nothing but the page. It saves no files, prints nothing, and hands no link to other
/// programs; its developer tools are off until asked for.
enum Cog {
  static let environment = ["COG_PLATFORM_WL_VIEW_FULLSCREEN": "1"]

  static func arguments(_ allowances: Set<WebAllowance>) -> [String] {
    let tools = allowances.contains(.developerTools) ? ["--enable-developer-extras=true"] : []
    return ["--platform=wl", "--webprocess-failure=exit"] + tools
  }
}

/// GNOME Web in a kiosk.
///
/// Its lock-down is a part of its settings, which are read from a file in the visit's own directory.
enum Epiphany {
  static let environment = ["GSETTINGS_BACKEND": "keyfile"]

  static func arguments(profile: String) -> [String] {
    ["--private-instance", "--profile=\(profile)"]
  }

  static func files(_ allowances: Set<WebAllowance>) -> [String: String] {
    var locks = [
      "disable-arbitrary-url", "disable-bookmark-editing", "disable-history", "disable-context-menu",
    ]
    if !allowances.contains(.downloads) { locks.append("disable-save-to-disk") }
    if !allowances.contains(.printing) { locks.append("disable-printing") }
    let tools = allowances.contains(.developerTools)
    let text =
      "[org/gnome/epiphany/lockdown]\n" + locks.map { "\($0)=true\n" }.joined()
      + "[org/gnome/epiphany/web]\nenable-webextensions=false\n"
      + (tools ? "" : "[org/gnome/epiphany]\nenable-developer-extras=false\n")
    return ["profile/": "", "home/.config/glib-2.0/settings/keyfile": text]
  }
}
