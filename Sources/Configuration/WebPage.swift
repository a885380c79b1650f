/// A page of the web that a tile opens in a browser.
package struct WebPage: Hashable, Sendable {
  /// Its address, with `http` or `https`.
  package var address: String
  /// What its visitors may do beyond looking at pages.
  package var allowances: Set<WebAllowance>
  /// The hosts that the tile names; nil when it names none.
  package var namedHosts: [WebHost]?

  package init(_ address: String, allowances: Set<WebAllowance> = [], hosts: [WebHost]? = nil) {
    self.address = address
    self.allowances = allowances
    namedHosts = hosts
  }

  /// The hosts that the page and what it leads to may be on: the address's own, and those that are named.
  /// Without any, hosts below the address's own count too.
  package var hosts: [WebHost] {
    guard let own = WebHost(Self.host(of: address)) else { return namedHosts ?? [] }
    guard let namedHosts else {
      return [own.isAddress ? own : WebHost(name: own.name, includesSubdomains: true)]
    }
    return namedHosts.contains { $0.covers(own.name) } ? namedHosts : [own] + namedHosts
  }

  /// Whether it may make calls (WebRTC). Who is called is no host with a name, so that a page that may has to
  /// be free to go to any site.
  package var mayCall: Bool {
    allowances.contains(.anySite) && !allowances.isDisjoint(with: [.camera, .microphone])
  }

  /// The longest address that is taken, in bytes: more than any server does.
  static let longest = 8192

  /// What is wrong with an address, in words; nil when a browser can be given it.
  ///
  /// Only `http` and `https` lead to the web. `file:` would show the machine's files, and others start
  /// programs.
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
    let host = host(of: address)
    guard !host.isEmpty else { return "names no host" }
    return WebHost(host) == nil
      ? "must name its host as computers do: other letters than a to z with xn--" : nil
  }

  /// Whether its host is another machine. One without a dot may be this machine's own name.
  package var isElsewhere: Bool {
    let host = Self.host(of: address).lowercased()
    if host.hasPrefix("[") { return host != "[::1]" }
    return host.contains(".") && !host.hasPrefix("127.") && !host.hasSuffix(".localhost")
  }

  /// Scheme, host and port of its address, without a path: what browsers grant rights to.
  package var origin: String {
    "\(address.prefix { $0 != ":" }.lowercased())://\(Self.hostAndPort(of: address))"
  }

  /// The host of an address, without its port; empty when there is none.
  package static func host(of address: String) -> String {
    let host = hostAndPort(of: address)
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[...end]) }
    return String(host.prefix { $0 != ":" })
  }

  /// What of an address says where it leads: no scheme, no user, no path; empty when it is none.
  private static func hostAndPort(of address: String) -> Substring {
    guard let colon = address.firstIndex(of: ":"), address[colon...].hasPrefix("://") else { return "" }
    let authority = address[colon...].dropFirst(3).prefix { !"/?#\\".contains($0) }
    return authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
  }
}

/// A host of the web, or one with all below it.
package struct WebHost: Hashable, Sendable {
  /// In lower case: a name, an IPv4 address, or an IPv6 address in brackets.
  package let name: String
  package let includesSubdomains: Bool

  /// The longest name that there can be (RFC 1035, 2.3.4).
  private static let longest = 253

  package init(name: String, includesSubdomains: Bool) {
    (self.name, self.includesSubdomains) = (name, includesSubdomains)
  }

  /// A host as the configuration names it: `example.org`, or `*.example.org` for it and all below it; nil for
  /// anything else. Names in other letters than ASCII are written as on the wire, with `xn--`.
  package init?(_ text: String) {
    let isWide = text.hasPrefix("*.")
    let name = (isWide ? String(text.dropFirst(2)) : text).lowercased()
    let isBracketed = name.hasPrefix("[") && name.hasSuffix("]") && name.utf8.count > 2
    let inner = isBracketed ? String(name.dropFirst().dropLast()) : name
    let isSound = inner.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "a")...UInt8(ascii: "z"): !isBracketed || byte <= UInt8(ascii: "f")
      case UInt8(ascii: "."): true
      case UInt8(ascii: ":"): isBracketed
      case UInt8(ascii: "-"), UInt8(ascii: "_"): !isBracketed
      default: false
      }
    }
    guard isSound, !inner.isEmpty, inner.utf8.count <= Self.longest, !inner.hasPrefix("."),
      !inner.contains("..")
    else { return nil }
    self.init(name: name, includesSubdomains: isWide)
    if isWide && isAddress { return nil }
  }

  /// Whether it is the address of a machine, below which there is none.
  package var isAddress: Bool {
    name.hasPrefix("[")
      || name.utf8.allSatisfy {
        $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  /// Whether a host, in lower case, is meant by it.
  package func covers(_ host: String) -> Bool {
    host == name || includesSubdomains && host.hasSuffix("." + name)
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
  /// Use what sees, hears and knows the place of the machine, and show notifications.
  case camera, microphone, location, notifications
  /// Go to any host on the internet.
  case anySite = "any-site"
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
      otherwise:
        "the first of chromium, firefox-esr, cog (not with WPE WebKit 2.38 or older, as in Debian 12), epiphany-browser and epiphany that is installed",
      example: "[\"firefox-esr\"]",
      """
      The browser and its arguments. The launcher adds what a known browser needs for a kiosk: the whole
      screen, a profile of its own, and a policy. Any other program gets the arguments unchanged, with {url}
      for the address and {profile} for the directory of the visit. Without {url} the address comes last.
      """,
      read: { $0.command.map { .texts($0) } },
      write: { settings, value in
        if case .texts(let words) = value { settings.command = words }
        if value == .nothing { settings.command = nil }
      })
  ]
}
