import Configuration
import Freedesktop
import Programs

extension ConfigurationDecoder {
  /// The longest name of a tile or a shelf, in bytes. Names that fit on a tile are far shorter.
  static let nameLimit = 1024
  /// The longest path on Linux (PATH_MAX).
  static let pathLimit = 4096

  /// Decodes one key of a tile. `depth` is the number of folders around the tile.
  mutating func decode(_ entry: TOMLTable.Entry, into draft: inout TileDraft, depth: Int) {
    guard let key = key(of: entry, in: .tile) else { return }
    if let field = Tile.fieldsByName[key.name] {
      if Tile.programKeys.contains(key.name) { draft.programKeys.append((key, entry.keyPosition)) }
      if pictures != nil, key == .picture { draft.picturePosition = entry.node.position }
      if let value = value(entry, key) { field.set(value, in: &draft.tile) }
      return
    }
    // The most frequent keys come first, because the cases are compared one after another.
    switch key {
    case .run:
      draft.kinds.append((key, entry.keyPosition))
      draft.run = command(entry.node, key)
    case .id: draft.id = identifier(entry.node)
    case .environment: draft.environment = environment(entry.node)
    case .workingDirectory: draft.workingDirectory = workingDirectory(entry.node)
    case .desktopEntry:
      draft.kinds.append((key, entry.keyPosition))
      draft.desktopEntry = desktopEntry(entry.node)
    case .tiles:
      draft.kinds.append((key, entry.keyPosition))
      // Tiles in a folder are not parts of a tile.
      let outer = partDepth
      partDepth = 0
      draft.tiles = folder(entry, depth: depth)
      partDepth = outer
    case .url:
      draft.kinds.append((key, entry.keyPosition))
      draft.url = address(entry.node)
    case .allow:
      draft.pageKeys.append((key, entry.keyPosition))
      let words = words(entry.node, key, WebAllowance.allCases.map(\.rawValue))
      draft.allowances = Set(words.compactMap(WebAllowance.init))
    case .hosts:
      draft.pageKeys.append((key, entry.keyPosition))
      draft.hosts = hosts(entry.node)
    case .page:
      draft.kinds.append((key, entry.keyPosition))
      draft.page = localizedText(entry.node, key)
    case .pageDescription: draft.pageDescription = localizedText(entry.node, key)
    case .pagePlace: draft.pagePlace = choice(entry, key).flatMap(TilePage.Place.init) ?? draft.pagePlace
    case .action:
      draft.kinds.append((key, entry.keyPosition))
      draft.action = entry.node
    case .tilePIN: draft.tile.needsPIN = needsPIN(entry) ?? draft.tile.needsPIN
    case .visibleWhen: draft.tile.visibleWhen = condition(entry.node, key)
    case .enabledWhen: draft.tile.enabledWhen = condition(entry.node, key)
    case .buttons, .list, .off, .window: decodeControls(entry, key, into: &draft, depth: depth)
    case .valueControl, .range, .step, .choices, .values, .unit, .value, .valueFile, .valueRun:
      decodeValue(entry, key, into: &draft.value)
    default:
      if let gesture = Self.gestures[key.name] {
        if let part = single(entry, key, depth: depth) {
          draft.tile.gestures = (draft.tile.gestures ?? [:]).merging([gesture: part]) { $1 }
        }
      }
    }
  }

  /// Returns the complete tile; nil if it opens nothing.
  mutating func finish(_ draft: TileDraft) -> Tile? {
    guard let action = action(of: draft) else { return nil }
    checkPermissions(of: draft, action)
    var name = draft.tile.name
    let base: String
    switch action {
    case .run(let command):
      let program = command.arguments.first ?? ""
      name = name ?? LocalizedText(Self.lastStep(of: program))
      base = name?.text ?? program
    case .desktopEntry(let id, let action, _, _): base = action.map { "\(id):\($0)" } ?? id
    case .folder:
      if name == nil {
        fail(
          "is missing: a folder needs one", at: draft.position,
          key: ConfigurationSection.tile["name"].dottedName)
      }
      base = name?.text ?? ConfigurationKey.tiles.name
    case .browse(let page): base = name?.text ?? WebPage.host(of: page.address)
    case .page(let page): base = name?.text ?? Self.fileName(page.file.text)
    case .perform(let action): base = name?.text ?? action.word
    }
    var tile = draft.tile
    (tile.id, tile.name, tile.action) = (draft.id ?? uniqueIdentifier(base), name, action)
    if tile.needsPIN, case .page(let page) = action, page.place == .tile {
      fail(
        "has no effect: the page is on the tile, where everyone sees it", at: draft.position,
        key: ConfigurationKey.tilePIN.dottedName)
    }
    finishControls(of: draft, on: &tile)
    if case .browse(let page) = action,
      let position = draft.kinds.first(where: { $0.key == .url })?.position
    {
      let noted = NotedPage(page: page, file: file, position: position)
      pages?.append(noted)
    }
    if case .run(let command) = action, let program = command.arguments.first,
      let position = draft.kinds.first(where: { $0.key == .run })?.position
    {
      let noted = NotedProgram(
        program: program, hasX11: tile.conduct.limits.hasX11, file: file, position: position)
      notedPrograms?.append(noted)
    }
    noteCodePlace(of: tile, draft)
    if let position = draft.picturePosition {
      let picture = NotedPicture(tile: tile, file: file, position: position)
      pictures?.append(picture)
    }
    return tile
  }

