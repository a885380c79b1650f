/// What the screen shows to passers-by while the screen is idle.
package enum AttractScene: Hashable, Sendable {
  /// The pictures of the tiles, each as large as the screen.
  case hero
  /// The pictures of a directory, each as large as the screen.
  case slides
  /// A mark like a finger swipes the row on.
  case ghost
  /// The carousel turns slowly.
  case turn
  /// The carousel goes on by one tile, again and again.
  case step
  /// The program or the page of a tile.
  case tile(String)

  /// The scenes that are words.
  package static let plain: [(word: String, scene: AttractScene)] = [
    ("hero", .hero), ("slides", .slides), ("ghost", .ghost), ("turn", .turn), ("step", .step),
  ]
  /// What stands before a tile's id.
  package static let tilePrefix = "tile:"

  /// The scene that a word of a file stands for; nil for any other word.
  package init?(_ word: String) {
    if let known = Self.plain.first(where: { $0.word == word }) {
      self = known.scene
    } else if word.hasPrefix(Self.tilePrefix), word.utf8.count > Self.tilePrefix.utf8.count {
      self = .tile(String(word.dropFirst(Self.tilePrefix.count)))
    } else {
      return nil
    }
  }

  /// Whether it ends the visit before it.
  var endsVisit: Bool {
    switch self {
    case .hero, .slides, .tile: true
    case .ghost, .turn, .step: false
    }
  }

  package var word: String {
    if case .tile(let id) = self { return Self.tilePrefix + id }
    return Self.plain.first { $0.scene == self }?.word ?? ""
  }
}
