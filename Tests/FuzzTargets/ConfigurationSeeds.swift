import Configuration

/// Where the fuzzer of configurations starts from, made of the table of keys: none of them is left to luck,
/// however new.
enum ConfigurationSeeds {
  /// What a tile is; two of them in one tile are a mistake.
  private static let openers: Set = ["run", "desktop-entry", "url", "tiles", "page", "action"]

  /// Every key of a section with its example; and each key of a tile on a tile of its own.
  static var inputs: [[UInt8]] {
    let sections = ConfigurationSection.allCases.filter { $0 != .tile }.map { section in
      section.header + "\n" + section.keys.map(line).joined() + tile
    }
    let tiles = ConfigurationSection.tile.keys.map { key in
      "[[tile]]\n" + (openers.contains(key.name) ? "" : "run = [\"true\"]\n") + line(key)
    }
    return (sections + tiles).map { Array($0.utf8) }
  }

  /// Headers, keys with their examples, and words that values may be.
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
