/// A POSIX locale name, `lang_COUNTRY.ENCODING@MODIFIER`, without the encoding.
struct LocaleName: Hashable, Sendable {
  /// The language, in lower case.
  var language: String
  /// The country or another subtag, in upper case.
  var country: String?
  /// What stands behind the at sign.
  var modifier: String?

  /// The most bytes a name may have; the longest in use has under 30.
  static let longest = 64

  /// The locale of a name or of a language tag; nil for an empty or overlong one, and for `C` and `POSIX`.
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

  /// The locales whose texts suit, best first.
  var candidates: [LocaleName] {
    var result = [self]
    if modifier != nil { result.append(LocaleName(language, country, nil)) }
    if country != nil { result.append(LocaleName(language, nil, modifier)) }
    if country != nil && modifier != nil { result.append(LocaleName(language, nil, nil)) }
    return result
  }
}
