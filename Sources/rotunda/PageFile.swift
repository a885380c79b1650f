import FileSystem
import Shell

/// Reads the files of pages.
nonisolated enum PageFile {
  /// The most bytes of a page's text: some two hundred printed pages.
  private static let limit = 512 << 10
  /// What the names of picture files end with.
  private static let pictures = [".png", ".svg", ".jpg", ".jpeg", ".webp", ".gif", ".svgz", ".xpm"]
  /// What the names of texts with markup end with.
  private static let markup = [".md", ".markdown"]

  /// What is on the page in the file at an absolute path; nil when it cannot be read. What is no text in it is
  /// replaced; whether a picture can be shown is found out when it is drawn.
  static func read(_ path: String, _ files: SystemFiles) -> PageContent? {
    let name = path.lowercased()
    if pictures.contains(where: name.hasSuffix) {
      guard files.kind(of: path)?.isFile == true else { return nil }
      return PageContent([.picture(path, revision: files.revision(of: path))])
    }
    guard let bytes = files.contents(of: path, limit: limit) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard markup.contains(where: name.hasSuffix) else { return PageContent(plain: text) }
    return PageContent(markup: text, locate: { located($0, beside: path) }, revision: files.revision)
  }

  /// A picture's path as a page has it: relative to the page's directory.
  private static func located(_ picture: String, beside page: String) -> String? {
    guard !picture.isEmpty, !picture.contains("://"), !picture.utf8.contains(0) else { return nil }
    return picture.hasPrefix("/") ? picture : directory(of: page) + picture
  }

  /// Up to the last slash.
  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
