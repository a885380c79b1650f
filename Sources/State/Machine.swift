import Glibc
import Shell

/// Facts about the machine for the system page. Disks may be slow, so do not collect them on the thread that
/// draws.
package nonisolated struct MachineFacts: Sendable {
  package private(set) var host = ""
  package private(set) var addresses: [String] = []
  package private(set) var uptime: Double?
  package private(set) var disk: SystemInformation.Disk?

  /// Limits the list: containers and bridges have dozens of addresses.
  private static let mostAddresses = 8

  /// Collects the current facts, with the disk of `directory`.
  package init(directory: String) {
    host = Self.hostName
    addresses = Self.addresses
    uptime = Self.uptime
    disk = Self.disk(of: directory)
  }

  /// The machine's name; empty if it is no valid text.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return text(name) ?? ""
  }

  private static func text(_ bytes: [CChar]) -> String? {
    String(validating: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static var uptime: Double? {
    var time = timespec()
    guard clock_gettime(CLOCK_BOOTTIME, &time) == 0 else { return nil }
    return Double(time.tv_sec)
  }

  private static func disk(of directory: String) -> SystemInformation.Disk? {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { return nil }
    let block = UInt64(status.f_frsize)
    return SystemInformation.Disk(
      free: UInt64(status.f_bavail) &* block, total: UInt64(status.f_blocks) &* block)
  }

  /// The addresses at which others reach this machine: no local or link-local ones.
  private static var addresses: [String] {
    interfaces.prefix(mostAddresses).map { "\($0.address) (\($0.name))" }
  }

  /// Whether other machines may be reachable: an interface is connected and has an address. Sends no packets.
  package static var hasNetwork: Bool { interfaces.contains(where: \.isConnected) }

  /// Whether a network card with a cable is connected. Virtual interfaces have no device, and wireless ones
  /// have a `phy80211` (sysfs-class-net of the kernel's documentation).
  package static var isWired: Bool {
    interfaces.contains { interface in
      let directory = "/sys/class/net/\(interface.name)"
      return interface.isConnected && access("\(directory)/device", F_OK) == 0
        && access("\(directory)/phy80211", F_OK) != 0
    }
  }

  /// A network interface with an address at which others reach this machine.
  struct Interface: Hashable {
    let name: String
    let address: String
    let flags: UInt32

    /// Whether the link is up. A self-assigned IPv4 link-local address does not count (RFC 3927).
    var isConnected: Bool {
      let needed = UInt32(IFF_UP) | UInt32(IFF_RUNNING)
      return flags & needed == needed && !address.hasPrefix("169.254.")
    }
  }

  private static var interfaces: [Interface] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var (found, next) = ([Interface](), list)
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, let text = address(entry) else { continue }
      found.append(Interface(name: String(cString: entry.ifa_name), address: text, flags: entry.ifa_flags))
    }
    return found
  }

  private static func address(_ entry: ifaddrs) -> String? {
    guard let address = entry.ifa_addr else { return nil }
    let family = Int32(address.pointee.sa_family)
    guard family == AF_INET || family == AF_INET6 else { return nil }
    let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard
      getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0,
      let name = Self.text(text), !name.hasPrefix("fe80:")
    else { return nil }
    return name
  }
}

extension SystemInformation {
  /// Adds the machine's facts.
  package mutating func add(_ facts: MachineFacts) {
    (host, addresses, uptime, disk) = (facts.host, facts.addresses, facts.uptime, facts.disk)
  }
}

nonisolated extension WallTime {
  /// The current time in this machine's time zone.
  package static var now: WallTime {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return WallTime(now)
  }

  /// The time for previews: `SOURCE_DATE_EPOCH`, in seconds since 1970, for reproducible output
  /// (reproducible-builds.org); otherwise the current time.
  package static var preview: WallTime {
    guard let text = getenv("SOURCE_DATE_EPOCH"), let seconds = Int(String(cString: text)),
      (0...253_402_300_799).contains(seconds)
    else { return now }
    return WallTime(timespec(tv_sec: seconds, tv_nsec: 0))
  }

  private init(_ now: timespec) {
    var seconds = now.tv_sec
    var parts = tm()
    // The time zone may have changed since the last call.
    tzset()
    localtime_r(&seconds, &parts)
    self.init(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      weekday: Int(parts.tm_wday), hour: Int(parts.tm_hour), minute: Int(parts.tm_min),
      second: Double(parts.tm_sec) + Double(now.tv_nsec) / 1e9)
  }
}
