/// The names of languages in themselves.
package enum LanguageName {
  /// The names, capitalized as in lists of languages (Unicode CLDR 44).
  private static let own: [Substring: String] = [
    "af": "Afrikaans", "ar": "العربية", "az": "Azərbaycan", "be": "Беларуская", "bg": "Български",
    "bn": "বাংলা", "ca": "Català", "cs": "Čeština", "cy": "Cymraeg", "da": "Dansk", "de": "Deutsch",
    "el": "Ελληνικά", "en": "English", "es": "Español", "et": "Eesti", "eu": "Euskara", "fa": "فارسی",
    "fi": "Suomi", "fil": "Filipino", "fr": "Français", "ga": "Gaeilge", "gl": "Galego", "gu": "ગુજરાતી",
    "he": "עברית", "hi": "हिन्दी", "hr": "Hrvatski", "hu": "Magyar", "hy": "Հայերեն", "id": "Indonesia",
    "is": "Íslenska", "it": "Italiano", "ja": "日本語", "ka": "ქართული", "kk": "Қазақ тілі", "km": "ខ្មែរ",
    "kn": "ಕನ್ನಡ", "ko": "한국어", "lt": "Lietuvių", "lv": "Latviešu", "mk": "Македонски", "ml": "മലയാളം",
    "mn": "Монгол", "mr": "मराठी", "ms": "Melayu", "my": "မြန်မာ", "nb": "Norsk bokmål", "ne": "नेपाली",
    "nl": "Nederlands", "nn": "Norsk nynorsk", "no": "Norsk", "pa": "ਪੰਜਾਬੀ", "pl": "Polski",
    "pt": "Português", "ro": "Română", "ru": "Русский", "sk": "Slovenčina", "sl": "Slovenščina",
    "sq": "Shqip", "sr": "Српски", "sv": "Svenska", "sw": "Kiswahili", "ta": "தமிழ்", "te": "తెలుగు",
    "th": "ไทย", "tr": "Türkçe", "uk": "Українська", "ur": "اردو", "uz": "O‘zbek", "vi": "Tiếng Việt",
    "zh": "中文",
  ]

  /// Returns the name of the language with a tag in lower case; the tag itself if unknown.
  package static func own(of tag: String) -> String {
    tag.split(separator: "-").first.flatMap { own[$0] } ?? tag
  }
}

/// The writing direction of languages.
package enum WritingDirection {
  /// Languages whose usual script runs from right to left (Unicode CLDR 44, `characterOrder`).
  private static let rightToLeft: Set<Substring> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "mzn", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]
  /// Scripts that run from right to left in every language.
  private static let rightToLeftScripts: Set<Substring> = [
    "adlm", "arab", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa",
  ]

  /// Reports whether a language runs from right to left. The tag is in lower case: `ar`, `az-arab`,
  /// `ku-latn`.
  package static func isRightToLeft(_ tag: String) -> Bool {
    let subtags = tag.split(separator: "-")
    // A script is a subtag of four letters (RFC 5646, section 2.2.3).
    if let script = subtags.dropFirst().first(where: { $0.utf8.count == 4 }) {
      return rightToLeftScripts.contains(script)
    }
    return subtags.first.map(rightToLeft.contains) ?? false
  }
}
