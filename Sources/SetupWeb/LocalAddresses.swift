import CWebServer
import Glibc

/// The addresses under which phones on the same network reach this machine.
enum LocalAddresses {
  /// The numeric addresses of private networks: those of IPv4, then those of a single cable, then those of
  /// IPv6. Those that need the name of an interface are left out, because browsers do not take them.
  static var all: [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var (found, next) = ([String](), list)
    while let entry = next?.pointee {
      next = entry.ifa_next
      let needed = UInt32(IFF_UP) | UInt32(IFF_RUNNING)
      guard entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, entry.ifa_flags & needed == needed,
        let text = text(of: entry), cweb_is_private_text(text), !found.contains(text)
      else { continue }
      found.append(text)
    }
    return found.sorted { rank($0) < rank($1) }
  }

  private static func rank(_ address: String) -> Int {
    if address.contains(":") { return 2 }
    return address.hasPrefix("169.254.") ? 1 : 0
  }

  private static func text(of entry: ifaddrs) -> String? {
    guard let address = entry.ifa_addr else { return nil }
    let family = Int32(address.pointee.sa_family)
    guard family == AF_INET || family == AF_INET6 else { return nil }
    let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
    var bytes = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard
      getnameinfo(address, socklen_t(size), &bytes, socklen_t(bytes.count), nil, 0, NI_NUMERICHOST) == 0
    else { return nil }
    return String(
      validating: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// An address as it stands in a link.
  static func host(_ address: String) -> String { address.contains(":") ? "[\(address)]" : address }
}
