/// A scene that an idle screen shows to passers-by.
package enum AttractScene: Hashable, Sendable {
  /// The pictures of the tiles, each as large as the screen.
  case hero
  /// The pictures of a directory, each as large as the screen.
  case slides
  /// A mark swipes the row on, like a finger.
  case ghost
  /// The carousel turns slowly.
  case turn
  /// The carousel moves on by one tile, again and again.
  case step
  /// The program or the page of a tile.
  case tile(String)

  /// The scenes that are a single word.
  package static let plain: [(word: String, scene: AttractScene)] = [
    ("hero", .hero), ("slides", .slides), ("ghost", .ghost), ("turn", .turn), ("step", .step),
  ]
  /// The prefix of a tile's id.
  package static let tilePrefix = "tile:"

  /// Parses a word of a file. Returns nil for an unknown word.
  package init?(_ word: String) {
    if let known = Self.plain.first(where: { $0.word == word }) {
      self = known.scene
    } else if word.hasPrefix(Self.tilePrefix), word.utf8.count > Self.tilePrefix.utf8.count {
      self = .tile(String(word.dropFirst(Self.tilePrefix.count)))
    } else {
      return nil
    }
  }

  /// Whether the scene ends the current visit before it begins.
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
