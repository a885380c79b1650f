/// The target of a QR code with an operator's contact: a web address, a mail address, or a telephone number.
struct ContactLink: Hashable {
  /// The text of the code.
  let address: String

  /// The greatest length of a code's text, in bytes.
  private static let longest = 200
  /// The least number of digits of a telephone number (fewer are an internal extension), and the greatest
  /// (ITU-T E.164).
  private static let digits = 6...15

  /// Finds the first target in a line of text; web addresses take precedence. Returns nil if the text has
  /// none.
  init?(_ text: String) {
    guard let address = Self.web(text) ?? Self.mail(text) ?? Self.number(text),
      address.utf8.count <= Self.longest
    else { return nil }
    self.address = address
  }

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: { $0.isWhitespace || "<>()[]\"“”„,;".contains($0) }).map { word in
      // The end of a sentence belongs to no address.
      String(word.reversed().drop { ".:!?".contains($0) }.reversed())
    }
  }

  private static func web(_ text: String) -> String? {
    words(text).first { word in
      ["https://", "http://"].contains { word.hasPrefix($0) && word.utf8.count > $0.utf8.count }
    }
  }

  private static func mail(_ text: String) -> String? {
    let word = words(text).first { word in
      let parts = word.split(separator: "@", omittingEmptySubsequences: false)
      return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !parts[1].hasPrefix(".")
        && word.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 }
    }
    return word.map { "mailto:" + $0 }
  }

  /// Returns a telephone number: digits with separators. A date has as many digits, so only certain
  /// separators count.
  private static func number(_ text: String) -> String? {
    var (number, isOpen) = ("", false)
    func found() -> String? {
      let count = number.count { $0 != "+" }
      return digits.contains(count) ? "tel:" + number : nil
    }
    for character in text + "." {
      switch character {
      case "0"..."9":
        number.append(character)
        isOpen = true
      case "+" where number.isEmpty:
        number.append(character)
        isOpen = true
      case " ", "-", "/", "(", ")", "\u{A0}", "\u{202F}", "–", "‑": if !isOpen { number = "" }
      default:
        if let found = found() { return found }
        (number, isOpen) = ("", false)
      }
    }
    return nil
  }
}
