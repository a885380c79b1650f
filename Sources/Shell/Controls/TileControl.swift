import Configuration
import Programs

/// A part of a tile that a finger can press by itself.
enum TileControl: Hashable, Sendable {
  /// A row of the list.
  case row(Int)
  /// A button.
  case button(Int)
  /// The tile itself, with a gesture that it binds.
  case gesture(TileGesture)
}

/// A control on a tile of the middle shelf.
struct ControlPlace: Hashable, Sendable {
  let tile: Int
  let control: TileControl
}

extension LauncherTile {
  /// Whether the tile has more than a name and an icon.
  var isLive: Bool { !buttons.isEmpty || !rows.isEmpty || isPageInside }

  /// The controls from top to bottom, in the order of the focus.
  var controls: [TileControl] {
    rows.indices.map { .row($0) } + buttons.indices.map { .button($0) }
  }

  /// Returns the tile that describes a control's action and name.
  subscript(control: TileControl) -> LauncherTile? {
    switch control {
    case .row(let index): rows.indices.contains(index) ? rows[index] : nil
    case .button(let index): buttons.indices.contains(index) ? buttons[index] : nil
    case .gesture(let gesture): gestures?[gesture]
    }
  }
}

/// The states of toggles.
struct Toggles: Hashable {
  /// The states by identifier. Other toggles have their initial state.
  private var states: [String: Bool] = [:]
  /// The identifiers of toggles that are on.
  private(set) var on: Set<String> = []

  /// Returns whether a toggle is on: its last state, or its initial one.
  func isOn(_ part: LauncherTile) -> Bool { states[part.id] ?? part.isOn }

  /// Returns the state of a toggle; nil if no visitor has changed it.
  func state(_ id: String) -> Bool? { states[id] }

  mutating func set(_ id: String, _ isOn: Bool, among shelves: [Shelf]) {
    states[id] = isOn
    update(shelves)
  }

  /// Updates the states after a change of tiles.
  mutating func update(_ shelves: [Shelf]) {
    var identifiers: Set<String> = []
    for shelf in shelves {
      shelf.tiles.forEachTile(where: { $0.$offAction.hasValue }) {
        if isOn($0) { identifiers.insert($0.id) }
      }
    }
    on = identifiers
  }
}

// Results of the programs that controls start.
extension TilesPanel {
  /// Restores a toggle whose program failed.
  mutating func restore(_ toggle: SilentProgram.Toggle?) {
    if let toggle { toggles.set(toggle.id, toggle.wasOn, among: levels[0].shelves) }
  }

  /// Handles the end of a program without a window, or a failed start.
  mutating func ended(_ silent: SilentProgram, _ program: ProgramID, _ end: ProgramEnd) {
    guard !isOutdated(program, silent, hasFailed: end.isBad), end.isBad else { return }
    restore(silent.toggle)
    output.want(.showError(end.message(of: silent.name, silent.command), retry: nil))
  }

  /// Notes the end of a program. Returns true if the end has no effect, because another program sets its
  /// control's value by now. Requests the machine's present value, if it has a source.
  private mutating func isOutdated(_ program: ProgramID, _ ended: SilentProgram, hasFailed: Bool) -> Bool {
    guard let id = ended.control else { return false }
    guard values.ended(program, of: id, hasFailed: hasFailed) else { return true }
    redraw()
    if let source = valueParts[id]?.value?.source { outbox.append(.readValue(source)) }
    output.want(.sendValues)
    return false
  }
}
