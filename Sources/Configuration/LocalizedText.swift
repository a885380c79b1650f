/// A text with its translations.
public struct LocalizedText: Hashable, Sendable, ExpressibleByStringLiteral {
  /// What is shown where no translation fits.
  public var text: String
  /// Translations by language tag, as the operator wrote the tag: `de`, `pt-BR`, `zh-Hant`, `pt_BR`.
  public var translations: [String: String]

  /// A text and its translations by language tag.
  public init(_ text: String, translations: [String: String] = [:]) {
    self.text = text
    self.translations = translations
  }

  /// A text without translations.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// The text for somebody who reads `languages`, best first.
  ///
  /// Tags and POSIX locale names (`de_AT.UTF-8`, `sr@latin`) are both understood, in any case. Each language is tried
  /// whole and then shortened from the right (the lookup of RFC 4647, section 3.4) before the next has its turn.
  public func resolved(for languages: [String]) -> String { translation(for: languages) ?? text }

  /// The same without the text that is shown where no translation fits.
  package func translation(for languages: [String]) -> String? {
    guard !translations.isEmpty else { return nil }
    var table: [LanguageTag: String] = [:]
    for (tag, translation) in translations.sorted(by: { $0.key < $1.key }) {
      guard let tag = LanguageTag(tag), table[tag] == nil else { continue }
      table[tag] = translation
    }
    for language in languages {
      var candidate = LanguageTag(language)
      while let tag = candidate {
        if let translation = table[tag] { return translation }
        candidate = tag.parent
      }
    }
    return nil
  }
}
