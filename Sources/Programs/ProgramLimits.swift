/// The resources and permissions of a program.
package struct ProgramLimits: Hashable, Sendable {
  /// The memory limit in bytes for all its processes together; nil for the default, most of the machine's
  /// memory.
  package var memory: UInt64?
  /// The processor limit: 1 is the full time of one processor; nil for no limit.
  package var processors: Double?
  /// The machines that the program can reach.
  package var network = NetworkAccess.everywhere
  /// The home directory: temporary or persistent.
  package var home = ProgramHome.visit
  /// The devices that the program can use.
  package var devices: Set<ProgramDevice> = [.sound, .graphics]
  /// Whether the program gets its own session bus.
  package var hasSessionBus = false
  /// Whether it is an X11 program, which gets its own X server.
  package var hasX11 = false
  /// Whether the program can use the system bus.
  package var hasSystemBus = false
  /// Whether the program can use the print service.
  package var canPrint = false
  /// Absolute paths of directories, besides its home, in which the program can write.
  package var writable: [String] = []

  /// Creates the default limits of a tile.
  package init() {}

  /// Whether the tile limits memory or processor time.
  package var isShare: Bool { memory != nil || processors != nil }

  /// Whether the program can reach some network addresses but no others.
  package var isList: Bool { if case .only = network { true } else { false } }

  /// Whether the program must not start unless its network access can be restricted.
  package var isProtection: Bool { network != .everywhere }
}

/// The kind of a program's home directory.
package enum ProgramHome: String, CaseIterable, Hashable, Sendable {
  /// In memory, until the program ends.
  case visit
  /// A persistent directory for each tile.
  case keep
}

/// A kind of device that a tile can permit.
package enum ProgramDevice: String, CaseIterable, Hashable, Sendable {
  case sound
  case camera
  /// Graphics processors.
  case graphics
}

/// The machines that a program can reach over the network, including this one.
package enum NetworkAccess: Hashable, Sendable {
  case everywhere
  case nowhere
  /// Machines in these address ranges; at least one range.
  case only([AddressRange])
}

/// A range of IP addresses with a common prefix.
package struct AddressRange: Hashable, Sendable {
  /// Four or sixteen bytes; the bits after the prefix are 0.
  package let bytes: [UInt8]
  /// The length of the prefix in bits.
  package let prefix: Int

  /// Parses a range such as `192.0.2.0/24`, `2001:db8::/32` or `192.0.2.7`. Returns nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first, let bytes = Self.four(address) ?? Self.sixteen(address) else {
      return nil
    }
    var prefix = bytes.count * 8
    if parts.count == 2 {
      guard let number = Self.decimal(parts[1], to: prefix) else { return nil }
      prefix = number
    }
    self.prefix = prefix
    self.bytes = bytes.enumerated().map { index, byte in
      let kept = min(max(prefix - index * 8, 0), 8)
      return kept == 0 ? 0 : byte & (0xff << UInt8(8 - kept))
    }
  }

  /// Parses an IPv4 address.
  private static func four(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let bytes = parts.compactMap { decimal($0, to: 255).map(UInt8.init) }
    return bytes.count == 4 ? bytes : nil
  }

  /// Parses an IPv6 address: eight groups of hexadecimal digits with colons in between. A double colon
  /// replaces one or more groups that are 0 (RFC 4291, 2.2).
  private static func sixteen(_ text: Substring) -> [UInt8]? {
    let groups = text.split(separator: ":", omittingEmptySubsequences: false)
    guard groups.count >= 3, groups.count <= 9 else { return nil }
    let gaps = text.indices.count { text[$0...].hasPrefix("::") }
    guard gaps <= 1, !text.hasPrefix(":") || text.hasPrefix("::"),
      !text.hasSuffix(":") || text.hasSuffix("::")
    else { return nil }
    let full = groups.filter { !$0.isEmpty }
    guard gaps == 1 ? full.count <= 7 : full.count == 8 else { return nil }
    let numbers = full.compactMap { hexadecimal($0) }
    guard numbers.count == full.count else { return nil }
    var all = numbers
    if gaps == 1 {
      let before = groups.prefix { !$0.isEmpty }.count
      all.insert(contentsOf: [UInt16](repeating: 0, count: 8 - numbers.count), at: before)
    }
    return all.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
  }

  private static func hexadecimal(_ digits: Substring) -> UInt16? {
    digits.utf8.count <= 4 && digits.utf8.first != UInt8(ascii: "+") ? UInt16(digits, radix: 16) : nil
  }

  private static func decimal(_ digits: Substring, to most: Int) -> Int? {
    guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(digits), number <= most
    else { return nil }
    return number
  }

  /// The range as text for a configuration file.
  package var text: String {
    let address =
      bytes.count == 4
      ? bytes.map(String.init).joined(separator: ".")
      : stride(from: 0, to: 16, by: 2).map {
        String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
      }
      .joined(separator: ":")
    return prefix == bytes.count * 8 ? address : "\(address)/\(prefix)"
  }
}
