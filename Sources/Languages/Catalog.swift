/// The texts of one language, from a compiled gettext catalog (`.mo`).
///
/// libintl is not suitable: it translates nothing in the locale `C`, which is the only one on many kiosks. It
/// also takes the language only from the environment of the whole process. The file format is in the manual
/// of GNU gettext, section "The Format of GNU MO Files".
package struct Catalog: Hashable, Sendable {
  /// The language of the catalog, from the location of its file: `de`, `zh-hant`.
  package let language: String
  private let texts: [String: [String]]
  private let plural: PluralRule

  /// The largest catalog, in bytes.
  package static let largest = 1 << 20

  /// Creates a catalog of texts with their forms. The first form is the singular. The second is for all other
  /// numbers.
  package init(language: String, texts: [String: [String]]) {
    (self.language, self.texts) = (language, texts)
    plural = .germanic
  }

  package init(language: String, bytes: [UInt8]) throws(CatalogError) {
    guard bytes.count <= Self.largest else { throw .tooLarge }
    self.language = language
    texts = try CompiledCatalog(bytes).texts()
    let header = Self.fields(of: texts[""]?.first ?? "")
    if let charset = header["content-type"], !charset.lowercased().contains("charset=utf-8") {
      throw .notUnicode
    }
    plural =
      try header["plural-forms"].map { text throws(CatalogError) in try PluralRule(header: text) }
      ?? .germanic
  }

  /// Returns the translation of a text; nil if the catalog has none.
  package func translation(of text: String) -> String? {
    texts[text]?.first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the form for `count` of a text that depends on a number; nil if the catalog has none.
  ///
  /// - Parameter text: the singular, which is the catalog's key.
  package func translation(of text: String, count: Int) -> String? {
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

/// The reason why a file is not a catalog.
package enum CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLarge
  /// The file does not begin with the magic number.
  case notACatalog
  /// The header refers to data outside of the file.
  case truncated
  /// The texts are not in UTF-8.
  case notUnicode
  /// The plural rule is not valid.
  case pluralForms(String)

  /// A sentence about the error.
  package var description: String {
    switch self {
    case .tooLarge: "the file is larger than \(Catalog.largest) bytes"
    case .notACatalog: "the file is not a compiled catalog of gettext"
    case .truncated: "the file is shorter than it says"
    case .notUnicode: "the file is not in UTF-8"
    case .pluralForms(let text): "Plural-Forms cannot be understood: \(text)"
    }
  }
}

/// The bytes of an `.mo` file.
private struct CompiledCatalog {
  private let bytes: [UInt8]
  private let isSwapped: Bool

  private static let magic: UInt32 = 0x9504_12de

  init(_ bytes: [UInt8]) throws(CatalogError) {
    self.bytes = bytes
    switch bytes.prefix(4).reversed().reduce(UInt32(0), { $0 << 8 | UInt32($1) }) {
    case _ where bytes.count < 4: throw .notACatalog
    case Self.magic: isSwapped = false
    case Self.magic.byteSwapped: isSwapped = true
    default: throw .notACatalog
    }
    // Major revisions 0 and 1 have the same tables.
    guard try number(at: 4) >> 16 <= 1 else { throw .notACatalog }
  }

  /// Returns the forms of every text, by the original text. Ignores contexts.
  func texts() throws(CatalogError) -> [String: [String]] {
    let (count, originals, translations) = (try number(at: 8), try number(at: 12), try number(at: 16))
    guard count <= bytes.count / 16 else { throw .truncated }
    var texts: [String: [String]] = [:]
    texts.reserveCapacity(count)
    for index in 0..<count {
      let original = try text(describedAt: originals + 8 * index)
      let translation = try text(describedAt: translations + 8 * index)
      // The singular comes first, and is the key.
      let key = original.prefix { $0 != 0 }
      guard let name = String(validating: key, as: UTF8.self) else { throw .notUnicode }
      var forms: [String] = []
      for form in translation.split(separator: 0, omittingEmptySubsequences: false) {
        guard let form = String(validating: form, as: UTF8.self) else { throw .notUnicode }
        forms.append(form)
      }
      texts[name] = forms
    }
    return texts
  }

  private func text(describedAt place: Int) throws(CatalogError) -> ArraySlice<UInt8> {
    let (length, start) = (try number(at: place), try number(at: place + 4))
    guard start <= bytes.count, length <= bytes.count - start else { throw .truncated }
    return bytes[start..<start + length]
  }

  private func number(at place: Int) throws(CatalogError) -> Int {
    guard place >= 0, place <= bytes.count - 4 else { throw .truncated }
    let number = bytes[place..<place + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int(isSwapped ? number.byteSwapped : number)
  }
}

/// Texts with placeholders, in the format of C's `printf`: `%s` and `%d` in order, `%2$s` by number, `%%` for
/// a percent sign.
package enum Template {
  /// Fills the placeholders with values. A placeholder without a value becomes empty. Any other `%` stays as
  /// it is.
  package static func fill(_ template: String, _ values: [String]) -> String {
    guard template.utf8.contains(UInt8(ascii: "%")) else { return template }
    var (result, rest, next) = ("", template[...], 0)
    while let sign = rest.firstIndex(of: "%") {
      result += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      if rest.first == "%" {
        result += "%"
        rest = rest.dropFirst()
      } else if let (place, after) = place(rest) {
        result += value(place ?? next, of: values)
        if place == nil { next += 1 }
        rest = after
      } else {
        result += "%"
      }
    }
    return result + rest
  }

  /// Parses a placeholder after its percent sign. Returns the number of the value, or nil for values in
  /// order, and the rest of the text.
  private static func place(_ text: Substring) -> (Int?, Substring)? {
    let digits = text.prefix { "0"..."9" ~= $0 }
    if digits.isEmpty { return isKind(text.first) ? (nil, text.dropFirst()) : nil }
    let after = text.dropFirst(digits.count)
    guard after.first == "$", isKind(after.dropFirst().first), let number = Int(digits.prefix(3)), number > 0
    else { return nil }
    return (number - 1, after.dropFirst(2))
  }

  private static func isKind(_ letter: Character?) -> Bool { letter == "s" || letter == "d" }

  private static func value(_ index: Int, of values: [String]) -> String {
    values.indices.contains(index) ? values[index] : ""
  }
}