  /// Reports keys that permit something to a program, and do not apply to what the tile opens.
  private mutating func checkPermissions(of draft: TileDraft, _ action: TileAction) {
    if !action.startsProgram {
      for (key, position) in draft.programKeys {
        warn("has no effect: the tile starts no program", at: position, key: key.dottedName)
      }
    }
    if case .browse = action {
      // The browser would refuse what the key permits, or lose what it needs itself.
      for (key, position) in draft.programKeys where Tile.keysReplacedByAllow.contains(key.name) {
        fail("is for programs: a page has allow", at: position, key: key.dottedName)
      }
    } else {
      for (key, position) in draft.pageKeys {
        let instead = key == .hosts ? "network" : "devices and printing"
        fail("is for pages of the web: programs have \(instead)", at: position, key: key.dottedName)
      }
    }
  }

  /// Returns a tile that opens nothing.
  mutating func placeholder(of draft: TileDraft) -> Tile {
    var tile = draft.tile
    (tile.id, tile.name) = (ConfigurationKey.placeholder.name, tile.name ?? LocalizedText(""))
    return tile
  }

  /// Returns what the tile opens.
  private mutating func action(of draft: TileDraft) -> TileAction? {
    var kinds = draft.kinds
    if kinds.count > 1 {
      kinds.sort {
        (Tile.openingKeys.firstIndex(of: $0.key) ?? 0) < (Tile.openingKeys.firstIndex(of: $1.key) ?? 0)
      }
    }
    guard let chosen = kinds.first?.key else {
      if !draft.tile.buttons.isEmpty || !draft.tile.rows.isEmpty || draft.tile.gestures != nil {
        return .perform(.none)
      }
      fail(
        "has nothing to open: it needs run, desktop-entry, url, tiles, page or action", at: draft.position,
        key: "tile")
      return nil
    }
    for (key, position) in kinds.dropFirst() where !(chosen == .desktopEntry && key == .action) {
      fail(
        "cannot be combined with \(chosen.name) in one tile; \(chosen.name) is used", at: position,
        key: key.dottedName)
    }
    switch chosen {
    case .run:
      return draft.run.map {
        var command = Command(
          $0, environment: draft.environment, workingDirectory: draft.workingDirectory)
        command.codePlace = codePlace(in: $0, at: kinds[0].position)
        return .run(command)
      }
    case .desktopEntry: return entryAction(of: draft)
    case .tiles: return draft.tiles.map { .folder($0) }
    case .url:
      return draft.url.map {
        checkCodePlace(in: $0, at: kinds[0].position)
        return .browse(WebPage($0, allowances: draft.allowances, hosts: draft.hosts))
      }
    case .page: return page(of: draft).map { .page($0) }
    default: return draft.action.flatMap { ownAction($0) }.map { .perform($0) }
    }
  }

  /// Decodes hosts. Reports invalid ones, which visitors then cannot open.
  private mutating func hosts(_ node: TOMLNode) -> [WebHost]? {
    guard case .array(let nodes) = node.value else {
      failType(node, .hosts)
      return nil
    }
    guard nodes.count <= Self.mostHosts else {
      fail(
        "must have at most \(Self.mostHosts) hosts", at: node.position, key: ConfigurationKey.hosts.dottedName
      )
      return []
    }
    return nodes.compactMap { node in
      guard let text = text(node, .hosts, limit: Self.nameLimit) else { return nil }
      let host = WebHost(text)
      if host == nil {
        fail(
          "'\(Self.excerpt(text))' is not a host: write a name such as example.org, or *.example.org, without http:// and path",
          at: node.position, key: ConfigurationKey.hosts.dottedName)
      }
      return host
    }
  }

  /// The largest number of hosts. Browser policies support it: Firefox's WebsiteFilter has room for 1000.
  private static let mostHosts = 200

