/// A value with its translations, as a desktop entry's keys carry them.
public struct LocalizedValue: Hashable, Sendable {
  /// The value of the key without a locale.
  public var value: String
  /// The translations by locale, without code sets.
  var translations: [LocaleName: String] = [:]

  /// A value without translations.
  public init(_ value: String) {
    self.value = value
  }

  /// All that a group says about a key; nil when the key without a locale is missing.
  init?(_ key: String, in group: KeyFile.Group) {
    guard let plain = group[key] else { return nil }
    value = plain.string
    for entry in group.entries where entry.key == key {
      guard let locale = entry.locale.flatMap(LocaleName.init) else { continue }
      translations[locale] = entry.string
    }
  }

  /// The value for somebody who reads `languages`, best first.
  ///
  /// Each is matched as section 5 of the specification says: with country and modifier, with country, with modifier,
  /// alone. POSIX names and language tags (`de-AT`) are both understood.
  public func resolved(for languages: [String]) -> String {
    guard !translations.isEmpty else { return value }
    for language in languages {
      for candidate in LocaleName(language)?.candidates ?? [] {
        if let translation = translations[candidate] { return translation }
      }
    }
    return value
  }
}
