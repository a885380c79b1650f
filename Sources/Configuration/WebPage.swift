/// A page of the web that a tile opens in a browser.
package struct WebPage: Hashable, Sendable {
  /// Its address, with `http` or `https`.
  package var address: String
  /// What its visitors may do beyond looking at pages.
  package var allowances: Set<WebAllowance>

  package init(_ address: String, allowances: Set<WebAllowance> = []) {
    self.address = address
    self.allowances = allowances
  }

  /// The longest address that is taken, in bytes: more than any server does.
  static let longest = 8192

  /// What is wrong with an address, in words; nil when a browser can be given it.
  ///
  /// Only `http` and `https` lead to the web. `file:` would show the machine's files, and others start programs.
  package static func fault(of address: String) -> String? {
    guard address.utf8.count <= longest else { return "is longer than \(longest) bytes" }
    guard
      address.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && $0.value > 32 && $0.value != 127 })
    else {
      return "must not hold blanks or control characters"
    }
    guard let end = address.firstIndex(of: ":"), address[end...].hasPrefix("://"),
      ["http", "https"].contains(address[..<end].lowercased())
    else { return "must begin with http:// or https://" }
    return host(of: address).isEmpty ? "names no host" : nil
  }

  /// Whether its host is another machine. One without a dot may be this machine's own name.
  package var isElsewhere: Bool {
    let host = Self.host(of: address).lowercased()
    if host.hasPrefix("[") { return host != "[::1]" }
    return host.contains(".") && !host.hasPrefix("127.") && !host.hasSuffix(".localhost")
  }

  /// The host of an address, without its port; empty when there is none.
  package static func host(of address: String) -> String {
    guard let colon = address.firstIndex(of: ":"), address[colon...].hasPrefix("://") else { return "" }
    let authority = address[colon...].dropFirst(3).prefix { !"/?#\\".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[...end]) }
    return String(host.prefix { $0 != ":" })
  }
}

/// Something that a browser's visitor may do only when the tile says so.
package enum WebAllowance: String, CaseIterable, Hashable, Sendable {
  case downloads
  case printing
  /// Look behind the page.
  case developerTools = "developer-tools"
  /// See files of the machine, and choose some to send.
  case files
  /// Follow links that other programs would open.
  case otherProtocols = "other-protocols"
}

/// The `[browser]` section: what opens pages of the web.
package struct BrowserSettings: Hashable, Sendable {
  /// The program and its arguments; nil takes the first known browser that is installed.
  package var command: [String]?

  package init() {}
}

// MARK: Keys

extension BrowserSettings: SectionSettings {
  package static let section = ConfigurationSection.browser
  package static var standard: BrowserSettings { BrowserSettings() }

  package static let fields: [SettingField<BrowserSettings>] = [
    SettingField(
      "command", .command,
      otherwise: "the first of chromium, firefox-esr, cog, epiphany-browser and epiphany that is installed",
      example: "[\"firefox-esr\"]",
      """
      The browser and arguments for it. A browser that Rotunda knows by its name gets all that makes it a
      kiosk's: the whole screen, a profile of its own, and a policy. Any other program gets these words as
      they stand, with {url} for the address and {profile} for the directory that is wiped when the visit
      ends; without {url} the address comes last.
      """,
      read: { $0.command.map { .texts($0) } },
      write: { settings, value in
        if case .texts(let words) = value { settings.command = words }
        if value == .nothing { settings.command = nil }
      })
  ]
}
