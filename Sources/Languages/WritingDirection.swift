/// Which way a language is written.
public enum WritingDirection {
  /// Languages whose usual script goes from right to left (Unicode CLDR 44, `characterOrder`).
  private static let rightToLeft: Set<Substring> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "mzn", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]
  /// Scripts that do, whatever the language.
  private static let rightToLeftScripts: Set<Substring> = [
    "adlm", "arab", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa",
  ]

  /// Whether a language is, by its tag in lower case: `ar`, `az-arab`, `ku-latn`.
  public static func isRightToLeft(_ tag: String) -> Bool {
    let subtags = tag.split(separator: "-")
    // A script is a subtag of four letters (RFC 5646, section 2.2.3).
    if let script = subtags.dropFirst().first(where: { $0.utf8.count == 4 }) {
      return rightToLeftScripts.contains(script)
    }
    return subtags.first.map(rightToLeft.contains) ?? false
  }
}
