import Configuration
import RotundaGeometry
import Scene

/// The form of a tile: its name, its look, its target and its hours.
struct TileForm {
  let tile: Tile
  let state: EditingState
  let words: Localizer
  /// The tile's name on the screen.
  let name: String
  var pictures: [FormPicture] = []

  /// Ids of rows that do not stand for a key.
  static let (folder, move, remove, restore) = ("+folder", "+move", "+remove", "+restore")
  private static let hours = "enabled-when"
  /// The most characters of a web address.
  static let longestAddress = 500

  private var settings: SettingsForm { SettingsForm(state: state, words: words, pictures: pictures) }

  /// The focus points of a picture. The focus stays visible when the picture is cropped.
  private static let focuses: [(word: String, phrase: Phrase, point: Point)] = [
    ("middle", .focusMiddle, Point(0.5, 0.5)), ("top", .focusTop, Point(0.5, 0.15)),
    ("bottom", .focusBottom, Point(0.5, 0.85)), ("left", .focusLeft, Point(0.15, 0.5)),
    ("right", .focusRight, Point(0.85, 0.5)),
  ]

  var rows: [FormRow] {
    let origin = state.tiles[tile.id]
    let barrier = origin?.barrier.map { settings.text(of: $0) }
    var rows: [FormRow] = []
    func add(_ id: String, _ phrase: Phrase, _ kind: FormRow.Kind) {
      rows.append(FormRow(id, words(phrase), kind, barrier: barrier))
    }
    if case .folder = tile.action {
      rows.append(FormRow(Self.folder, words(.editFolder), .action(isGrave: false)))
    }
    add("name", .tileName, .translated(settings.texts(tile.name ?? LocalizedText(name))))
    add(
      "description", .tileDescription, .translated(settings.texts(tile.look.description ?? LocalizedText("")))
    )
    addOpening(add)
    add("picture", .tilePicture, picture)
    if tile.look.picture != nil {
      let focus = tile.look.focus
      let known = Self.focuses.first { ($0.point - focus).length < 0.01 }?.word
      add(
        "picture-focus", .tileFocus,
        .choice(Self.focuses.map { FormOption($0.word, words($0.phrase)) }, known))
    }
    add("badge", .tileBadge, .translated(settings.texts(tile.look.badge ?? LocalizedText(""))))
    add(Self.hours, .keyTileHours, openingHours)
    add("pin", .tileNeedsPIN, .toggle(tile.needsPIN))
    add(Self.move, .tileMove, .action(isGrave: false))
    if origin?.changed.isEmpty == false {
      rows.append(FormRow(Self.restore, words(.tileRestore), .action(isGrave: false)))
    }
    add(Self.remove, .tileRemove, .action(isGrave: true))
    return rows
  }

  /// Adds the row for the tile's target. Only web addresses are editable here.
  private func addOpening(_ add: (String, Phrase, FormRow.Kind) -> Void) {
    switch tile.action {
    case .browse(let page): add("url", .tileOpens, .text(page.address, .address, limit: Self.longestAddress))
    case .run(let command): add("run", .tileOpens, .shown(command.arguments.joined(separator: " ")))
    case .desktopEntry(let id, _, _, _): add("desktop-entry", .tileOpens, .shown(id))
    case .page(let page): add("page", .tileOpens, .shown(page.file.text))
    case .perform(let action): add("action", .tileOpens, .shown(action.name(in: words)))
    case .folder: break
    }
  }

  private var picture: FormRow.Kind {
    switch tile.look.picture {
    case .path(let path)?: .picture(path, settings.with(path))
    case .named(let name)?: .shown(name)
    case nil: .picture(nil, pictures)
    }
  }

  private var openingHours: FormRow.Kind {
    guard let condition = tile.enabledWhen else { return .hours(nil) }
    guard condition.facts.isEmpty, condition.reason == nil, let times = condition.times,
      let hours = OpeningHours(times)
    else { return .shown(words(.setInFile)) }
    return .hours(hours)
  }

  /// Returns the edit for a change of a row; nil if the row does not belong to a key.
  func edit(_ change: FormChange) -> Edit? {
    let id = tile.id
    switch (change.row, change.value) {
    case (Self.restore, _): return nil
    case (Self.hours, .hours(let hours)):
      guard let texts = hours?.texts else { return .clearTile(id, key: Self.hours) }
      return .setTile(id, key: Self.hours, .table([("time", .texts(texts))]))
    case ("picture-focus", .word(let word)):
      guard let focus = Self.focuses.first(where: { $0.word == word }) else { return nil }
      return .setTile(id, key: "picture-focus", .numbers([focus.point.x, focus.point.y]))
    default:
      guard let key = ConfigurationSection.tile.key(named: change.row) else { return nil }
      guard let value = SettingsForm.value(change.value, for: key.kind) else {
        return .clearTile(id, key: change.row)
      }
      return .setTile(id, key: change.row, value)
    }
  }

  /// The edits that undo the editor's changes to this tile.
  var restoring: [Edit] {
    let changed = state.tiles[tile.id]?.changed ?? []
    // The session does not list the keys that a change removes. Therefore include every row.
    let keys = changed.contains(TileChange.unset.name) ? changed.union(rows.map(\.id)) : changed
    return keys.sorted().filter { ConfigurationSection.tile.key(named: $0) != nil }
      .map { .unsetTile(tile.id, key: $0) }
  }
}
