import Configuration
import ConfigurationFile
import Freedesktop
import Programs
import Shell

/// A configuration file from an unknown source.
enum ConfigurationFuzzing {
  private static let file = ScratchFile()
  private static let loader = ConfigurationLoader(environment: ["XDG_DATA_DIRS": "/nonexistent"])
  /// The number of tiles that appear on the screen. More tiles behave the same.
  private static let mostTiles = 200

  static func run(_ bytes: [UInt8]) {
    file.fill(bytes)
    let loaded = loader.load(file.path)
    for diagnostic in loaded.diagnostics { check(diagnostic, in: bytes) }
    let configuration = loaded.configuration
    // Each page contains the whole file. No browser opens.
    let text = String(decoding: bytes, as: UTF8.self)
    let sources = TileSources(
      page: { $0.utf8.count % 2 == 0 ? PageContent(markup: text) { $0 } : PageContent(plain: text) },
      browser: { Command(["browser", $0.address]) })
    var shelves = configuration.allShelves.map { shelf in
      LauncherShelf(
        name: shelf.name?.resolved(for: ["de"]), settings: shelf.carousel,
        tiles: shelf.tiles.prefix(mostTiles).map {
          LauncherTile($0, languages: ["de"], sources: sources, entry: { .failure(.notInstalled($0)) })
        })
    }
    shelves.removeLast(max(0, shelves.count - mostTiles))
    var visit = ShellVisit(
      Shell(configuration: configuration, shelves: shelves, problems: loaded.diagnostics))
    visit.lookAround()
    visit.liveThroughTheWeek()
  }

  private static func check(_ diagnostic: Diagnostic, in bytes: [UInt8]) {
    guard let line = diagnostic.line else { return }
    let lines = bytes.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    rule((1...lines + 1).contains(line), "there is no line \(line): \(diagnostic)")
    rule(diagnostic.column ?? 1 >= 1, "there is no such column: \(diagnostic)")
  }
}
