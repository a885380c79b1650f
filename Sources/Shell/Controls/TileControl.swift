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

  /// How it was left; nil for one that nobody has touched.
  func state(_ id: String) -> Bool? { states[id] }

  mutating func set(_ id: String, _ isOn: Bool, among shelves: [Shelf]) {
    states[id] = isOn
    update(shelves)
  }

  /// Other tiles may be there.
  mutating func update(_ shelves: [Shelf]) {
    var identifiers: Set<String> = []
    for shelf in shelves {
      shelf.tiles.forEachTile(where: { $0.$offAction.isThere }) {
        if isOn($0) { identifiers.insert($0.id) }
      }
    }
    on = identifiers
  }
}

/// Programs that have nothing to show: the launcher keeps the screen.
extension Shell {
  /// Starts one, unless there is no room for it.
  @discardableResult
  mutating func runSilently(
    _ command: Command, for part: LauncherTile
  ) -> ProgramID? {
    let wasOn =
      part.offAction == nil
      ? nil : tilesPanel.toggles.state(part.id).map { SilentProgram.Toggle(id: part.id, wasOn: !$0) }
    let silent = SilentProgram(
      name: part.name, command: command, toggle: wasOn, control: part.$value.isThere ? part.id : nil)
    guard let program = programs.startSilently(silent) else {
      if let wasOn { panels.tiles.toggles.set(wasOn.id, wasOn.wasOn, among: tilesPanel.levels[0].shelves) }
      return nil
    }
    var request = part.request(command)
    request.opensWindow = false
    outbox.append(.start(program, request))
    return program
  }

  /// A program ended or could not be started; whether it was one without a window.
  mutating func silentEnded(
    _ program: ProgramID, _ message: (SilentProgram) -> Message?
  ) -> Bool {
    guard let ended = programs.endedSilently(program) else { return false }
    let message = message(ended)
    guard !isOutdated(program, ended, hasFailed: message != nil), let message else {
      return true
    }
    if let toggle = ended.toggle {
      panels.tiles.toggles.set(toggle.id, toggle.wasOn, among: tilesPanel.levels[0].shelves)
    }
    tell(message)
    return true
  }
}
