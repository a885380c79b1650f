import Configuration
import Programs
import Testing

/// The targets of tiles, apart from programs.
@Suite struct TileKindTests {
  @Test func foldersHoldTilesAndFolders() throws {
    let reading = try Reading(
      """
      [[tile]]
      name = "Games"
      tiles = [
        { desktop-entry = "org.gnome.Chess" },
        { name = { default = "More", de = "Mehr" }, tiles = [{ run = ["true"] }] },
      ]
      [[tile]]
      id = "tools"
      name = "Tools"
      [[tile.tiles]]
      run = ["true"]
      """)
    #expect(reading.messages == [])
    let run = TileAction.run(Command(["true"]))
    try #require(reading.configuration.tiles.count == 2)
    guard case .folder(let games) = reading.configuration.tiles[0].action,
      case .folder(let more) = games.last?.action,
      case .folder(let tools) = reading.configuration.tiles[1].action
    else { throw Unexpected() }
    #expect(games.map(\.id) == ["org.gnome.Chess", "More"])
    #expect(games[1].name == LocalizedText("More", translations: ["de": "Mehr"]))
    #expect(more.map(\.action) == [run] && tools.map(\.action) == [run])
    #expect(reading.configuration.tiles.map(\.id) == ["Games", "tools"])
    #expect(
      reading.configuration.allTiles.map(\.id) == [
        "Games", "org.gnome.Chess", "More", "true", "tools", "true#2",
      ])
  }

  struct Unexpected: Error {}

  @Test func folderDepthIsLimited() throws {
    func nested(_ depth: Int) -> String {
      depth == 0 ? "{ run = [\"true\"] }" : "{ name = \"F\", tiles = [\(nested(depth - 1))] }"
    }
    let deepest = try Reading("tile = [\(nested(Tile.deepestFolder))]")
    #expect(deepest.messages == [] && deepest.configuration.allTiles.count == Tile.deepestFolder + 1)
    let tooDeep = try Reading("tile = [\(nested(Tile.deepestFolder + 1))]")
    #expect(tooDeep.messages.count == 1)
    #expect(tooDeep.messages[0].hasSuffix("tile.tiles: folders are nested more than 64 deep"))
    #expect(tooDeep.configuration.tiles.isEmpty)
  }

  /// The same without brackets: each heading belongs to the folder above it.
  @Test func headingFoldersHaveTheSameDepthLimit() throws {
    func nested(_ depth: Int) -> String {
      (0...depth).map { level in
        let heading = "[[tile" + String(repeating: ".tiles", count: level) + "]]\n"
        return heading + (level == depth ? "run = [\"true\"]\n" : "name = \"F\"\n")
      }.joined()
    }
    let deepest = try Reading(nested(Tile.deepestFolder))
    #expect(deepest.messages == [] && deepest.configuration.allTiles.count == Tile.deepestFolder + 1)
    let tooDeep = try Reading(nested(Tile.deepestFolder + 1))
    #expect(tooDeep.messages.count == 1 && tooDeep.configuration.tiles.isEmpty)
    #expect(tooDeep.messages[0].contains("error: tile.tiles: folders are nested more than 64 deep"))
  }

  @Test(
    "unusable tiles are explained",
    arguments: [
      ("name = \"F\"\ntiles = []", "3:9: error: tile.tiles: is empty: there is nothing to open"),
      ("name = \"F\"\ntiles = 5", "3:9: error: tile.tiles: must be a list of tiles, not an integer"),
      (
        "name = \"F\"\ntiles = [\"chess\"]", "3:10: error: tile.tiles: every element must be a tile in braces"
      ),
      ("name = \"F\"\ntiles = [{ name = \"x\" }]", "3:10: error: tile: has nothing to open"),
      ("action = \"hme\"", "2:10: error: tile.action: must be "),
      ("action = 5", "2:10: error: tile.action: must be "),
      ("action = \"open\"", "2:10: error: tile.action: a tile cannot be bound to 'open'"),
      ("action = \"open:x\"", "2:10: error: tile.action: a tile cannot be bound to 'open:x'"),
    ])
  func drops(lines: String, expected: String) throws {
    let reading = try Reading("[[tile]]\n\(lines)\n[[tile]]\nrun = [\"true\"]\n")
    #expect(reading.messages.count == 1)
    #expect(reading.messages.first?.hasPrefix("rotunda.toml:\(expected)") == true, "\(reading.messages)")
    #expect(reading.configuration.tiles.map(\.id) == ["true"])
  }

  @Test(
    "a tile has one kind",
    arguments: [
      (
        "run = [\"true\"]\ntiles = [{ run = [\"true\"] }]",
        "3:1: error: tile.tiles: cannot be combined with run in one tile; run is used"
      ),
      (
        "action = \"home\"\nrun = [\"true\"]",
        "2:1: error: tile.action: cannot be combined with run in one tile; run is used"
      ),
      (
        "desktop-entry = \"org.gnome.Chess\"\ntiles = [{ run = [\"true\"] }]",
        "3:1: error: tile.tiles: cannot be combined with desktop-entry in one tile; desktop-entry is used"
      ),
      (
        "name = \"x\"\ntiles = [{ run = [\"true\"] }]\naction = \"home\"",
        "4:1: error: tile.action: cannot be combined with tiles in one tile; tiles is used"
      ),
    ])
  func choosesOne(lines: String, expected: String) throws {
    let reading = try Reading("[[tile]]\n\(lines)\n")
    #expect(reading.messages == ["rotunda.toml:\(expected)"])
    #expect(reading.configuration.tiles.count == 1)
  }

  @Test func launcherAndApplicationActionsAreRead() throws {
    let reading = try Reading(
      """
      [[tile]]
      action = "home"
      [[tile]]
      desktop-entry = "org.gnome.Chess"
      action = "NewWindow"
      """)
    #expect(
      reading.messages == [
        "rotunda.toml:5:10: warning: tile.action: the desktop entry has no action 'NewWindow'"
      ])
    #expect(
      reading.configuration.tiles.map(\.action) == [
        .perform(.home), .desktopEntry(id: "org.gnome.Chess", action: "NewWindow"),
      ])
    #expect(reading.configuration.tiles.map(\.id) == ["home", "org.gnome.Chess:NewWindow"])
  }

  @Test func aFolderNeedsAName() throws {
    let reading = try Reading("[[tile]]\ntiles = [{ run = [\"true\"] }]")
    #expect(reading.messages == ["rotunda.toml:1:1: error: tile.name: is missing: a folder needs one"])
    #expect(reading.configuration.tiles.map(\.id) == ["tiles"])
  }

  @Test func identifiersAreUniqueInAllFoldersAndShelves() throws {
    let reading = try Reading(
      """
      tile = [
        { id = "a", run = ["true"] },
        { name = "F", tiles = [{ id = "a", run = ["true"] }] },
      ]
      shelf = [{ tile = [{ id = "a", run = ["true"] }] }]
      """)
    #expect(
      reading.messages == [
        "rotunda.toml:3:33: error: tile.id: 'a' is already the id of another tile",
        "rotunda.toml:5:27: error: tile.id: 'a' is already the id of another tile",
      ])
    #expect(Set(reading.configuration.allTiles.map(\.id)).count == 4)
  }
}
