import Configuration
import ConfigurationFile
import LongCheck
import Testing

@Suite struct HostileInputTests {
  private static func text(_ parts: String...) -> [UInt8] { Array(parts.joined().utf8) }

  @Test(
    "a file that cannot be parsed says where and why",
    arguments: [
      (text("[carousel]\nlayout = \n"), "2:10: error: expected value, saw '\\n' (in the key-value pair)"),
      (text("a = 1\na = 2"), "2:5: error: cannot redefine existing integer 'a' (in the key-value pair)"),
      (
        text("[[tile]]\nname.de = 1\nname.de = 2"),
        "3:11: error: cannot redefine existing integer 'name.de' "
          + "(in the key-value pair)"
      ),
      (
        text("x = 99999999999999999999"),
        "1:25: error: '99999999999999999999' is not representable in 64 bits "
          + "(in the decimal integer)"
      ),
      (text("x = 1\n[\ny = 1"), "2:1: error: is not valid TOML"),
      (text("x = 1\nü = 1"), "2:1: error: 'ü' can only stand in quotes or in a comment"),
      (
        text("x = \"ü\"\u{A0}# ü"),
        "1:8: error: a blank other than a plain space can only stand in quotes or in a comment"
      ),
      (text("x = 1 茶"), "1:7: error: '茶' can only stand in quotes or in a comment"),
      (text("x = \"a\0b\""), "1:7: error: contains a NUL: this is not a text file"),
      (text("[carousel]\n# ä") + [0xC3, 0x28], "2:4: error: is not UTF-8 text"),
      ([0xFF, 0xFE, 0x5B, 0x00], "1:1: error: is not UTF-8 text"),
      (text(String(repeating: "[", count: 100_000)), "1:137: error: nested more than 136 levels deep"),
      (
        text("x = ", String(repeating: "{a=", count: 100_000)),
        "1:413: error: nested more than 136 levels deep"
      ),
      (
        text(String(repeating: "a.", count: 500_000), "a = 1"),
        "1:274: error: nested more than 136 levels deep"
      ),
      (
        text("[", String(repeating: "a . ", count: 100_000), "a]"),
        "1:548: error: nested more than 136 levels deep"
      ),
    ])
  func diagnoses(bytes: [UInt8], expected: String) throws {
    let reading = try Reading(bytes)
    #expect(reading.messages == ["rotunda.toml:\(expected)"])
    #expect(reading.configuration == KioskConfiguration())
    #expect(!reading.loaded.isReadable)
  }

  @Test(
    "line endings and marks of other systems are accepted",
    arguments: [
      "\u{FEFF}[[tile]]\nname = {default = \"x\", de = \"y\"}\nrun = [\"true\"]",
      "[[tile]]\r\nname = {default = \"x\", de = \"y\"}\r\nrun = [\"true\"]\r\n",
      "\u{FEFF}tile = [{name={default=\"x\",de=\"y\"},run=[\"true\"]}]",
    ])
  func tolerates(text: String) throws {
    let reading = try Reading(text)
    #expect(reading.messages == [])
    #expect(reading.configuration.tiles.first?.name == LocalizedText("x", translations: ["de": "y"]))
  }

  @Test func columnsCountCharactersAndNotBytes() throws {
    let reading = try Reading("tile = [{name = \"Čaj 茶\", run = [\"true\"], x = 1}]")
    #expect(reading.messages == ["rotunda.toml:1:42: error: tile.x: there is no such key"])
  }

  @Test func tenThousandTilesAreRead() throws {
    let tiles = (0..<10_000).map {
      "[[tile]]\nname = { en = \"Tile \($0)\", de = \"Kachel\" }\nrun = [\"true\", \"\($0)\"]\n"
    }
    let reading = try Reading(tiles.joined())
    #expect(reading.messages == [])
    #expect(reading.configuration.tiles.count == 10_000)
    #expect(Set(reading.configuration.tiles.map(\.id)).count == 10_000)
  }

  @Test func countlessMistakesAreCutOff() throws {
    let reading = try Reading((0..<(LongCheck.isOn ? 50_000 : 10_000)).map { "wrng\($0) = 1\n" }.joined())
    #expect(reading.messages.count == 1001)
    #expect(reading.messages.contains("rotunda.toml: error: has too many problems to list them all"))
  }

  @Test func sameNamedTilesGetUniqueIds() throws {
    let reading = try Reading(String(repeating: "[[tile]]\nrun = [\"true\"]\n", count: 5000))
    #expect(Set(reading.configuration.tiles.map(\.id)).count == 5000)
  }
}
