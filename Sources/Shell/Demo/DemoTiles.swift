import Programs

/// Tiles to play with.
enum DemoTiles {
  private static let names: [Phrase] = [
    .floorPlan, .exhibits, .games, .openingHours, .weather, .guestBook, .radio, .quiz, .films, .news, .trains,
    .recipes,
  ]
  /// At first: enough to fill a screen and few enough to see what wrapping does.
  static let count = 7
  /// More than anybody looks at.
  static let most = 100

  /// The tile of a number, counted from 0.
  static func tile(_ number: Int, in words: Words) -> LauncherTile {
    let name = number < names.count ? words(names[number]) : words(.tileNumber, "\(number + 1)")
    // Never started: the demo only shows how opening looks.
    return LauncherTile(
      id: id(of: number), name: name, icon: nil, action: .start(Command(["true"])))
  }

  /// The first of them.
  static func all(in words: Words) -> [LauncherTile] { (0..<count).map { tile($0, in: words) } }

  /// The same tiles in other words: those among `tiles` that are of the first so many.
  static func rename(_ tiles: inout [LauncherTile], made count: Int, in words: Words) {
    for number in 0..<count {
      guard let index = tiles.firstIndex(where: { $0.id == id(of: number) }) else { continue }
      tiles[index].name = tile(number, in: words).name
    }
  }

  private static func id(of number: Int) -> String { "demo-\(number)" }
}
