import Configuration
import Freedesktop

/// Pages that the launcher itself shows.
extension ConfigurationDecoder {
  /// The page of a tile, if its file has a name. A file that is missing may come while the kiosk runs.
  mutating func page(of draft: TileDraft) -> TilePage? {
    guard let position = draft.kinds.first(where: { $0.key == .page })?.position,
      let written = draft.page, let file = pageFile(written.text, at: position)
    else { return nil }
    var files = LocalizedText(file)
    for (tag, path) in written.translations.sorted(by: <) {
      files.translations[tag] = path == written.text ? file : pageFile(path, at: position)
    }
    return TilePage(
      file: files, description: draft.pageDescription, place: draft.pagePlace)
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
