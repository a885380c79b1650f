import Configuration
import Programs

/// Something on a tile that a finger can press by itself.
enum TileControl: Hashable, Sendable {
  /// A row of its list.
  case row(Int)
  /// One of its buttons.
  case button(Int)
  /// The tile itself, by a gesture that it has a meaning of its own for.
  case gesture(TileGesture)
}

/// A control on one of the tiles of the shelf in the middle.
struct ControlPlace: Hashable, Sendable {
  let tile: Int
  let control: TileControl
}

extension LauncherTile {
  /// Whether there is more on it than a name and an icon.
  var isLive: Bool { !buttons.isEmpty || !rows.isEmpty || isPageInside }

  /// Its controls from top to bottom: the way that keys take.
  var controls: [TileControl] {
    rows.indices.map { .row($0) } + buttons.indices.map { .button($0) }
  }

  /// What a control does and is called.
  subscript(control: TileControl) -> LauncherTile? {
    switch control {
    case .row(let index): rows.indices.contains(index) ? rows[index] : nil
    case .button(let index): buttons.indices.contains(index) ? buttons[index] : nil
    case .gesture(let gesture): gestures?[gesture]
    }
  }
}

/// How toggles were left.
struct Toggles: Hashable {
  /// By their identifiers; others are as they are at first.
  private var states: [String: Bool] = [:]
  /// Those that are on.
  private(set) var on: Set<String> = []

  /// Whether a toggle is on: as it was left, or as it is at first.
  func isOn(_ part: LauncherTile) -> Bool { states[part.id] ?? part.isOn }

  /// How it was left; nil for one that no one has touched.
  func state(_ id: String) -> Bool? { states[id] }

  mutating func set(_ id: String, _ isOn: Bool, among shelves: [Shelf]) {
    states[id] = isOn
    update(shelves)
  }

  /// Other tiles may be there.
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

// What comes of the programs that controls start.
extension TilesPanel {
  /// Puts a toggle back whose program did not do what it was started for.
  mutating func restore(_ toggle: SilentProgram.Toggle?) {
    if let toggle { toggles.set(toggle.id, toggle.wasOn, among: levels[0].shelves) }
  }

  /// A program without a window ended, or did not start.
  mutating func ended(_ silent: SilentProgram, _ program: ProgramID, _ end: ProgramEnd) {
    guard !isOutdated(program, silent, hasFailed: end.isBad), end.isBad else { return }
    restore(silent.toggle)
    output.want(.showError(end.message(of: silent.name, silent.command), retry: nil))
  }

  /// A program ended; whether another one sets the value of its control by now, so that its end means
  /// nothing. What the machine has now is looked up, where it can be.
  private mutating func isOutdated(_ program: ProgramID, _ ended: SilentProgram, hasFailed: Bool) -> Bool {
    guard let id = ended.control else { return false }
    guard values.ended(program, of: id, hasFailed: hasFailed) else { return true }
    redraw()
    if let source = valueParts[id]?.value?.source { outbox.append(.readValue(source)) }
    output.want(.sendValues)
    return false
  }
}
