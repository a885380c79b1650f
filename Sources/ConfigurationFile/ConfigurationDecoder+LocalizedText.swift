import Configuration

extension TOMLDocument {
  /// The language that `[kiosk]` names; nil when it names none.
  var language: LanguageTag? {
    text(of: .language).flatMap { LanguageTag($0) }
  }

  /// The word for a layout that `[carousel]` has; nil when it has none.
  var layout: String? { text(of: .layout) }

  /// The theme that `[theme]` names; nil when it names none.
  var themeName: String? { text(of: .themeName) }

  /// The value of `packaged` in `[kiosk]`; nil without the key.
  var usesPackaged: Bool? {
    guard case .table(let table)? = root[ConfigurationSection.kiosk.rawValue]?.value,
      case .boolean(let isUsed)? = table["packaged"]?.value
    else { return nil }
    return isUsed
  }

  private func text(of key: ConfigurationKey) -> String? {
    guard case .table(let table)? = root[key.section.rawValue]?.value,
      case .string(let text)? = table[key.name]?.value
    else { return nil }
    return text
  }
}

/// Texts with translations.
extension ConfigurationDecoder {
  private static let (badge, back) = (ConfigurationSection.tile["badge"], ConfigurationSection.tile["back"])

  /// What stands for a language in a table of translations: all that have no text of their own.
  private static let otherLanguages = "default"

  /// Reads a text, or a table of texts by their languages; nil when there is nothing to show.
  ///
  /// A text that does not say its language is in that of the kiosk. Where no other fits, readers get that
  /// one, or else the first.
  mutating func localizedText(_ node: TOMLNode, _ key: ConfigurationKey) -> LocalizedText? {
    guard case .table(let table) = node.value else { return label(node, key).map { LocalizedText($0) } }
    var (text, first, translations): (String?, TOMLTable.Entry?, [String: String]) = (nil, nil, [:])
    for entry in table.entries {
      if entry.key == Self.otherLanguages {
        text = label(entry.node, key)
      } else if LanguageTag(entry.key) == nil {
        fail(
          "'\(Self.excerpt(entry.key))' is no language tag such as de or pt-BR", at: entry.keyPosition,
          key: key.dottedName)
      } else if let translation = label(entry.node, key) {
        translations[entry.key] = translation
        first = first ?? entry
      }
    }
    guard let rest = text ?? first.flatMap({ translations[$0.key] }) else { return nil }
    var localized = LocalizedText(rest, translations: translations)
    guard let language, !translations.isEmpty, localized.translation(for: [language.description]) == nil
    else {
      return localized
    }
    if text != nil {
      localized.translations[language.description] = text
    } else if let first {
      warn(
        "has no text in '\(language)', the language of [kiosk]", at: first.keyPosition, key: key.dottedName)
    }
    return localized
  }

  /// A name is never empty; a back may be. A number on a badge stands for its digits.
  private mutating func label(_ node: TOMLNode, _ key: ConfigurationKey) -> String? {
    if key == Self.badge, case .integer(let number) = node.value { return "\(number)" }
    guard let text = text(node, key, limit: Self.nameLimit) else { return nil }
    guard key == Self.back || text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      fail("must not be empty", at: node.position, key: key.dottedName)
      return nil
    }
    return text
  }
}
