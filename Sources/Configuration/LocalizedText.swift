package struct LocalizedText: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text if no translation fits.
  package var text: String
  /// Translations by language tag, as the operator spells it: `de`, `pt-BR`, `zh-Hant`, `pt_BR`.
  package var translations: [String: String]

  package init(_ text: String, translations: [String: String] = [:]) {
    self.text = text
    self.translations = translations
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// Returns the text for a reader of `languages`, best first.
  ///
  /// Accepts tags and POSIX locale names (`de_AT.UTF-8`, `sr@latin`), in any case. Tries each language whole,
  /// and then shortened from the right (the lookup of RFC 4647, section 3.4), before the next one.
  package func resolved(for languages: [String]) -> String { translation(for: languages) ?? text }

  /// Returns the translation for a reader of `languages`; nil if none fits.
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

/// A language as subtags in lower case: `de`, `de-at`, `zh-hant-tw`.
package struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
  /// The subtags, most general first. Never empty.
  package let subtags: [String]

  /// The longest accepted tag. RFC 5646 (section 4.4.1) requires 35 characters.
  static let longest = 64

  /// Scripts that POSIX locale names write as modifiers.
  private static let scripts = ["latin": "latn", "cyrillic": "cyrl", "devanagari": "deva"]

  /// Parses the language of a BCP 47 tag or a POSIX locale name.
  ///
  /// Returns nil for other text, and for `C` and `POSIX`, which name no language. Drops the code set, and all
  /// modifiers except those that name a script.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    let halves = text.lowercased().split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let locale = halves[0].prefix { $0 != "." }
    var subtags = locale.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map(String.init)
    guard let language = subtags.first, (2...8).contains(language.utf8.count), language != "posix",
      subtags.allSatisfy(Self.isSubtag)
    else { return nil }
    if halves.count == 2, let script = Self.scripts[String(halves[1])] { subtags.insert(script, at: 1) }
    self.subtags = subtags
  }

  private init(subtags: [String]) {
    self.subtags = subtags
  }

  /// The next more general tag; nil for a language without further subtags.
  package var parent: LanguageTag? {
    subtags.count > 1 ? LanguageTag(subtags: subtags.dropLast()) : nil
  }

  /// The tag in lower case with hyphens.
  package var description: String { subtags.joined(separator: "-") }

  private static func isSubtag(_ text: String) -> Bool {
    (1...8).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }
}
