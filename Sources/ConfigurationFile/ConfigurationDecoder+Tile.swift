import Configuration
import Freedesktop
import Programs

extension ConfigurationDecoder {
  /// The longest name that a tile may have, in bytes. What fits on one is far shorter.
  static let nameLimit = 1024
  /// The longest path that Linux takes (PATH_MAX).
  static let pathLimit = 4096

  /// Reads one key of a `[[tile]]`.
  mutating func decode(_ entry: TOMLTable.Entry, into draft: inout TileDraft) {
    if let tag = languageTag(of: entry, .name) { return decode(entry, .name, tag: tag, into: &draft.name) }
    if let tag = languageTag(of: entry, .back) { return decode(entry, .back, tag: tag, into: &draft.back) }
    switch key(of: entry, in: .tile) {
    case .id?: draft.id = identifier(entry.node)
    case .name?: decode(entry.node, .name, into: &draft.name)
    case .icon?: draft.icon = icon(entry.node)
    case .back?: decode(entry.node, .back, into: &draft.back)
    case .backIcon?: draft.backIcon = icon(entry.node, .backIcon)
    case .doubleSided?: if let truth = boolean(entry, .doubleSided) { draft.isDoubleSided = truth }
    case .run?:
      draft.runPosition = entry.keyPosition
      draft.run = command(entry.node)
    case .environment?: draft.environment = environment(entry.node)
    case .workingDirectory?: draft.workingDirectory = workingDirectory(entry.node)
    case .desktopEntry?:
      draft.desktopEntryPosition = entry.keyPosition
      draft.desktopEntry = desktopEntry(entry.node)
    case .onHome?: draft.onHome = choice(entry, .onHome).flatMap(Tile.OnHome.init) ?? draft.onHome
    default: break
    }
  }

  /// The tile, if it has something to open.
  mutating func finish(_ draft: TileDraft) -> Tile? {
    guard let action = action(of: draft) else { return nil }
    let name = name(of: draft, action: action)
    let base: String
    switch action {
    case .run(let command): base = name?.text ?? command.arguments.first ?? ""
    case .desktopEntry(let id, _, _): base = id
    }
    var tile = Tile(
      id: draft.id ?? uniqueIdentifier(base), name: name, icon: draft.icon, action: action,
      onHome: draft.onHome)
    let back = TileBack(text: text(of: draft.back, .back), icon: draft.backIcon)
    tile.back = back == TileBack() ? nil : back
    tile.isDoubleSided = draft.isDoubleSided
    return tile
  }

  /// What the tile opens. Of two the command counts, so that a tap still does something.
  private mutating func action(of draft: TileDraft) -> TileAction? {
    if draft.runPosition == nil, draft.desktopEntryPosition == nil {
      fail("has nothing to open: it needs run or desktop-entry", at: draft.position, key: "tile")
    } else if let position = draft.desktopEntryPosition, draft.runPosition != nil {
      fail(
        "cannot stand beside run in one tile; run is used", at: position,
        key: ConfigurationKey.desktopEntry.dottedName)
    }
    if let words = draft.run {
      return .run(
        Command(words, environment: draft.environment, workingDirectory: draft.workingDirectory))
    }
    guard let id = draft.desktopEntry else { return nil }
    return .desktopEntry(id: id, environment: draft.environment, workingDirectory: draft.workingDirectory)
  }

  /// The tile's name. Without one a command lends the name of its program.
  private mutating func name(of draft: TileDraft, action: TileAction) -> LocalizedText? {
    if let text = text(of: draft.name, .name) { return text }
    guard case .run(let command) = action, let program = command.arguments.first else { return nil }
    return LocalizedText(program.split(separator: "/").last.map(String.init) ?? program)
  }

  /// A tile's own identifier, if it can be one.
  private mutating func identifier(_ node: TOMLNode) -> String? {
    guard let text = text(node, .id, limit: Self.nameLimit) else { return nil }
    guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0.properties.isWhitespace }) else {
      fail(
        "must be \(ConfigurationKey.id.kind), without blanks", at: node.position,
        key: ConfigurationKey.id.dottedName)
      return nil
    }
    guard claim(text) else {
      fail(
        "'\(Self.excerpt(text))' is another tile's already", at: node.position,
        key: ConfigurationKey.id.dottedName)
      return nil
    }
    return text
  }
}
