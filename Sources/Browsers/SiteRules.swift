import Configuration

/// The hosts that a browser may reach, as rules for each browser. They also apply to what a page embeds:
/// pictures, scripts, frames.
struct SiteRules {
  private let hosts: [WebHost]
  /// The host of the page's own address.
  private let ownHost: WebHost?
  /// Whether the whole internet is allowed in addition.
  private let isOpen: Bool

  init(_ page: WebPage) {
    hosts = page.hosts
    namesPrivateHost = page.namedHosts?.contains(where: Self.isPrivate) ?? false
    ownHost = WebHost(WebPage.host(of: page.address))
    isOpen = page.allowances.contains(.anySite)
  }

  /// Hosts of private networks and of this machine, as Chromium's name patterns. See RFC 1918, RFC 4193, RFC
  /// 4291, RFC 6052, RFC 6598, RFC 6761, RFC 6762 and RFC 8375. The resolver sees IPv6 addresses without
  /// their brackets.
  private static let privateHosts =
    ["localhost", "*.localhost", "*.local", "*.localdomain", "*.internal", "*.home.arpa"]
    + ["0.*", "10.*", "127.*", "169.254.*", "192.168.*"] + (16...31).map { "172.\($0).*" }
    + (64...127).map { "100.\($0).*" }
    + ["::*", "fc*:*", "fd*:*", "fe8*:*", "fe9*:*", "fea*:*", "feb*:*", "64:ff9b:*"]
    .flatMap { [$0, "[\($0)"] }

  /// Reports whether a host's name is reserved for private networks and this machine.
  private static func isPrivate(_ host: WebHost) -> Bool {
    privateHosts.contains { pattern in
      let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
      guard parts.count > 1 else { return host.name == pattern }
      return host.name.hasPrefix(parts[0]) && host.name.hasSuffix(parts[parts.count - 1])
        && (parts.count < 3 || host.name.dropFirst(parts[0].count).contains(parts[1]))
    }
  }

  /// Whether the tile names a host of a private network or this machine.
  let namesPrivateHost: Bool

  // MARK: Chromium

  /// The allowed addresses, for Chromium's URLAllowlist. A dot before a host excludes its subdomains.
  var chromiumAddresses: [String] {
    if isOpen { return ["http://*", "https://*"] }
    return ["http", "https"].flatMap { scheme in
      hosts.map { "\(scheme)://\($0.includesSubdomains || $0.isAddress ? "" : ".")\($0.name)" }
    }
  }

  /// The value of `--host-resolver-rules`: other hosts are not resolved, for any request.
  var chromiumResolverRules: String {
    let (refused, allowed) = chromiumNames
    return (refused.map { "MAP \($0) ~NOTFOUND" } + allowed.map { "EXCLUDE \($0)" }).joined(separator: ", ")
  }

  /// The hosts that are not resolved, and the exceptions; `*` matches any characters.
  var chromiumNames: (refused: [String], allowed: [String]) {
    let allowed = hosts.flatMap { host in
      [host.name] + (host.name.hasPrefix("[") ? [String(host.name.dropFirst().dropLast())] : [])
        + (host.includesSubdomains ? ["*.\(host.name)"] : [])
    }
    return (isOpen ? Self.privateHosts : ["*"], allowed)
  }

  // MARK: Firefox

  /// The exceptions of a WebsiteFilter that blocks everything, as match patterns.
  var firefoxExceptions: [String]? {
    if isOpen { return nil }
    return hosts.map { "*://\($0.includesSubdomains ? "*." : "")\($0.name)/*" }
  }

  /// A proxy auto-config script (PAC), as an address. It sends refused connections to port 9 of this machine,
  /// where nothing listens.
  ///
  /// WebsiteFilter checks only pages and frames. The script sees every connection, and also resolves names. A
  /// host that is only allowed as a subdomain or as any site must not be on a private network, unless the
  /// page itself is.
  var firefoxProxyScript: String {
    // The script gets addresses without brackets.
    func bare(_ host: WebHost) -> String {
      host.name.hasPrefix("[") ? String(host.name.dropFirst().dropLast()) : host.name
    }
    let names = hosts.map { "h=='\(bare($0))'" }.joined(separator: "||")
    let domains = hosts.filter(\.includesSubdomains).map { "dnsDomainIs(h,'.\(bare($0))')" }
    let others = isOpen ? "true" : domains.isEmpty ? "false" : domains.joined(separator: "||")
    let script = """
      function p(h){\
      if(isPlainHostName(h)&&h.indexOf(':')<0)return true;\
      if(/(^|[.])(localhost|localdomain|local|internal|home[.]arpa)[.]?$/.test(h))return true;\
      var a=h.indexOf(':')<0?dnsResolve(h):h;\
      return !a||/^(\(Self.privateAddresses))/i.test(a);}\
      function FindProxyForURL(u,h){h=h.toLowerCase();\
      if(\(names.isEmpty ? "false" : names))return 'DIRECT';\
      if((\(others))&&(\(isOnPrivateNetwork)||!p(h)))return 'DIRECT';\
      return 'PROXY 127.0.0.1:9';}
      """
    return "data:application/x-ns-proxy-autoconfig," + Self.encoded(script)
  }

  /// A regular expression without backslashes for the beginnings of private and local addresses.
  private static let privateAddresses =
    "0[.]|10[.]|127[.]|169[.]254[.]|192[.]168[.]|172[.](1[6-9]|2[0-9]|3[01])[.]"
    + "|100[.](6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7])[.]|::|f[cd][0-9a-f]*:|fe[89ab][0-9a-f]*:|64:ff9b:"

  /// A JavaScript condition: whether subdomains of the named hosts may be on a private network. They may if
  /// the page itself is.
  private var isOnPrivateNetwork: String {
    guard !isOpen, let own = ownHost else { return "false" }
    return Self.isPrivate(own) ? "true" : "p('\(own.name)')"
  }

  /// Percent-encodes all characters with a special meaning in an address, in JSON or in a quoted string.
  private static func encoded(_ text: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~();,'=!*".utf8)
    return text.utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return plain.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
