/// The texts of one language, from a compiled catalogue of gettext (`.mo`).
///
/// libintl is not asked: it translates nothing in the locale `C`, which many kiosks have and no other, and it learns of
/// another language only through the environment of the whole process. The format is that of the manual of GNU gettext,
/// section "The Format of GNU MO Files".
public struct Catalogue: Hashable, Sendable {
  /// What the catalogue is for, as its file's place says: `de`, `zh-hant`.
  public let language: String
  private let texts: [String: [String]]
  private let plural: PluralRule

  /// No catalogue is larger, in bytes.
  public static let largest = 1 << 20

  /// A catalogue of such texts, each with its forms, the one for one first; the others go with every other number.
  public init(language: String, texts: [String: [String]]) {
    (self.language, self.texts) = (language, texts)
    plural = .germanic
  }

  /// The catalogue in the bytes of a file.
  public init(language: String, bytes: [UInt8]) throws(CatalogueError) {
    guard bytes.count <= Self.largest else { throw .tooLarge }
    self.language = language
    texts = try CompiledCatalogue(bytes).texts()
    let header = Self.fields(of: texts[""]?.first ?? "")
    if let charset = header["content-type"], !charset.lowercased().contains("charset=utf-8") {
      throw .notUnicode
    }
    plural =
      try header["plural-forms"].map { text throws(CatalogueError) in try PluralRule(header: text) }
      ?? .germanic
  }

  /// The translation of a text; nil when the catalogue has none.
  public func translation(of text: String) -> String? {
    texts[text]?.first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The form for `count` of a text that depends on a number; nil when the catalogue has none.
  ///
  /// - Parameter text: the form for one, which the catalogue knows it by.
  public func translation(of text: String, count: Int) -> String? {
    guard let forms = texts[text], !forms.isEmpty else { return nil }
    let form = forms[min(plural.form(for: count), forms.count - 1)]
    return form.isEmpty ? nil : form
  }

  private static func fields(of header: String) -> [String: String] {
    var fields: [String: String] = [:]
    for line in header.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields[line[..<colon].lowercased()] = String(value)
    }
    return fields
  }
}

/// Why a file is no catalogue.
public enum CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLarge
  /// It does not begin as catalogues do.
  case notACatalogue
  /// What it says of itself lies outside of it.
  case truncated
  /// Its texts are in another encoding than UTF-8.
  case notUnicode
  /// What it says about numbers cannot be understood.
  case pluralForms(String)

  /// The fault as a sentence.
  public var description: String {
    switch self {
    case .tooLarge: "the file is larger than \(Catalogue.largest) bytes"
    case .notACatalogue: "the file is no compiled catalogue of gettext"
    case .truncated: "the file is shorter than it says"
    case .notUnicode: "the file is not in UTF-8"
    case .pluralForms(let text): "Plural-Forms cannot be understood: \(text)"
    }
  }
}
