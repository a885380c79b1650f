import CarouselEngine
import Configuration
import Gestures

/// References to tiles in other sections.
extension ConfigurationDecoder {
  /// Checks the tiles that `[kiosk]` and other sections name, after all files are read. Removes invalid
  /// values.
  mutating func checkKiosk() {
    let kiosk = configuration.kiosk
    if !isThere(kiosk.homeTile, .homeTile) { configuration.kiosk.homeTile = nil }
    if !isThere(kiosk.startTile, .openAtStart) { configuration.kiosk.startTile = nil }
    checkScenes()
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

  /// Reports whether a tile is missing only because a change hides it or its folder.
  func isHidden(_ id: String) -> Bool {
    guard !hidden.isEmpty else { return false }
    return hidden.containsTile { $0.id == id }
  }

  private mutating func checkTimetable() {
    guard !timetablePlaces.isEmpty else { return }
    let tiles = Set(configuration.allTiles.map(\.id))
    for (id, place) in timetablePlaces where !tiles.contains(id) {
      configuration.schedule.tiles[id] = nil
      if isHidden(id) { continue }
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

  mutating func isThere(_ id: String?, _ key: ConfigurationKey) -> Bool {
    guard let id, !configuration.allTiles.contains(where: { $0.id == id }) else { return true }
    if isHidden(id) { return false }
    fail(
      key, "there is no tile '\(Self.excerpt(id))'",
      suggestion: Spelling.nearest(to: id, among: configuration.allTiles.map(\.id)))
    return false
  }

  mutating func fail(_ key: ConfigurationKey, _ message: String, suggestion: String? = nil) {
    let place = places[key]
    report(
      Diagnostic(
        .error, file: place?.file ?? file, line: place?.value.line, column: place?.value.column,
        key: key.dottedName, message: message, suggestion: suggestion))
  }
}

/// Values of `[bridge]` that no broker takes.
extension ConfigurationDecoder {
  /// Checks the bridge, after all files are read. Removes invalid names.
  mutating func checkBridge() {
    let (bridge, standard) = (configuration.bridge, BridgeSettings())
    if bridge.host == "" {
      configuration.bridge.host = nil
      fail(ConfigurationSection.bridge["host"], "must not be empty")
    }
    if let name = bridge.name, !BridgeSettings.isLevel(name) {
      configuration.bridge.name = nil
      fail(ConfigurationSection.bridge["name"], "cannot be a level of a topic")
    }
    for (name, path) in [("topic", \BridgeSettings.topic), ("discovery-topic", \.discoveryTopic)]
    where !BridgeSettings.isTopic(bridge[keyPath: path]) {
      configuration.bridge[keyPath: path] = standard[keyPath: path]
      fail(ConfigurationSection.bridge[name], "cannot be the beginning of a topic")
    }
    if (bridge.certificateFile == nil) != (bridge.keyFile == nil) {
      let isKeyMissing = bridge.keyFile == nil
      fail(
        ConfigurationSection.bridge[isKeyMissing ? "certificate-file" : "key-file"],
        "needs \(isKeyMissing ? "key-file" : "certificate-file"), too")
    }
  }
}

extension TileAction {
  var startsProgram: Bool {
    switch self {
    case .run, .desktopEntry, .browse: true
    case .folder, .page, .perform: false
    }
  }
}

/// Conflicts of gestures: bindings that cannot work because of the carousel or another binding.
extension ConfigurationDecoder {
  /// Parses the word for an action.
  mutating func action(_ node: TOMLNode, _ key: ConfigurationKey) -> ShellAction? {
    guard case .string(let word) = node.value else {
      failType(node, key)
      return nil
    }
    guard let action = ShellAction(word) else {
      fail(
        "must be \(key.kind), not \"\(Self.excerpt(word))\"", at: node.position, key: key.dottedName,
        suggestion: Spelling.nearest(to: word, among: ShellAction.plain.map(\.word)))
      return nil
    }
    if case .power = action { powerPlaces.append(((file, node.position), action)) }
    if action == .lock { pinUses.append((file, node.position)) }
    return action
  }

  /// Checks all bindings after all files are read. Resets impossible ones to their defaults.
  mutating func checkGestures() {
    for trigger in GestureTrigger.all {
      let key = trigger.key
      guard let place = places[key], let action = configuration.gestures.bindings[trigger],
        let conflict = conflict(of: trigger, with: action)
      else { continue }
      configuration.gestures.bindings[trigger] = GestureSettings.standardBindings[trigger]
      if case .openTile(let id) = action, isHidden(id) { continue }
      report(
        Diagnostic(
          .error, file: place.file, line: place.value.line, column: place.value.column,
          key: key.dottedName, message: conflict.message, suggestion: conflict.suggestion))
    }
  }

  private func conflict(
    of trigger: GestureTrigger, with action: ShellAction
  ) -> (message: String, suggestion: String?)? {
    if case .openTile(let id) = action, !configuration.allTiles.contains(where: { $0.id == id }) {
      let nearest = Spelling.nearest(to: id, among: configuration.allTiles.map(\.id))
      return ("there is no tile '\(Self.excerpt(id))'", nearest.map { ShellAction.tilePrefix + $0 })
    }
    return conflict(of: trigger, boundTo: action).map { ($0, nil) }
  }

  private func conflict(of trigger: GestureTrigger, boundTo action: ShellAction) -> String? {
    switch trigger {
    case .tap where action != .open && !isBound(to: .open, beside: .tap):
      "nothing else opens tiles: bind open to another gesture first, double-tap for example"
    case .swipe(let direction) where action != .none, .flick(let direction) where action != .none:
      conflict(ofSwipe: direction)
    case .longPressDrag where action != .none && isBound(.longPress):
      "begins like long-press and cannot be distinguished from it: bind one of them to none"
    default: nil
    }
  }

  private func conflict(ofSwipe direction: SwipeDirection) -> String? {
    let options = configuration.carousel.options(tiles: configuration.tiles.count)
    guard options.isScrollEnabled else { return nil }
    if options.turns(by: direction) {
      return "swipes along the row of tiles turn the carousel: bind swipes across the row, or an edge"
    }
    return options.ignoresPerpendicularSwipes
      ? nil : "every swipe turns the carousel, because ignore-perpendicular-swipes is false"
  }

  private func isBound(_ trigger: GestureTrigger) -> Bool {
    configuration.gestures.bindings[trigger, default: .none] != .none
  }

  private func isBound(to action: ShellAction, beside trigger: GestureTrigger) -> Bool {
    configuration.gestures.bindings.contains { $0.key != trigger && $0.value == action }
  }
}

extension CarouselOptions {
  /// Reports whether a swipe in that direction runs along the tiles. On a slanted carousel, none of the four
  /// directions does.
  fileprivate func turns(by direction: SwipeDirection) -> Bool {
    let axis = panVector ?? (isVertical ? .init(0, 1) : .init(1, 0))
    let (horizontal, vertical) = (abs(axis.x), abs(axis.y))
    return direction == .left || direction == .right ? horizontal > vertical : vertical > horizontal
  }
}

/// The PIN, and the settings that require it.
extension ConfigurationDecoder {
  /// Reports a problem of the file that `[admin]` names.
  mutating func reportPIN(_ message: String, _ severity: Diagnostic.Severity) {
    let place = places[.pinFile]
    report(
      Diagnostic(
        severity, file: place?.file ?? file, line: place?.value.line, column: place?.value.column,
        key: ConfigurationKey.pinFile.dottedName, message: message))
  }

  /// Warns about settings that require a PIN if no PIN exists. Runs after all files are read.
  mutating func checkPINs() {
    guard configuration.admin.pin == .none else { return }
    for place in pinUses {
      report(
        Diagnostic(
          .warning, file: place.file, line: place.position.line, column: place.position.column,
          message: "stays closed until there is a PIN: set pin-file below [admin]"))
    }
  }

  /// Decodes whether a tile requires the PIN.
  mutating func needsPIN(_ entry: TOMLTable.Entry) -> Bool? {
    let needsPIN = boolean(entry, .tilePIN)
    if needsPIN == true { pinUses.append((file, entry.node.position)) }
    return needsPIN
  }
}
