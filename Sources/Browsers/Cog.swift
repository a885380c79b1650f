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
