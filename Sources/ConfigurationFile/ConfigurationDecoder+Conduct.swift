import Configuration

/// How programs are run.
extension ConfigurationDecoder {
  /// Reads a key of a tile that is about running its program.
  mutating func decode(_ entry: TOMLTable.Entry, _ key: ConfigurationKey, into conduct: inout ProgramConduct)
  {
    switch key {
    case .instances:
      conduct.instances = choice(entry, key).flatMap(ProgramConduct.Instances.init) ?? conduct.instances
    case .timeLimit: conduct.timeLimit = duration(entry, key) ?? conduct.timeLimit
    case .restart:
      conduct.restart = choice(entry, key).flatMap(ProgramConduct.Restart.init) ?? conduct.restart
    case .autostart: conduct.startsWithLauncher = boolean(entry, key) ?? conduct.startsWithLauncher
    case .memoryLimit: conduct.limits.memory = memory(entry, key) ?? conduct.limits.memory
    case .processorLimit: conduct.limits.processors = number(entry, key) ?? conduct.limits.processors
    case .network: conduct.limits.hasNetwork = boolean(entry, key) ?? conduct.limits.hasNetwork
    case .readOnlyHome: conduct.limits.homeIsReadOnly = boolean(entry, key) ?? conduct.limits.homeIsReadOnly
    default: break
    }
  }

  /// Reads a key of `[kiosk]` that is about programs.
  mutating func decodeKioskProgram(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) {
    switch key {
    case .homeTile: configuration.kiosk.homeTile = tileName(entry, key) ?? configuration.kiosk.homeTile
    case .startTile: configuration.kiosk.startTile = tileName(entry, key) ?? configuration.kiosk.startTile
    case .singleApp:
      configuration.kiosk.isSingleApp = boolean(entry, key) ?? configuration.kiosk.isSingleApp
      kioskPlaces[key] = (file, entry.node.position)
    case .language: configuration.kiosk.language = language(entry, key) ?? configuration.kiosk.language
    case .units:
      switch automatic(entry, key) {
      case .automatic?: configuration.kiosk.units = .automatic
      case .truth(let isWanted)?: configuration.kiosk.units = isWanted ? .always : .never
      case nil: break
      }
    case .powerActions:
      configuration.kiosk.allowsPower = boolean(entry, key) ?? configuration.kiosk.allowsPower
    default: break
    }
  }

  private mutating func language(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> String? {
    guard let text = text(entry.node, key, limit: Self.nameLimit) else { return nil }
    guard let tag = LanguageTag(text) else {
      fail("must be \(key.kind), not \"\(Self.excerpt(text))\"", at: entry.node.position, key: key.dottedName)
      return nil
    }
    return tag.description
  }

  /// The identifier of a tile; whether there is one is looked at in the end.
  mutating func tileName(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> String? {
    guard let text = text(entry.node, key, limit: Self.nameLimit) else { return nil }
    kioskPlaces[key] = (file, entry.node.position)
    return text
  }

  /// Looks at what `[kiosk]` says about tiles once everything has been read; what cannot be does not count.
  mutating func checkKiosk() {
    let kiosk = configuration.kiosk
    if !isThere(kiosk.homeTile, .homeTile) { configuration.kiosk.homeTile = nil }
    if !isThere(kiosk.startTile, .startTile) { configuration.kiosk.startTile = nil }
    checkAttractionTile()
    checkTimetable()
    if kiosk.isSingleApp, !hasSingleProgram {
      configuration.kiosk.isSingleApp = false
      fail(.singleApp, "needs exactly one tile, with run, desktop-entry or url")
    }
    guard !kiosk.allowsPower else { return }
    for (place, action) in powerPlaces {
      report(
        Diagnostic(
          .warning, file: place.file, line: place.position.line, column: place.position.column,
          message: "'\(action.word)' is refused unless power-actions is true below [kiosk]"))
    }
  }

  private mutating func checkAttractionTile() {
    guard let id = configuration.idle.attractionTile else { return }
    guard isThere(id, .attractTile) else { return configuration.idle.attractionTile = nil }
    guard let tile = configuration.allTiles.first(where: { $0.id == id }), !tile.showsSomething else {
      return
    }
    configuration.idle.attractionTile = nil
    fail(.attractTile, "'\(Self.excerpt(id))' is no tile with run, desktop-entry, url or page")
  }

  private mutating func checkTimetable() {
    guard !timetablePlaces.isEmpty else { return }
    let tiles = Set(configuration.allTiles.map(\.id))
    for (id, place) in timetablePlaces where !tiles.contains(id) {
      configuration.schedule.tiles[id] = nil
      report(
        Diagnostic(
          .error, file: place.file, line: place.position.line, column: place.position.column,
          key: ConfigurationKey.scheduledTiles.dottedName, message: "there is no tile '\(Self.excerpt(id))'",
          suggestion: Spelling.nearest(to: id, among: configuration.allTiles.map(\.id))))
    }
  }

  private var hasSingleProgram: Bool {
    guard configuration.allTiles.count == 1 else { return false }
    return configuration.allTiles[0].action.startsProgram
  }

  private mutating func isThere(_ id: String?, _ key: ConfigurationKey) -> Bool {
    guard let id, !configuration.allTiles.contains(where: { $0.id == id }) else { return true }
    fail(
      key, "there is no tile '\(Self.excerpt(id))'",
      suggestion: Spelling.nearest(to: id, among: configuration.allTiles.map(\.id)))
    return false
  }

  private mutating func fail(_ key: ConfigurationKey, _ message: String, suggestion: String? = nil) {
    let place = kioskPlaces[key]
    report(
      Diagnostic(
        .error, file: place?.file ?? file, line: place?.position.line, column: place?.position.column,
        key: key.dottedName, message: message, suggestion: suggestion))
  }
}

extension TileAction {
  /// Whether a program is started.
  var startsProgram: Bool {
    switch self {
    case .run, .desktopEntry, .browse: true
    case .folder, .page, .perform: false
    }
  }
}

extension Tile {
  /// Whether it shows something beside tiles.
  fileprivate var showsSomething: Bool {
    switch action {
    case .folder, .perform: false
    default: true
    }
  }
}
