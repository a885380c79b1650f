import Configuration

/// Visitors with one switch.
extension ConfigurationDecoder {
  /// The longest name of a key, in bytes.
  private static let keyLimit = 64

  /// Reads the `[access]` section.
  mutating func decodeAccess(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .access) else { return }
    var settings = configuration.access
    for entry in table.entries { decode(entry, into: &settings) }
    configuration.access = settings
  }

  private mutating func decode(_ entry: TOMLTable.Entry, into settings: inout AccessibilitySettings) {
    switch key(of: entry, in: .access) {
    case .scan?: settings.scans = boolean(entry, .scan) ?? settings.scans
    case .scanKey?: settings.scanSwitch = scanSwitch(entry.node) ?? settings.scanSwitch
    case .scanInterval?: settings.scanInterval = duration(entry, .scanInterval) ?? settings.scanInterval
    case .scanRounds?: if let rounds = number(entry, .scanRounds) { settings.scanRounds = Int(rounds) }
    case .scanHold?: settings.scanHold = duration(entry, .scanHold) ?? settings.scanHold
    case .scanPause?: settings.scanPause = duration(entry, .scanPause) ?? settings.scanPause
    default: break
    }
  }

  private mutating func scanSwitch(_ node: TOMLNode) -> ScanSwitch? {
    guard let word = text(node, .scanKey, limit: Self.keyLimit) else { return nil }
    guard let key = ScanSwitch(word) else {
      fail(
        "must be \"select\", \"any\" or the name of one key, not '\(Self.excerpt(word))'", at: node.position,
        key: ConfigurationKey.scanKey.dottedName)
      return nil
    }
    return key
  }
}
