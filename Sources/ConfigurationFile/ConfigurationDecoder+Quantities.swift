import Configuration

/// Numbers with a unit.
extension ConfigurationDecoder {
  /// A span of time in seconds, within the key's range.
  mutating func duration(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> Double? {
    guard case .duration(let range) = key.kind else { return nil }
    guard case .string(let text) = entry.node.value else {
      failType(entry.node, key)
      return nil
    }
    guard let seconds = Quantity.seconds(text), range.contains(seconds) else {
      fail(
        "must be \(key.kind), not \"\(Self.excerpt(text))\"", at: entry.node.position, key: key.dottedName)
      return nil
    }
    return seconds
  }

  /// An amount of memory in bytes, within the key's range.
  mutating func memory(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> UInt64? {
    guard case .memory(let range) = key.kind else { return nil }
    var amount: UInt64?
    switch entry.node.value {
    case .integer(let integer): amount = UInt64(exactly: integer)
    case .string(let text): amount = Quantity.bytes(text)
    default:
      failType(entry.node, key)
      return nil
    }
    guard let amount, range.contains(amount) else {
      fail("must be \(key.kind)", at: entry.node.position, key: key.dottedName)
      return nil
    }
    return amount
  }

  /// A length of time, or what stands for never.
  mutating func wait(
    _ node: TOMLNode, _ key: ConfigurationKey, _ range: ClosedRange<Double>
  ) -> SettingValue? {
    guard case .string(let text) = node.value else {
      failType(node, key)
      return nil
    }
    guard text != "never" else { return .nothing }
    guard let seconds = Quantity.seconds(text), range.contains(seconds) else {
      fail("must be \(key.kind), not \"\(Self.excerpt(text))\"", at: node.position, key: key.dottedName)
      return nil
    }
    return .number(seconds)
  }
}
