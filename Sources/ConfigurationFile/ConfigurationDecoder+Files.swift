import Configuration
import Freedesktop

extension ConfigurationDecoder {
  /// The file extensions of pictures.
  private static let pictureEndings: Set<String> = [
    "png", "svg", "jpg", "jpeg", "webp", "xpm", "gif", "svgz",
  ]

  /// Decodes a picture: a path with a slash or a picture's file extension, or else a name in the icon theme.
  mutating func icon(_ node: TOMLNode, _ key: ConfigurationKey) -> IconReference? {
    guard let text = text(node, key, limit: Self.pathLimit) else { return nil }
    guard !text.isEmpty else {
      fail("must not be empty", at: node.position, key: key.dottedName)
      return nil
    }
    if !isTheme, let address = address(text, at: node.position, key) { return address }
    guard text.utf8.contains(UInt8(ascii: "/")) || Self.isPicture(text) else { return .named(text) }
    guard let path = path(text, at: node.position, key) else { return nil }
    switch kind(of: path) {
    case .file: break
    case .directory, .other:
      warn("'\(path)' is not a picture file", at: node.position, key: key.dottedName)
    case nil: warn("there is no file '\(path)'", at: node.position, key: key.dottedName)
    }
    return .path(path)
  }

  /// Reports whether a file name is that of a picture.
  static func isPicture(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = String(name[name.utf8.index(after: dot)...])
    return pictureEndings.contains(ending) || pictureEndings.contains(ending.lowercased())
  }

  /// Returns a picture with an https address; nil for other text. Rejects http addresses.
  private mutating func address(
    _ text: String, at position: TextPosition, _ key: ConfigurationKey
  ) -> IconReference? {
    if text.hasPrefix("http://") {
      fail(
        "must begin with https://: anyone on the network could change a picture that comes over http://",
        at: position,
        key: key.dottedName)
      return .named("")
    }
    return text.hasPrefix("https://") ? .path(text) : nil
  }

  /// Returns the absolute path for a path that is absolute, relative, or below the home directory.
  mutating func path(_ text: String, at position: TextPosition, _ key: ConfigurationKey) -> String? {
    if isTheme, let objection = Self.themeObjection(to: text) {
      fail(objection, at: position, key: key.dottedName)
      return nil
    }
    guard let path = surroundings.absolutePath(text, relativeTo: directory) else {
      fail(
        surroundings.home == nil && (text == "~" || text.hasPrefix("~/"))
          ? "'~' means nothing, because HOME is not set" : "only '~/' stands for a home directory",
        at: position, key: key.dottedName)
      return nil
    }
    return path
  }

  /// The largest number of pictures in a slideshow.
  private static let slideLimit = 1000

  /// Returns the pictures in a directory.
  mutating func pictures(_ node: TOMLNode, _ key: ConfigurationKey) -> [IconReference]? {
    guard let text = text(node, key, limit: Self.pathLimit), let path = path(text, at: node.position, key)
    else { return nil }
    let names = surroundings.files.names(in: path).filter { name in
      !name.hasPrefix(".") && Self.isPicture(name)
    }
    guard !names.isEmpty else {
      warn("there are no pictures in '\(path)'", at: node.position, key: key.dottedName)
      return nil
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.prefix(Self.slideLimit)
      .map { .path("\(path)/\($0)") }
  }
}

/// Pages that the launcher shows itself.
extension ConfigurationDecoder {
  /// Returns the page of a tile. Its file may be missing, because it may appear while the kiosk runs.
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

  /// Returns the last component of a path, without its extension.
  static func fileName(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : name[..<$0] } ?? name)
  }
}

/// Tiles that open web pages.
extension ConfigurationDecoder {
  /// Decodes an address that a browser can open.
  mutating func address(_ node: TOMLNode) -> String? {
    guard case .string(let text) = node.value else {
      failType(node, .url)
      return nil
    }
    if let fault = WebPage.fault(of: text) {
      fail(fault + ", not '\(Self.excerpt(text))'", at: node.position, key: ConfigurationKey.url.dottedName)
      return nil
    }
    return text
  }
}
