/// Proof for the editor's service that the PIN was entered: a random number that the PIN service made, and
/// knows for a while.
package struct PINTicket: Hashable, Sendable {
  /// In hexadecimal digits.
  package let text: String

  /// Seconds for which one counts: as long as an operator may take for changes.
  package static let lifetime = 900.0
  private static let bytes = 16

  /// The ticket in a message; nil without a valid one.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 2 * Self.bytes,
      text.utf8.allSatisfy({
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      })
    else { return nil }
    self.text = String(text)
  }

  /// A new one, from the kernel's randomness.
  package init() {
    var random = SystemRandomNumberGenerator()
    text = (0..<Self.bytes).map { _ in
      let digits = String(UInt8.random(in: .min ... .max, using: &random), radix: 16)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }.joined()
  }

  /// The ticket that comes with the answer to a right PIN; nil where none does.
  package init?(answer bytes: some Collection<UInt8>) {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[0] == "right" else { return nil }
    self.init(words[1])
  }

  /// Whether two are the same, in the same time wherever they begin to differ.
  package func isSame(as other: PINTicket) -> Bool {
    zip(text.utf8, other.text.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
