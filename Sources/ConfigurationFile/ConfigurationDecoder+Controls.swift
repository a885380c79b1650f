import Configuration
import Programs

/// The controls on a tile.
extension ConfigurationDecoder {
  /// Decodes one of the keys for the controls on a tile.
  mutating func decodeControls(
    _ entry: TOMLTable.Entry, _ key: ConfigurationKey, into draft: inout TileDraft, depth: Int
  ) {
    switch key {
    case .buttons: draft.tile.buttons = controls(entry, .buttons, depth: depth)
    case .list: draft.tile.rows = controls(entry, .list, depth: depth)
    case .off: draft.tile.whenOff = single(entry, .off, depth: depth).map { [$0] } ?? []
    case .window: draft.opensWindow = boolean(entry, .window)
    default: break
    }
  }

  mutating func finishControls(of draft: TileDraft, on tile: inout Tile) {
    tile.value = valueControl(of: draft, action: tile.action)
    tile.opensWindow = tile.hasValue ? false : draft.opensWindow ?? tile.whenOff.isEmpty
  }

  /// Returns the tiles on a tile; empty if none is valid.
  private mutating func controls(_ entry: TOMLTable.Entry, _ key: ConfigurationKey, depth: Int) -> [Tile] {
    partDepth += 1
    defer { partDepth -= 1 }
    guard let parts = folder(entry, key, depth: depth) else { return [] }
    if parts.contains(where: \.hasControls) {
      fail(
        "its tiles can have neither buttons nor a list nor gestures themselves", at: entry.keyPosition,
        key: key.dottedName)
    }
    return parts.filter { !$0.hasControls }
  }

  /// Returns the single tile of a list; the first if the list has more.
  mutating func single(_ entry: TOMLTable.Entry, _ key: ConfigurationKey, depth: Int) -> Tile? {
    let parts = controls(entry, key, depth: depth)
    if parts.count > 1 {
      fail("must be a single tile; the first is used", at: entry.keyPosition, key: key.dottedName)
    }
    return parts.first
  }

  /// The gestures that tiles can have, by their keys.
  static let gestures = Dictionary(uniqueKeysWithValues: TileGesture.allCases.map { ($0.key.name, $0) })
}

extension Tile {
  /// Whether the tile has controls of its own.
  fileprivate var hasControls: Bool { !buttons.isEmpty || !rows.isEmpty || gestures != nil }
}

/// Controls with a value.
extension ConfigurationDecoder {
  /// The longest text of a choice and of a unit, in letters.
  private static let (choiceLimit, unitLimit) = (40, 8)

  /// Decodes one of the keys for a value.
  mutating func decodeValue(_ entry: TOMLTable.Entry, _ key: ConfigurationKey, into draft: inout ValueDraft) {
    draft.places.append((key, entry.keyPosition))
    switch key {
    case .valueControl: draft.style = choice(entry, .valueControl).flatMap(ValueControl.Style.init)
    case .range: draft.range = range(entry)
    case .step: draft.step = number(entry, .step)
    case .choices: draft.choices = texts(entry, .choices)
    case .values: draft.words = texts(entry, .values)
    case .unit: draft.unit = text(entry.node, .unit, limit: Self.unitLimit)
    case .value: draft.initial = number(entry, .value)
    case .valueFile:
      if let text = text(entry.node, .valueFile, limit: Self.pathLimit) {
        draft.source = path(text, at: entry.node.position, .valueFile).map { .file($0) }
      }
    case .valueRun: draft.source = command(entry.node, .valueRun).map { .command($0) } ?? draft.source
    default: break
    }
  }

  private mutating func range(_ entry: TOMLTable.Entry) -> ClosedRange<Double>? {
    guard let pair = pair(entry, .range) else { return nil }
    guard pair.x < pair.y else {
      fail(
        "must go from the least value to a greater one", at: entry.node.position,
        key: ConfigurationKey.range.dottedName)
      return nil
    }
    return pair.x...pair.y
  }

  /// Decodes two to eight texts.
  private mutating func texts(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> [String]? {
    guard case .array(let nodes) = entry.node.value else {
      failType(entry.node, key)
      return nil
    }
    guard (2...ValueControl.mostChoices).contains(nodes.count) else {
      fail(
        "must have 2 to \(ValueControl.mostChoices) texts; there are \(nodes.count)", at: entry.node.position,
        key: key.dottedName)
      return nil
    }
    let texts = nodes.compactMap { text($0, key, limit: Self.choiceLimit * 4) }
    return texts.count == nodes.count ? texts : nil
  }

  /// Returns the value of a complete tile; nil if it has no valid one.
  mutating func valueControl(of draft: TileDraft, action: TileAction) -> ValueControl? {
    let value = draft.value
    guard let first = value.places.first else { return nil }
    guard let style = value.style else {
      if !value.places.contains(where: { $0.key == .valueControl }) {
        for (key, position) in value.places {
          warn("has no effect without control", at: position, key: key.dottedName)
        }
      }
      return nil
    }
    let place = value.places.first { $0.key == .valueControl }?.position ?? first.position
    func refuse(_ message: String) -> ValueControl? {
      fail(message, at: place, key: ConfigurationKey.valueControl.dottedName)
      return nil
    }
    guard partDepth > 0 else { return refuse("belongs on a button or a row of a list, not on a tile") }
    guard draft.tile.whenOff.isEmpty else { return refuse("cannot be combined with off") }
    guard case .run(let command) = action,
      command.arguments.dropFirst().contains(where: { $0.contains(ValueControl.mark) })
    else { return refuse("needs run, with \(ValueControl.mark) in one of its arguments") }
    warnOfKeysWithoutUse(by: style, value)
    guard style == .choice else {
      var control = ValueControl(
        style, range: value.range ?? 0...100, step: value.step ?? (style == .stepper ? 1 : 0),
        initial: value.initial ?? -.infinity)
      if style == .stepper, control.step == 0 { return refuse("needs a step above 0") }
      (control.unit, control.source) = (value.unit ?? "", value.source)
      return control
    }
    guard let choices = value.choices else { return refuse("needs choices") }
    guard value.words == nil || value.words?.count == choices.count else {
      return refuse("needs as many values as choices")
    }
    var control = ValueControl(
      .choice, range: 0...Double(choices.count - 1), step: 1, initial: (value.initial ?? 1) - 1)
    (control.choices, control.words, control.source) = (choices, value.words ?? [], value.source)
    return control
  }

  private mutating func warnOfKeysWithoutUse(by style: ValueControl.Style, _ value: ValueDraft) {
    let unused: [ConfigurationKey] = style == .choice ? [.range, .step, .unit] : [.choices, .values]
    for (key, position) in value.places where unused.contains(key) {
      warn("has no effect with control = \"\(style.rawValue)\"", at: position, key: key.dottedName)
    }
  }
}