  private mutating func entryAction(of draft: TileDraft) -> TileAction? {
    guard let id = draft.desktopEntry else { return nil }
    let action = draft.action.flatMap { text($0, .action, limit: Self.nameLimit) }
    if let action, let position = draft.action?.position { checkEntryAction(action, of: id, at: position) }
    return .desktopEntry(
      id: id, action: action, environment: draft.environment, workingDirectory: draft.workingDirectory)
  }

  /// Decodes an action of the launcher that makes sense on a tile.
  private mutating func ownAction(_ node: TOMLNode) -> ShellAction? {
    guard let action = action(node, .action) else { return nil }
    switch action {
    case .none, .open, .openTile:
      fail(
        "a tile cannot be bound to '\(Self.excerpt(action.word))'", at: node.position,
        key: ConfigurationKey.action.dottedName)
      return nil
    default: return action
    }
  }

  /// Decodes the tiles in a folder; nil if none can be opened.
  mutating func folder(
    _ entry: TOMLTable.Entry, _ key: ConfigurationKey = .tiles, depth: Int
  ) -> [Tile]? {
    guard depth < Tile.deepestFolder else {
      fail(
        "folders are nested more than \(Tile.deepestFolder) deep", at: entry.keyPosition,
        key: key.dottedName)
      return nil
    }
    guard case .array(let nodes) = entry.node.value else {
      failType(entry.node, key)
      return nil
    }
    // Changes may still move tiles into the folder.
    if nodes.isEmpty, drafts != nil, key == .tiles { return [] }
    if nodes.isEmpty {
      fail("is empty: there is nothing to open", at: entry.node.position, key: key.dottedName)
    }
    var tiles: [Tile] = []
    for node in nodes {
      guard case .table(let table) = node.value else {
        fail(
          "every element must be a tile in braces, not \(node.kind)", at: node.position, key: key.dottedName)
        continue
      }
      if let tile = tile(table, at: node.position, depth: depth + 1) { tiles.append(tile) }
    }
    return tiles.isEmpty ? nil : tiles
  }

  /// Decodes a tile's id; nil if it is invalid or already used.
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
        "'\(Self.excerpt(text))' is already the id of another tile", at: node.position,
        key: ConfigurationKey.id.dottedName)
      return nil
    }
    return text
  }
}

/// The keys of a `[[tile]]` that were decoded so far.
struct TileDraft {
  /// The location of the tile's section.
  var position: TextPosition
  /// The location of the picture, if it is recorded.
  var picturePosition: TextPosition?
  /// The tile, with all keys that set one property each, its controls and its conditions.
  var tile = Tile.standard
  /// The id that other sections use; nil derives it from what the tile opens.
  var id: String?
  /// The keys for its program, and their locations.
  var programKeys: [(key: ConfigurationKey, position: TextPosition)] = []
  /// The keys for the visitors of its page, and their locations.
  var pageKeys: [(key: ConfigurationKey, position: TextPosition)] = []
  /// The keys for what the tile opens, and their locations.
  var kinds: [(key: ConfigurationKey, position: TextPosition)] = []
  /// The words of its command; nil if it has no valid one.
  var run: [String]?
  /// Environment variables for its program.
  var environment: [String: String] = [:]
  var workingDirectory: String?
  /// Its desktop entry; nil if it has no valid one.
  var desktopEntry: String?
  /// The tiles in it; nil if it has no valid ones.
  var tiles: [Tile]?
  /// The address of its web page; nil if it has no valid one.
  var url: String?
  /// The permissions of visitors on that page.
  var allowances: Set<WebAllowance> = []
  /// The hosts that the page may lead to; nil if none are named.
  var hosts: [WebHost]?
  /// The paths of its page and of the translations, as the file spells them.
  var page: LocalizedText?
  /// The description of its page.
  var pageDescription: LocalizedText?
  var pagePlace = TilePage.Place.screen
  var value = ValueDraft()
  /// Whether its program gets the screen; nil if the file does not set it.
  var opensWindow: Bool?
  /// The launcher's action, or the action of the desktop entry.
  var action: TOMLNode?

  init(position: TextPosition) {
    self.position = position
  }
}

/// The keys for a tile's value that were decoded so far.
struct ValueDraft {
  var style: ValueControl.Style?
  var range: ClosedRange<Double>?
  var step: Double?
  var choices: [String]?
  var words: [String]?
  var unit: String?
  var initial: Double?
  var source: ValueSource?
  /// The keys, and their locations.
  var places: [(key: ConfigurationKey, position: TextPosition)] = []
}
