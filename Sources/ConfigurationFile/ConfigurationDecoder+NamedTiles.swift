import Configuration

/// Tiles that sections name.
extension ConfigurationDecoder {
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
    let place = places[key]
    report(
      Diagnostic(
        .error, file: place?.file ?? file, line: place?.value.line, column: place?.value.column,
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
