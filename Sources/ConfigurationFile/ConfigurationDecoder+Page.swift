import Configuration
import Freedesktop

/// Pages that the launcher itself shows.
extension ConfigurationDecoder {
  /// Reads the file of a page, or with a `tag` that of a translation. A tile is of this kind as soon as it names one.
  mutating func decodePage(_ entry: TOMLTable.Entry, tag: String?, into draft: inout TileDraft) {
    if draft.page.text == nil, draft.page.translations.isEmpty {
      draft.kinds.append((.page, entry.keyPosition))
    }
    if let tag {
      decode(entry, .page, tag: tag, into: &draft.page)
    } else {
      decode(entry.node, .page, into: &draft.page)
    }
  }

  /// The page of a tile, if its file has a name. A file that is missing may come while the kiosk runs.
  mutating func page(of draft: TileDraft) -> TilePage? {
    guard let position = draft.kinds.first(where: { $0.key == .page })?.position,
      let written = text(of: draft.page, .page), let file = pageFile(written.text, at: position)
    else { return nil }
    var files = LocalizedText(file)
    for (tag, path) in written.translations.sorted(by: <) {
      files.translations[tag] = pageFile(path, at: position)
    }
    return TilePage(
      file: files, description: text(of: draft.pageDescription, .pageDescription), place: draft.pagePlace)
  }

  private mutating func pageFile(_ text: String, at position: TextPosition) -> String? {
    guard let path = path(text, at: position, .page) else { return nil }
    switch kind(of: path) {
    case .file: break
    case .directory, .other:
      warn("'\(path)' is not a file", at: position, key: ConfigurationKey.page.dottedName)
    case nil: warn("there is no file '\(path)'", at: position, key: ConfigurationKey.page.dottedName)
    }
    return path
  }

  /// The last part of a path, without its ending.
  static func fileName(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : name[..<$0] } ?? name)
  }
}
