/// Bytes as words without spaces: letters, digits and `/._@-` stand for themselves, all others are `%` and two digits.
enum PercentCoding {
  private static let digits = Array("0123456789ABCDEF".utf8)
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._@-".utf8)

  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var word: [UInt8] = []
    for byte in bytes {
      if plain.contains(byte) {
        word.append(byte)
      } else {
        word += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: word, as: UTF8.self)
  }

  static func decode(_ word: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(word.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        guard plain.contains(byte) else { return nil }
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digits.firstIndex),
        let low = rest.popFirst().flatMap(digits.firstIndex)
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }

  static func text(_ word: String) -> String? {
    decode(word).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
