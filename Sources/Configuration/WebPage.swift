/// A web page that a tile opens in a browser.
package struct WebPage: Hashable, Sendable {
  /// The address, with `http` or `https`.
  package var address: String
  /// The permissions of visitors beyond looking at pages.
  package var allowances: Set<WebAllowance>
  /// The hosts that the tile names; nil if it names none.
  package var namedHosts: [WebHost]?

  package init(_ address: String, allowances: Set<WebAllowance> = [], hosts: [WebHost]? = nil) {
    self.address = address
    self.allowances = allowances
    namedHosts = hosts
  }

  /// The hosts that the page may lead to: the address's own, and the named ones. If the tile names none,
  /// subdomains of the address's own host are included.
  package var hosts: [WebHost] {
    guard let own = WebHost(Self.host(of: address)) else { return namedHosts ?? [] }
    guard let namedHosts else {
      return [own.isAddress ? own : WebHost(name: own.name, includesSubdomains: true)]
    }
    return namedHosts.contains { $0.covers(own.name) } ? namedHosts : [own] + namedHosts
  }

  /// Whether the page may make calls (WebRTC). The other party has no host name. Therefore only a page that
  /// may go to any site can call.
  package var mayCall: Bool {
    allowances.contains(.anySite) && !allowances.isDisjoint(with: [.camera, .microphone])
  }

  /// The longest accepted address, in bytes: longer than any server accepts.
  static let longest = 8192

  /// Returns the problem of an address in words; nil if a browser can open it.
  ///
  /// Only `http` and `https` lead to the web. `file:` would show the machine's files, and other schemes start
  /// programs.
  package static func fault(of address: String) -> String? {
    guard address.utf8.count <= longest else { return "is longer than \(longest) bytes" }
    guard
      address.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && $0.value > 32 && $0.value != 127 })
    else {
      return "must not contain blanks or control characters"
    }
    guard let end = address.firstIndex(of: ":"), address[end...].hasPrefix("://"),
      ["http", "https"].contains(address[..<end].lowercased())
    else { return "must begin with http:// or https://" }
    let host = host(of: address)
    guard !host.isEmpty else { return "names no host" }
    return WebHost(host) == nil
      ? "must have its host in ASCII: other letters than a to z as xn--" : nil
  }

  /// Whether the host is another machine. A host without a dot may be this machine's own name.
  package var isElsewhere: Bool {
    let host = Self.host(of: address).lowercased()
    if host.hasPrefix("[") { return host != "[::1]" }
    return host.contains(".") && !host.hasPrefix("127.") && !host.hasSuffix(".localhost")
  }

  /// Scheme, host and port of the address. Browsers grant permissions to origins.
  package var origin: String {
    "\(address.prefix { $0 != ":" }.lowercased())://\(Self.hostAndPort(of: address))"
  }

  /// Returns the host of an address, without the port; empty if it has none.
  package static func host(of address: String) -> String {
    let host = hostAndPort(of: address)
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[...end]) }
    return String(host.prefix { $0 != ":" })
  }

  /// Returns the host and port of an address, without scheme, user and path; empty if the text is not an
  /// address.
  private static func hostAndPort(of address: String) -> Substring {
    guard let colon = address.firstIndex(of: ":"), address[colon...].hasPrefix("://") else { return "" }
    let authority = address[colon...].dropFirst(3).prefix { !"/?#\\".contains($0) }
    return authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
  }
}

/// A host, or a host with all of its subdomains.
package struct WebHost: Hashable, Sendable {
  /// The name in lower case, an IPv4 address, or an IPv6 address in brackets.
  package let name: String
  package let includesSubdomains: Bool

  /// The longest possible name (RFC 1035, 2.3.4).
  private static let longest = 253

  package init(name: String, includesSubdomains: Bool) {
    (self.name, self.includesSubdomains) = (name, includesSubdomains)
  }

  /// Parses a host as the configuration names it: `example.org`, or `*.example.org` with all subdomains.
  /// Returns nil for other text. Names with letters beyond ASCII must be in their encoded form, with `xn--`.
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

  /// Whether the name is an IP address, which has no subdomains.
  package var isAddress: Bool {
    name.hasPrefix("[")
      || name.utf8.allSatisfy {
        $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  /// Reports whether a host, in lower case, belongs to it.
  package func covers(_ host: String) -> Bool {
    host == name || includesSubdomains && host.hasSuffix("." + name)
  }
}

/// A permission that visitors have only if the tile grants it.
package enum WebAllowance: String, CaseIterable, Hashable, Sendable {
  case downloads
  case printing
  /// Look at the page's source.
  case developerTools = "developer-tools"
  /// View files of the machine, and upload them.
  case files
  /// Follow links that open other programs.
  case otherProtocols = "other-protocols"
  /// Use the camera, the microphone and the location of the machine, and show notifications.
  case camera, microphone, location, notifications
  /// Go to any host on the internet.
  case anySite = "any-site"
}

/// The `[browser]` section: the browser for web pages.
package struct BrowserSettings: Hashable, Sendable {
  /// The program and its arguments; nil uses the first known browser that is installed.
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
