import Glibc
import Shell

/// What the machine says about itself, for the system's page. Disks may take their time: not for the thread that draws.
nonisolated struct MachineFacts: Sendable {
  var host = ""
  var addresses: [String] = []
  var uptime: Double?
  var disk: SystemInformation.Disk?

  /// More addresses help nobody: containers and bridges have dozens.
  private static let mostAddresses = 8

  /// Those of this machine now, with the disk that `directory` lies on.
  init(directory: String) {
    host = Self.hostName
    addresses = Self.addresses
    uptime = Self.uptime
    disk = Self.disk(of: directory)
  }

  private static var hostName: String {
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

  /// Those that others reach this machine by: neither its own nor those of a cable alone.
  private static var addresses: [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var (found, next) = ([String](), list)
    while let entry = next?.pointee, found.count < mostAddresses {
      next = entry.ifa_next
      guard entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, let text = address(entry) else { continue }
      found.append("\(text) (\(String(cString: entry.ifa_name)))")
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
  /// With what the machine says about itself.
  mutating func take(_ facts: MachineFacts) {
    (host, addresses, uptime, disk) = (facts.host, facts.addresses, facts.uptime, facts.disk)
  }
}
