/// What a program may have of the machine.
package struct ProgramLimits: Hashable, Sendable {
  /// Bytes of memory for all its processes together; nil for most of what there is.
  package var memory: UInt64?
  /// Time of processors per time, 1 being one processor all the time; nil for as much as there is.
  package var processors: Double?
  /// Which machines it can reach.
  package var network = NetworkAccess.everywhere
  /// What becomes of what it saves.
  package var home = ProgramHome.visit
  /// The devices that it can use.
  package var devices: Set<ProgramDevice> = [.sound, .graphics]
  /// Whether it has a bus for itself and what it starts.
  package var hasSessionBus = false
  /// Whether it is a program of X11, which gets an X server of its own.
  package var hasX11 = false
  /// Whether it can speak to the machine's services over their bus.
  package var hasSystemBus = false
  /// Whether it can speak to the service that prints.
  package var canPrint = false
  /// Directories, absolute, in which it can write beside its home.
  package var writable: [String] = []

  /// What a program has whose tile says nothing.
  package init() {}

  /// Whether its share of memory or processors is a set one.
  package var isShare: Bool { memory != nil || processors != nil }

  /// Whether it can reach some addresses and no others.
  package var isList: Bool { if case .only = network { true } else { false } }

  /// Whether it must not run where nothing keeps it from the network.
  package var isProtection: Bool { network != .everywhere }
}

/// Where a program has its home directory.
package enum ProgramHome: String, CaseIterable, Hashable, Sendable {
  /// In memory; it is gone when the program has ended.
  case visit
  /// In a directory of its tile's that stays.
  case keep
}

/// A kind of devices that programs can be given.
package enum ProgramDevice: String, CaseIterable, Hashable, Sendable {
  case sound
  case camera
  /// Graphics processors.
  case graphics
}

/// Which machines a program can reach over the network, this one among them.
package enum NetworkAccess: Hashable, Sendable {
  case everywhere
  case nowhere
  /// Those with such addresses; at least one range.
  case only([AddressRange])
}

/// Addresses of the Internet Protocol that begin with the same bits.
package struct AddressRange: Hashable, Sendable {
  /// Four bytes, or sixteen; those behind the prefix are 0.
  package let bytes: [UInt8]
  /// How many bits they have in common.
  package let prefix: Int

  /// The range that a text such as `192.0.2.0/24`, `2001:db8::/32` or `192.0.2.7` names; nil for any other
  /// text.
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

  /// Four numbers with dots between.
  private static func four(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let bytes = parts.compactMap { decimal($0, to: 255).map(UInt8.init) }
    return bytes.count == 4 ? bytes : nil
  }

  /// Eight groups of hexadecimal digits with colons between, of which two colons stand for some that are 0
  /// (RFC 4291, 2.2).
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

  /// The range as a configuration has it.
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
