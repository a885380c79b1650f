import Programs

/// A `[[scan]]` section, which binds codes of a reader to a tile or an action.
package struct ScanBinding: Hashable, Sendable {
  /// The codes that the binding matches; nil for none.
  package var pattern: CodePattern?
  /// The id of the tile that opens; nil if `action` is set.
  package var tile: String?
  package var action: ShellAction?

  /// The most bindings of a configuration. More are an error, and the decoder ignores them.
  package static let most = 1000

  package init() {}
}

/// A pattern for whole codes. `*` matches any number of characters, `?` matches one, and every other
/// character matches itself.
package struct CodePattern: Hashable, Sendable {
  package let text: String
  private let characters: [Unicode.Scalar]

  /// Creates a pattern. Returns nil for an empty text.
  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text
    characters = Array(text.unicodeScalars)
  }

  /// Reports whether the pattern matches a whole code.
  ///
  /// The search backtracks to the last `*` only, because it can match everything that an earlier `*` could.
  /// Therefore the time grows at most with the product of both lengths.
  package func matches(_ code: String) -> Bool {
    let code = Array(code.unicodeScalars)
    var (place, next) = (0, 0)
    // The position after the last star, and the end of its match in the code.
    var star: (pattern: Int, code: Int)?
    while next < code.count {
      if place < characters.count, characters[place] == "*" {
        star = (place + 1, next)
        place += 1
      } else if place < characters.count, characters[place] == "?" || characters[place] == code[next] {
        place += 1
        next += 1
      } else if let last = star {
        star = (last.pattern, last.code + 1)
        (place, next) = (last.pattern, last.code + 1)
      } else {
        return false
      }
    }
    return characters[place...].allSatisfy { $0 == "*" }
  }

  /// Reports whether the pattern surely matches all codes of another one. It decides this for patterns
  /// without `*`, or with `*` at their end only.
  package func covers(_ other: CodePattern) -> Bool {
    let stem = characters.prefix { $0 != "*" }
    guard characters[stem.endIndex...].allSatisfy({ $0 == "*" }) else { return self == other }
    let (least, count) = (stem.count, other.characters.count)
    guard least < characters.count ? count >= least : count == least else { return false }
    return zip(stem, other.characters).allSatisfy { $0 == $1 || $0 == "?" && $1 != "*" }
  }

  package static func == (one: CodePattern, other: CodePattern) -> Bool { one.text == other.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension CodePattern: SettingType {
  package init?(_ value: SettingValue) {
    guard case .text(let text) = value else { return nil }
    self.init(text)
  }
  package var settingValue: SettingValue? { .text(text) }
}

// MARK: Keys

extension ScanBinding: SectionSettings {
  package static let section = ConfigurationSection.scan
  package static var standard: ScanBinding { ScanBinding() }

  package static let fields: [SettingField<ScanBinding>] = [
    SettingField(
      "match", .pattern, \.pattern, otherwise: "needed", example: "\"978*\"",
      """
      A pattern for codes. * matches any number of characters, ? matches one, and every other character
      matches itself. The pattern must match the whole code. The first pattern that matches counts.
      """),
    SettingField(
      "open", .identifier, \.tile, otherwise: "none", example: "\"book\"",
      """
      The id of the tile that opens. The code replaces {code} in the tile's run or url. In run, it stays
      within one argument, whatever characters it contains. In url, all characters except letters, digits,
      -, ., _ and ~ are percent-encoded.
      """),
    SettingField(
      "action", .action, \.action, otherwise: "none", example: "\"home\"",
      "An action of the launcher, such as home, instead of a tile: see ACTIONS."),
  ]
}

extension ConfigurationKey {
  package static let scanMatch = ConfigurationSection.scan["match"]
  package static let scanOpen = ConfigurationSection.scan["open"]
  package static let scanAction = ConfigurationSection.scan["action"]
}
