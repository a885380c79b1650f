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
