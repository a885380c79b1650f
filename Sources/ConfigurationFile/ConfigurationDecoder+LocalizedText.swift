import Configuration

extension TOMLDocument {
  /// The language in `[kiosk]`; nil if none is set.
  var language: LanguageTag? {
    text(of: .language).flatMap { LanguageTag($0) }
  }

  /// The word for the layout in `[carousel]`; nil if none is set.
  var layout: String? { text(of: .layout) }

  /// The theme in `[theme]`; nil if none is set.
  var themeName: String? { text(of: .themeName) }

  /// The value of `packaged` in `[kiosk]`; nil if it is not set.
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

  /// The name of the text for all languages without a translation.
  private static let otherLanguages = "default"

  /// Decodes a text, or a table of texts by language. Returns nil if it contains no text.
  ///
  /// A text without a language is in the kiosk's language. It is the fallback for readers of all other
  /// languages. Without it, the first translation is.
  mutating func localizedText(_ node: TOMLNode, _ key: ConfigurationKey) -> LocalizedText? {
    guard case .table(let table) = node.value else { return label(node, key).map { LocalizedText($0) } }
    var (text, first, translations): (String?, TOMLTable.Entry?, [String: String]) = (nil, nil, [:])
    for entry in table.entries {
      if entry.key == Self.otherLanguages {
        text = label(entry.node, key)
      } else if LanguageTag(entry.key) == nil {
        fail(
          "'\(Self.excerpt(entry.key))' is not a language tag such as de or pt-BR", at: entry.keyPosition,
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

  /// Decodes a single text. A name cannot be empty, but the back of a tile can. A badge may be a whole
  /// number.
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
