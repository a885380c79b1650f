/// The 64-bit hash FNV-1a of Fowler, Noll and Vo. It is the same in every run: Swift's own has a new seed.
///
/// It tells contents and names apart. It does not resist people who search for two contents with one hash.
/// See http://www.isthe.com/chongo/tech/comp/fnv/.
package struct FNV1a: Hashable, Sendable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  package mutating func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { add(byte) } }

  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

  /// Sixteen hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
