import FileSystem

/// A backlight of the kernel: its value, and the values for a brightness from 0 to 100 percent.
///
/// Drivers answer when its files are read, and some are slow. Do not read them on the thread that draws.
package nonisolated struct Backlight: Hashable, Sendable {
  /// The variable with another directory than the kernel's. Programs of tiles do not get it.
  package static let variable = "ROTUNDA_SESSION_BACKLIGHTS"
  /// The name of such devices in the kernel and in logind.
  package static let subsystem = "backlight"

  /// The name of the device.
  package let name: String
  /// The brightest value.
  private let maximum: UInt32
  /// The value in use; nil if unknown.
  private let current: UInt32?
  /// The place of its kind in the order of preference.
  private let rank: Int

  /// The kinds of devices, the best first: sysfs-class-backlight of the kernel's documentation. Firmware
  /// knows the panel, and a raw driver sets registers of the graphics card.
  private static let kinds = ["firmware", "platform", "raw"]
  /// The most devices to look at. Machines have one or two.
  private static let mostDevices = 16
  /// The largest file in bytes. An attribute in sysfs is short, but reports the size of a memory page.
  private static let largestFile = 65_536

  /// Returns the directory of a seat's backlights; nil if the seat can have none.
  package static func directory(in environment: ProcessEnvironment) -> String? {
    // logind sets the brightness for sessions on the first seat only.
    guard environment.seat == ProcessEnvironment.firstSeat else { return nil }
    return environment.variables[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? "/sys/class/\(subsystem)"
  }

  /// Finds the best backlight in a directory; nil if there is none.
  package init?(in directory: String) {
    let files = SystemFiles()
    let found = files.names(in: directory).sorted().prefix(Self.mostDevices).compactMap {
      Backlight($0, in: directory, files)
    }
    guard let best = found.min(by: { ($0.rank, $0.name) < ($1.rank, $1.name) }) else { return nil }
    self = best
  }

  private init?(_ name: String, in directory: String, _ files: SystemFiles) {
    func attribute(_ file: String) -> [UInt8] {
      files.contents(of: "\(directory)/\(name)/\(file)", limit: Self.largestFile) ?? []
    }
    guard let maximum = Self.number(attribute("max_brightness")), maximum > 0 else { return nil }
    (self.name, self.maximum) = (name, maximum)
    // Not first actual_brightness: it is 0 while the screen is off, and some drivers report another scale.
    current = Self.number(attribute("brightness")) ?? Self.number(attribute("actual_brightness"))
    let kind = String(decoding: attribute("type").prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    rank = Self.kinds.firstIndex(of: kind) ?? Self.kinds.count
  }

  /// Reads a number: decimal digits, and a line feed.
  private static func number(_ bytes: [UInt8]) -> UInt32? {
    let digits = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self))
  }

  // MARK: Percent

  /// The value of 0 percent.
  ///
  /// Brightness must not turn the screen black: with 0 some panels are off, and just above it they are too
  /// dark to read. systemd-backlight(8) restores at least 1, and at least a twentieth, for that reason.
  private var least: UInt32 { max(1, maximum / 20) }

  /// Returns the nearest value to a brightness, from 0 to 100 percent.
  package func value(percent: Int) -> UInt32 {
    let part = UInt64(min(max(percent, 0), 100))
    return least + UInt32((UInt64(maximum - least) * part + 50) / 100)
  }

  /// The brightness in percent; nil if the value is unknown. A backlight with one visible value has 100.
  package var percent: Int? { current.map(percent(of:)) }

  /// Returns the nearest brightness to a value, in percent.
  func percent(of value: UInt32) -> Int {
    guard maximum > least else { return 100 }
    let (span, above) = (UInt64(maximum - least), UInt64(min(max(value, least), maximum) - least))
    return Int((above * 100 + span / 2) / span)
  }
}
