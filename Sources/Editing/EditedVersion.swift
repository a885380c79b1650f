import Hashing

/// A version of the edited file. A save names the version from which it began: another operator may have
/// saved a newer one meanwhile.
package struct EditedVersion: Hashable, Sendable {
  /// The hash of the content and the number of its bytes.
  package let text: String

  package init(of bytes: [UInt8]) { text = "\(FNV1a(bytes).hexadecimal)-\(bytes.count)" }

  /// Parses a version. Returns nil if it is invalid.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard parts.count == 2, parts[0].utf8.count == 16, (1...9).contains(parts[1].utf8.count),
      parts[0].utf8.allSatisfy({
        digits.contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }), parts[1].utf8.allSatisfy({ digits.contains($0) })
    else { return nil }
    self.text = String(text)
  }
}
