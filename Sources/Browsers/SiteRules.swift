import Configuration

/// Which hosts a browser reaches, in the words of each browser. What a browser loads without showing an address for it counts too:
/// pictures, scripts, frames.
struct SiteRules {
  private let hosts: [WebHost]
  /// Whether all of the internet can be reached beside them.
  private let isOpen: Bool

  init(_ page: WebPage) {
    hosts = page.hosts
    isOpen = page.allowances.contains(.anySite)
  }

  /// Hosts of private networks and of this machine, as Chromium's rules match names (RFC 1918, RFC 6761, RFC 6762, RFC 4193, RFC 4291).
  private static let privateHosts =
    ["localhost", "*.localhost", "*.local", "*.internal", "0.*", "10.*", "127.*", "169.254.*", "192.168.*"]
    + (16...31).map { "172.\($0).*" } + [
      "::1", "[::1]", "fe80:*", "[fe80:*", "fc*:*", "[fc*:*", "fd*:*", "[fd*:*",
    ]

  // MARK: Chromium

  /// Addresses that may be opened, in the form of Chromium's URLAllowlist; a dot before a host leaves out what is below it.
  var chromiumAddresses: [String] {
    if isOpen { return ["http://*", "https://*"] }
    return ["http", "https"].flatMap { scheme in
      hosts.map { "\(scheme)://\($0.includesSubdomains || $0.isAddress ? "" : ".")\($0.name)" }
    }
  }

  /// What `--host-resolver-rules` takes: other hosts are not found, whatever asks for them.
  var chromiumResolverRules: String {
    let refused = isOpen ? Self.privateHosts : ["*"]
    let allowed = hosts.flatMap { host in
      // The resolver knows addresses of version 6 without their brackets.
      [host.name] + (host.name.hasPrefix("[") ? [String(host.name.dropFirst().dropLast())] : [])
        + (host.includesSubdomains ? ["*.\(host.name)"] : [])
    }
    return (refused.map { "MAP \($0) ~NOTFOUND" } + allowed.map { "EXCLUDE \($0)" }).joined(separator: ", ")
  }

  // MARK: Firefox

  /// Addresses that are excepted from a WebsiteFilter which refuses all, as match patterns.
  var firefoxExceptions: [String]? {
    if isOpen { return nil }
    return hosts.map { "*://\($0.includesSubdomains ? "*." : "")\($0.name)/*" }
  }

  /// A script that chooses proxies (PAC), as an address: what is refused is sent where nothing listens, port 9 of this machine.
  ///
  /// WebsiteFilter looks at pages and frames only. This sees every connection. It stands in a text in double quotes, and so has none.
  var firefoxProxyScript: String {
    let conditions = hosts.flatMap { host -> [String] in
      // Brackets are not part of what the script gets.
      let name = host.name.hasPrefix("[") ? String(host.name.dropFirst().dropLast()) : host.name
      return ["h=='\(name)'"] + (host.includesSubdomains ? ["dnsDomainIs(h,'.\(name)')"] : [])
    }
    let isAllowed = conditions.isEmpty ? "false" : conditions.joined(separator: "||")
    let networks = [
      ("10.0.0.0", "255.0.0.0"), ("127.0.0.0", "255.0.0.0"), ("169.254.0.0", "255.255.0.0"),
      ("172.16.0.0", "255.240.0.0"), ("192.168.0.0", "255.255.0.0"), ("0.0.0.0", "255.0.0.0"),
    ]
    let isPrivate =
      (networks.map { "isInNet(h,'\($0.0)','\($0.1)')" }
      + ["h.indexOf(':')>=0", "isPlainHostName(h)", "dnsDomainIs(h,'.localhost')", "dnsDomainIs(h,'.local')"])
      .joined(separator: "||")
    let otherwise = isOpen ? "(\(isPrivate))?'PROXY 127.0.0.1:9':'DIRECT'" : "'PROXY 127.0.0.1:9'"
    let script =
      "function FindProxyForURL(u,h){h=h.toLowerCase();return (\(isAllowed))?'DIRECT':\(otherwise);}"
    return "data:application/x-ns-proxy-autoconfig,"
      + script.replacing(" ", with: "%20").replacing("|", with: "%7C")
  }
}
