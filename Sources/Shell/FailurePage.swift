/// The console's page for visitors while the kiosk does not start: the reason in plain words, and the
/// contact.
///
/// A console has about two hundred characters, all Latin. Texts with other letters appear in English.
package struct FailurePage: Hashable, Sendable {
  /// The cause, as far as visitors read it.
  package enum Reason: Hashable, Sendable {
    /// A part of the software is missing.
    case software
    /// The computer does not give the kiosk access to its screen.
    case screen
    /// The computer has no graphics device for its screen.
    case graphicsCard
    /// Pictures appeared, and froze several times.
    case stoodStill
    /// Any other cause.
    case unknown

    fileprivate var phrase: Phrase {
      switch self {
      case .software: .softwareIsMissing
      case .screen: .screenIsNotGiven
      case .graphicsCard: .graphicsCardNotFound
      case .stoodStill: .pictureStoodStill
      case .unknown: .programDoesNotStart
      }
    }
  }

  private let reason: Reason
  private let code: String?
  private let contact: String?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - reason: The cause.
  ///   - code: A word that the caller reads out to the operator; nil for none.
  ///   - contact: The operator's contact text; nil for none.
  package init(_ reason: Reason, code: String? = nil, contact: String? = nil) {
    self.reason = reason
    self.code = code.map(ConsoleCharacters.shown)
    let contact = contact.map(ConsoleCharacters.shown)
    self.contact = contact.flatMap { $0.allSatisfy { $0 == " " || $0 == "?" } ? nil : $0 }
  }

  /// Returns the lines of the page, the headline first, with empty lines between the parts.
  package func lines(in words: Localizer, columns: Int) -> [String] {
    let words = ConsoleCharacters.has(phrases.map { words($0, "") }) ? words : .english
    func shown(_ phrase: Phrase, _ values: String...) -> String {
      ConsoleCharacters.shown(values.isEmpty ? words(phrase) : words(phrase, values[0]))
    }
    let parts = [
      shown(.outOfOrder), shown(reason.phrase) + " " + shown(.triesByItself), contact ?? shown(.pleaseTell),
    ]
    let all = parts + (code.map { [shown(.codeForOperator, $0)] } ?? [])
    return Array(all.map { Self.wrapped($0, to: columns) }.joined(separator: [""]))
  }

  private var phrases: [Phrase] {
    [.outOfOrder, reason.phrase, .triesByItself, .pleaseTell, .codeForOperator]
  }

  /// Returns the page centered on a console of a size, without a cursor, as in console_codes(4).
  package func console(in words: Localizer, columns: Int, rows: Int) -> String {
    let lines = lines(in: words, columns: max(20, columns - 4))
    let top = max(0, (rows - lines.count) / 2)
    let centered = lines.map { String(repeating: " ", count: max(0, (columns - $0.count) / 2)) + $0 }
    // Bright text, not the console's gray, because visitors read it from a step away.
    return "\u{1B}[0;1;37m\u{1B}[?25l\u{1B}[2J\u{1B}[H" + String(repeating: "\n", count: top)
      + centered.joined(separator: "\n")
  }

  private static func wrapped(_ text: String, to columns: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

/// The letters of the kernel's own font: code page 437 and Latin 1, without accents on capitals.
enum ConsoleCharacters {
  /// Typographic characters that a console lacks.
  private static let plain: [Unicode.Scalar: String] = [
    "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "‚": "'", "–": "-", "—": "-", "−": "-", "‑": "-",
    "…": "...", "\u{00A0}": " ", "\u{202F}": " ", "\u{2009}": " ", "\t": " ", "\n": " ",
  ]

  /// Returns a text without characters that control a console.
  static func shown(_ text: String) -> String {
    text.unicodeScalars.map { plain[$0] ?? (isShown($0) ? String($0) : "?") }.joined()
  }

  /// Reports whether a console can show all texts.
  static func has(_ texts: [String]) -> Bool {
    texts.allSatisfy { $0.unicodeScalars.allSatisfy { plain[$0] != nil || isShown($0) } }
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    (0x20...0x7E).contains(scalar.value) || (0xA1...0xFF).contains(scalar.value)
  }
}
