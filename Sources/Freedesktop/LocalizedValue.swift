/// A value with its translations, from the keys of a desktop entry.
package struct LocalizedValue: Hashable, Sendable {
  /// The value of the key without a locale.
  package var value: String
  /// The translations by locale, without code sets.
  private var translations: [LocaleName: String] = [:]

  /// Creates a value without translations.
  package init(_ value: String) {
    self.value = value
  }

  /// Collects all translations of a key in a group; nil if the key without a locale is missing.
  init?(_ key: String, in group: KeyFile.Group) {
    guard let plain = group[key] else { return nil }
    value = plain.string
    for entry in group.entries where entry.key == key {
      guard let locale = entry.locale.flatMap(LocaleName.init) else { continue }
      translations[locale] = entry.string
    }
  }

  /// Returns the value for a reader of `languages`, best first.
  ///
  /// Matches each as section 5 of the specification requires: with country and modifier, with country, with
  /// modifier, alone. Accepts POSIX names and language tags (`de-AT`).
  package func resolved(for languages: [String]) -> String {
    guard !translations.isEmpty else { return value }
    for language in languages {
      for candidate in LocaleName(language)?.candidates ?? [] {
        if let translation = translations[candidate] { return translation }
      }
    }
    return value
  }
}

/// A POSIX locale name, `lang_COUNTRY.ENCODING@MODIFIER`, without the encoding.
private struct LocaleName: Hashable, Sendable {
  /// The language, in lower case.
  private var language: String
  /// The country or another subtag, in upper case.
  private var country: String?
  /// The part after the at sign.
  private var modifier: String?

  /// The longest name, in bytes. The longest in use have fewer than 30.
  private static let longest = 64

  /// Parses a locale name or a language tag; nil if it is empty or too long, and for `C` and `POSIX`.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = (halves.first ?? "").prefix { $0 != "." }.split(maxSplits: 1) { $0 == "_" || $0 == "-" }
    guard let language = parts.first?.lowercased(), language != "c", language != "posix" else { return nil }
    self.language = language
    country = parts.count > 1 ? parts[1].uppercased() : nil
    modifier = halves.count > 1 ? String(halves[1]) : nil
  }

  private init(_ language: String, _ country: String?, _ modifier: String?) {
    self.language = language
    self.country = country
    self.modifier = modifier
  }

  /// The locales whose texts fit, best first.
  var candidates: [LocaleName] {
    var result = [self]
    if modifier != nil { result.append(LocaleName(language, country, nil)) }
    if country != nil { result.append(LocaleName(language, nil, modifier)) }
    if country != nil && modifier != nil { result.append(LocaleName(language, nil, nil)) }
    return result
  }
}
