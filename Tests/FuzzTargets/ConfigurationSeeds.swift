import Configuration

/// The seeds of the configuration fuzzer, generated from the table of keys. They cover every key, including
/// new ones.
enum ConfigurationSeeds {
  /// Keys that define what a tile opens. Two of them in one tile are an error.
  private static let openers: Set = ["run", "desktop-entry", "url", "tiles", "page", "action"]

  /// Every section with examples of all keys. Each key of a tile is on its own tile.
  static var inputs: [[UInt8]] {
    let sections = ConfigurationSection.allCases.filter { $0 != .tile }.map { section in
      section.header + "\n" + section.keys.map(line).joined() + tile
    }
    let tiles = ConfigurationSection.tile.keys.map { key in
      "[[tile]]\n" + (openers.contains(key.name) ? "" : "run = [\"true\"]\n") + line(key)
    }
    return (sections + tiles).map { Array($0.utf8) }
  }

  /// Headers, keys with their examples, and possible values.
  static var words: [String] {
    var words = ConfigurationSection.allCases.map { $0.header + "\n" }
    for key in ConfigurationKey.all {
      words.append(line(key))
      switch key.kind {
      case .choice(let choices), .words(let choices): words += choices
      default: break
      }
    }
    return words
  }

  private static let tile = "[[tile]]\nrun = [\"true\"]\n"

  private static func line(_ key: ConfigurationKey) -> String { "\(key.name) = \(key.example)\n" }
}
