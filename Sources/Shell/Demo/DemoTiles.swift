import Programs

/// Tiles to play with.
enum DemoTiles {
  private static let names = [
    "Floor plan", "Exhibits", "Games", "Opening hours", "Weather", "Guest book", "Radio", "Quiz", "Films",
    "News", "Trains", "Recipes",
  ]
  /// At first: enough to fill a screen and few enough to see what wrapping does.
  static let count = 7
  /// More than anybody looks at.
  static let most = 100

  /// The tile of a number, counted from 0.
  static func tile(_ number: Int) -> LauncherTile {
    let name = number < names.count ? names[number] : "Tile \(number + 1)"
    // Never started: the demo only shows how opening looks.
    return LauncherTile(
      id: "demo-\(number)", name: name, icon: nil, action: .start(Command(["true"])))
  }

  /// The first of them.
  static var all: [LauncherTile] { (0..<count).map(tile) }
}
