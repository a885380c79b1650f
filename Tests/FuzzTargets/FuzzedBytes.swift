/// Hostile bytes as the decisions of a scenario: when they are used up, the scenario is over.
struct FuzzedBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Whether there are more.
  var isEmpty: Bool { rest.isEmpty }

  /// The next byte; zero at the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// Two bytes, the lower first.
  mutating func word() -> UInt16 {
    let low = UInt16(byte())
    return low | UInt16(byte()) << 8
  }

  /// So many of the next bytes, or as many as there are.
  mutating func bytes(_ count: Int) -> [UInt8] {
    let taken = rest.prefix(count)
    rest = rest.dropFirst(count)
    return Array(taken)
  }

  /// One of a few values.
  mutating func choice<Value>(_ values: [Value]) -> Value { values[Int(byte()) % values.count] }
}
