/// The keys of tiles that open pages of the web.
extension ConfigurationKey {
  /// The browser.
  public static let browserCommand = ConfigurationKey(
    .browser, "command", .command,
    otherwise: "the first of chromium, firefox-esr, cog, epiphany-browser and epiphany that is installed",
    example: "[\"firefox-esr\"]",
    "The browser and arguments for it. A browser that Rotunda knows by its name gets all that makes it a kiosk's: the whole "
      + "screen, a profile of its own, and a policy. Any other program gets these words as they stand, with {url} for the "
      + "address and {profile} for the directory that is wiped when the visit ends; without {url} the address comes last."
  )

  /// A page of the web.
  public static let url = ConfigurationKey(
    .tile, "url", .address, example: "\"https://example.org/\"",
    "A page of the web that the browser opens, instead of run: an address that begins with http:// or https://. The browser "
      + "has a profile of its own, which is wiped when the visit ends, also when the launcher or the machine came to a sudden end."
  )

  /// What visitors of a page may do.
  public static let allow = ConfigurationKey(
    .tile, "allow", .words(WebAllowance.allCases.map(\.rawValue)), default: "[]", example: "[\"printing\"]",
    "What visitors of the page may do that browsers in a kiosk otherwise refuse: save files, print, look behind the page, see files of "
      + "the machine, and follow links that other programs would open. Which browser can refuse what is told in rotunda.toml(5) below "
      + "BROWSERS.")
}
