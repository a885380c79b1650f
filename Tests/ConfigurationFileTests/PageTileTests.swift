import Configuration
import Testing

/// Tiles with a page that the launcher itself shows.
@Suite struct PageTileTests {
  @Test func aPageIsAFileWithTranslations() throws {
    let reading = try Reading(
      """
      [[tile]]
      page = { default = "map.svg", de = "~/map.svg" }
      page-place = "tile"
      """)
    #expect(reading.messages == [])
    let path = "\(reading.directory.path)/map.svg"
    let file = LocalizedText(path, translations: ["de": path])
    #expect(reading.configuration.tiles.map(\.action) == [.page(TilePage(file: file, place: .tile))])
    #expect(reading.configuration.tiles.map(\.id) == ["map"])
  }

  @Test func pageDescriptionIsTranslatable() throws {
    let reading = try Reading(
      """
      [[tile]]
      page = "map.svg"
      page-description = { default = "Two halls", de = "Zwei Säle" }
      """)
    #expect(reading.messages == [])
    let words = LocalizedText("Two halls", translations: ["de": "Zwei Säle"])
    let file = LocalizedText("\(reading.directory.path)/map.svg")
    #expect(reading.configuration.tiles.map(\.action) == [.page(TilePage(file: file, description: words))])
  }

  @Test(
    "mistakes in pages are explained",
    arguments: [
      ("page = 5", "2:8: error: tile.page: must be a file's path, not an integer"),
      ("page = \" \"", "2:8: error: tile.page: must not be empty"),
      ("page = \"~other/x\"", "2:1: error: tile.page: only '~/' stands for a home directory"),
      ("page = { en = \"map.svg\", x = \"map.svg\" }", "2:26: error: tile.page: 'x' is not a language tag"),
      (
        "page = \"map.svg\"\nrun = [\"true\"]",
        "2:1: error: tile.page: cannot be combined with run in one tile; run is used"
      ),
      ("page = \"missing.md\"", "2:1: warning: tile.page: there is no file '"),
      ("page = \"data\"", "2:1: warning: tile.page: '"),
      ("page = \"map.svg\"\npage-place = \"wall\"", "3:14: error: tile.page-place: must be one of"),
    ])
  func tells(lines: String, expected: String) throws {
    let reading = try Reading("[[tile]]\n\(lines)\n")
    #expect(reading.messages.count == 1 || lines.hasPrefix("page = 5") || lines.contains("\" \""))
    #expect(
      reading.messages.contains { $0.hasPrefix("rotunda.toml:\(expected)") }, "\(reading.messages)")
  }
}
