/// The bytes of an `.mo` file.
struct CompiledCatalogue {
  private let bytes: [UInt8]
  private let isSwapped: Bool

  private static let magic: UInt32 = 0x9504_12de

  init(_ bytes: [UInt8]) throws(CatalogueError) {
    self.bytes = bytes
    switch bytes.prefix(4).reversed().reduce(UInt32(0), { $0 << 8 | UInt32($1) }) {
    case _ where bytes.count < 4: throw .notACatalogue
    case Self.magic: isSwapped = false
    case Self.magic.byteSwapped: isSwapped = true
    default: throw .notACatalogue
    }
    // Major revisions 0 and 1 have the same tables.
    guard try number(at: 4) >> 16 <= 1 else { throw .notACatalogue }
  }

  /// Every text's forms, by the text that it translates; without contexts.
  func texts() throws(CatalogueError) -> [String: [String]] {
    let (count, originals, translations) = (try number(at: 8), try number(at: 12), try number(at: 16))
    guard count <= bytes.count / 16 else { throw .truncated }
    var texts: [String: [String]] = [:]
    texts.reserveCapacity(count)
    for index in 0..<count {
      let original = try text(describedAt: originals + 8 * index)
      let translation = try text(describedAt: translations + 8 * index)
      // The form for one comes first, and is what the text is known by.
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

  private func text(describedAt place: Int) throws(CatalogueError) -> ArraySlice<UInt8> {
    let (length, start) = (try number(at: place), try number(at: place + 4))
    guard start <= bytes.count, length <= bytes.count - start else { throw .truncated }
    return bytes[start..<start + length]
  }

  private func number(at place: Int) throws(CatalogueError) -> Int {
    guard place >= 0, place <= bytes.count - 4 else { throw .truncated }
    let number = bytes[place..<place + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int(isSwapped ? number.byteSwapped : number)
  }
}
