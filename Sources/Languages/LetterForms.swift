/// Letters with accents, and their base letters.
package enum LetterForms {
  /// Other forms of letters, the most frequent first.
  private static let table: [String: String] = [
    "a": "àáâäãåæāąă", "c": "çćčĉċ", "d": "ďđð", "e": "éèêëēęėě", "g": "ğĝġģ", "h": "ĥħ",
    "i": "íìîïīįı", "j": "ĵ", "k": "ķ", "l": "łľĺļ", "n": "ñńňņ", "o": "óòôöõøœō", "r": "řŕ",
    "s": "ßśšşș", "t": "ťþțţ", "u": "úùûüūůűų", "w": "ŵ", "y": "ýÿŷ", "z": "žźż",
    "ا": "أإآٱ", "و": "ؤ", "ي": "ئى", "ه": "ة", "е": "ё", "и": "й", "г": "ґ", "і": "ї",
  ]

  private static let bases: [String: String] = {
    var bases: [String: String] = [:]
    for (base, forms) in table { for form in forms { bases[String(form)] = base } }
    return bases
  }()

  /// Arabic pairs that are a single character on keyboards, in a form that does not belong into a text.
  static let ligatures = ["\u{FEFB}": "لا", "\u{FEF7}": "لأ", "\u{FEF9}": "لإ", "\u{FEF5}": "لآ"]

  /// Returns the base letter of an accented letter; other letters as they are.
  static func base(_ text: String) -> String { bases[text] ?? text }

  /// Returns the other forms of a letter, in lower case.
  package static func forms(of letter: String) -> [String] {
    (table[letter] ?? "").map(String.init)
  }

  /// Reports whether a text consists only of letters and marks. Japanese voiced-sound marks count, because
  /// they change the letter before them.
  package static func isLetters(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        ($0.properties.isAlphabetic && !isOrdinal($0)) || $0.properties.generalCategory == .nonspacingMark
          || isVoicing($0)
      }
  }

  /// Reports whether a scalar is an ordinal indicator, which Unicode counts as a letter.
  private static func isOrdinal(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xAA || scalar.value == 0xBA
  }

  private static func isVoicing(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x309B || scalar.value == 0x309C
  }

  /// The combining marks for Japanese marks that are separate keys.
  private static let voicings: [String: Unicode.Scalar] = ["\u{309B}": "\u{3099}", "\u{309C}": "\u{309A}"]
  /// Accents with keys of their own, by their names in xkb.
  private static let deadKeys: [String: Unicode.Scalar] = [
    "dead_grave": "\u{300}", "dead_acute": "\u{301}", "dead_circumflex": "\u{302}", "dead_tilde": "\u{303}",
    "dead_macron": "\u{304}", "dead_breve": "\u{306}", "dead_abovedot": "\u{307}",
    "dead_diaeresis": "\u{308}", "dead_abovering": "\u{30A}", "dead_doubleacute": "\u{30B}",
    "dead_caron": "\u{30C}", "dead_cedilla": "\u{327}", "dead_ogonek": "\u{328}", "dead_belowdot": "\u{323}",
  ]

  /// Returns the combining mark for a dead key, by its name in xkb; nil for any other key.
  package static func mark(ofDeadKey name: String) -> Unicode.Scalar? { deadKeys[name] }

  /// Returns the combining mark for a Japanese key that changes the letter before it; nil for other texts.
  package static func voicing(_ text: String) -> Unicode.Scalar? { voicings[text] }

  /// The Unicode ranges of single characters for letters with marks.
  private static let composed: [ClosedRange<UInt32>] = [
    0xC0...0x24F, 0x1E00...0x1EFF, 0x3042...0x3094, 0x30A2...0x30FA, 0x386...0x3CE, 0x1F00...0x1FFC,
  ]

  /// Returns a letter with a mark as a single character; nil if Unicode has none.
  package static func compose(_ letter: Character, _ mark: Unicode.Scalar) -> Character? {
    // Swift compares characters by canonical equivalence, so equality finds the single character.
    let wanted = Character(String(letter) + String(Character(mark)))
    guard String(letter).unicodeScalars.count == 1 else { return nil }
    for range in composed {
      for value in range {
        guard let scalar = Unicode.Scalar(value), Character(scalar) == wanted else { continue }
        return Character(scalar)
      }
    }
    return nil
  }
}
