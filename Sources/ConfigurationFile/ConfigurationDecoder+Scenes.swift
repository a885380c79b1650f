import Configuration
import Freedesktop

/// The scenes for passers-by.
extension ConfigurationDecoder {
  /// The largest number of scenes, and the longest caption in bytes.
  private static let (sceneLimit, captionLimit) = (64, 4096)

  /// Decodes one scene or several.
  mutating func scenes(_ node: TOMLNode, _ key: ConfigurationKey) -> [String]? {
    let nodes = if case .array(let nodes) = node.value { nodes } else { [node] }
    guard (1...Self.sceneLimit).contains(nodes.count) else {
      fail("must name 1 to \(Self.sceneLimit) scenes", at: node.position, key: key.dottedName)
      return nil
    }
    var words: [String] = []
    for node in nodes {
      guard let word = text(node, key, limit: Self.nameLimit) else { return nil }
      guard AttractScene(word) != nil else {
        fail(
          "there is no scene '\(Self.excerpt(word))'", at: node.position, key: key.dottedName,
          suggestion: Spelling.nearest(to: word, among: AttractScene.plain.map(\.word)))
        return nil
      }
      words.append(word)
    }
    return words
  }

  /// Checks the scenes after all files are read. Removes tiles that cannot be shown.
  mutating func checkScenes() {
    for scene in configuration.idle.scenes {
      guard case .tile(let id) = scene, !canBeShown(id) else { continue }
      configuration.idle.scenes.removeAll { $0 == scene }
    }
    if configuration.idle.scenes.isEmpty { configuration.idle.scenes = IdleSettings.standard.scenes }
    readCaptions()
  }

  private mutating func canBeShown(_ id: String) -> Bool {
    guard isThere(id, .attract) else { return false }
    let tile = configuration.allTiles.first { $0.id == id }
    if let tile, !tile.showsSomething {
      fail(.attract, "'\(Self.excerpt(id))' is not a tile with run, desktop-entry, url or page")
      return false
    }
    return true
  }

  /// Reads the captions of slides. Lists each directory once.
  private mutating func readCaptions() {
    guard configuration.idle.scenes.contains(.slides) else { return }
    let own = configuration.idle.slides
    var sidecars: [String: [String: [String: String]]] = [:]
    for picture in own.isEmpty ? configuration.background.pictures : own {
      guard case .path(let path) = picture, let slash = path.lastIndex(of: "/") else { continue }
      let directory = String(path[..<slash])
      if sidecars[directory] == nil { sidecars[directory] = self.sidecars(in: directory) }
      guard let files = sidecars[directory]?[Self.fileName(path)] else { continue }
      if let caption = caption(files, in: directory) { configuration.idle.captions[path] = caption }
    }
  }

  private static let sidecarEnding = ".txt"

  /// Returns the names of the caption files in a directory, first by the picture's name without extension,
  /// then by language. The key for no language is "".
  private func sidecars(in directory: String) -> [String: [String: String]] {
    var sidecars: [String: [String: String]] = [:]
    for name in surroundings.files.names(in: directory) where name.hasSuffix(Self.sidecarEnding) {
      let stem = String(name.dropLast(Self.sidecarEnding.count))
      sidecars[stem, default: [:]][""] = name
      guard let dot = stem.lastIndex(of: "."), dot != stem.startIndex else { continue }
      let tag = String(stem[stem.index(after: dot)...])
      if LanguageTag(tag) != nil { sidecars[String(stem[..<dot]), default: [:]][tag] = name }
    }
    return sidecars
  }

  private func caption(_ files: [String: String], in directory: String) -> LocalizedText? {
    var caption: LocalizedText?
    for (tag, name) in files.sorted(by: <) {
      guard let text = self.caption(in: "\(directory)/\(name)") else { continue }
      if caption == nil { caption = LocalizedText(text) }
      if !tag.isEmpty { caption?.translations[tag] = text }
    }
    return caption
  }

  private func caption(in path: String) -> String? {
    guard let bytes = surroundings.files.contents(of: path, limit: Self.captionLimit) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } } }
    let text = lines.filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
    return text.isEmpty ? nil : text
  }
}

extension Tile {
  /// Whether the tile shows something other than tiles.
  fileprivate var showsSomething: Bool {
    switch action {
    case .folder, .perform: false
    default: true
    }
  }
}
