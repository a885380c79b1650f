/// Hostile bytes as the decisions of a scenario, which ends when the bytes are used up.
struct FuzzedBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Whether all bytes are used up.
  var isEmpty: Bool { rest.isEmpty }

  /// Returns the next byte, or zero at the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// Returns the next two bytes, lower byte first.
  mutating func word() -> UInt16 {
    let low = UInt16(byte())
    return low | UInt16(byte()) << 8
  }

  /// Returns up to `count` of the next bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    let taken = rest.prefix(count)
    rest = rest.dropFirst(count)
    return Array(taken)
  }

  /// Returns one of the values, by the next byte.
  mutating func choice<Value>(_ values: [Value]) -> Value { values[Int(byte()) % values.count] }
}
