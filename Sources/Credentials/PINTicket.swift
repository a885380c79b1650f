/// A proof for the editor's service that the PIN was entered: a random number from the PIN service, valid for
/// a limited time.
package struct PINTicket: Hashable, Sendable {
  /// The number in hexadecimal digits.
  package let text: String

  /// The validity in seconds: long enough for an operator's changes.
  package static let lifetime = 900.0
  private static let bytes = 16

  /// Parses a ticket. Returns nil if it is invalid.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 2 * Self.bytes,
      text.utf8.allSatisfy({
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      })
    else { return nil }
    self.text = String(text)
  }

  /// Creates a ticket from the kernel's random numbers.
  package init() {
    var random = SystemRandomNumberGenerator()
    text = (0..<Self.bytes).map { _ in
      let digits = String(UInt8.random(in: .min ... .max, using: &random), radix: 16)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }.joined()
  }

  /// Reads the ticket from the answer to an operator's right PIN. Returns nil if it has none.
  package init?(answer bytes: some Collection<UInt8>) {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[0] == "right" else { return nil }
    self.init(words[1])
  }

  private static let valid = "valid "

  /// Encodes the answer about a valid ticket: whole seconds, rounded down.
  static func answer(secondsLeft: Double) -> [UInt8] {
    Array("\(valid)\(Int(max(0, min(secondsLeft, lifetime))))".utf8)
  }

  /// Reads the seconds from the answer about a ticket. Returns nil if it is not valid.
  static func secondsLeft(answer bytes: some Collection<UInt8>) -> Double? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix(valid), let seconds = Int(text.dropFirst(valid.count)), seconds >= 0 else {
      return nil
    }
    return Double(seconds)
  }

  /// Compares two tickets in constant time.
  package func isSame(as other: PINTicket) -> Bool {
    zip(text.utf8, other.text.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
