/// Where a telephone that scans a QR code can go with an operator's words: an address of the web, a mail
/// address, or a number to call.
struct ContactLink: Hashable {
  /// What the code says.
  let address: String

  /// The longest that is put into a code, in bytes.
  private static let longest = 200
  /// Digits that a telephone number has at least: fewer are an extension, which has no number outside;
  /// and at most (ITU-T E.164).
  private static let digits = 6...15

  /// What a line of writing names, the first of each kind, the web's first; nil where it names nothing of the
  /// kind.
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

  /// Digits with what is written between them. A date has as many, so only these marks count.
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
