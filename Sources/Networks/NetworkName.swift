/// The name of a wireless network (SSID): up to 32 bytes of any kind. Strangers choose it.
package struct NetworkName: Hashable, Sendable {
  package let bytes: [UInt8]

  /// The maximum number of bytes (IEEE 802.11-2020, 9.4.2.2).
  package static let mostBytes = 32
  /// The maximum number of marks on a letter. Languages need two or three; more would paint over other lines.
  private static let mostMarks = 4
  private static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// Returns nil for no bytes, for too many, and for the zeros that hidden networks announce.
  package init?(_ bytes: some Collection<UInt8>) {
    guard (1...Self.mostBytes).contains(bytes.count), bytes.contains(where: { $0 != 0 }) else { return nil }
    self.bytes = Array(bytes)
  }

  /// Returns the name in hexadecimal digits.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Parses hexadecimal digits.
  package init?(hexadecimal: some StringProtocol) {
    let digits = hexadecimal.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), digits.count <= 2 * Self.mostBytes else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(UInt8(high * 16 + low))
    }
    self.init(bytes)
  }

  /// The name as one harmless line. Characters that change lines, directions or other letters, and bytes that
  /// are not UTF-8, appear as replacement characters. A name without visible characters appears in
  /// hexadecimal digits.
  package var shown: String {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var (text, marks) = (String.UnicodeScalarView(), Self.mostMarks)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark:
        marks += 1
        text.append(marks <= Self.mostMarks ? scalar : Self.replacement)
        continue
      case .spaceSeparator: text.append(" ")
      case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
        text.append(Self.replacement)
      case .format:
        text.append(Self.joins(scalar, between: text.last, and: next) ? scalar : Self.replacement)
        continue
      default: text.append(scalar)
      }
      marks = 0
    }
    let isVisible = text.contains { $0 != " " && $0 != Self.replacement }
    return isVisible ? String(text) : "0x" + hexadecimal
  }

  /// Reports whether a format character joins letters of a script that needs it, or parts of an emoji.
  private static func joins(
    _ scalar: Unicode.Scalar, between last: Unicode.Scalar?, and next: Unicode.Scalar?
  ) -> Bool {
    guard scalar == "\u{200C}" || scalar == "\u{200D}", let last, let next else { return false }
    // Scripts before the Arabic one have no joiners. An invisible one would only imitate another name.
    return last.value >= 0x600 && next.value >= 0x600 && last != replacement
      && next.properties.generalCategory != .format
  }

  /// The name for use within a sentence: its letters do not change the order of the other words (Unicode
  /// Standard Annex 9, first strong isolate).
  package var isolated: String { "\u{2068}\(shown)\u{2069}" }
}
