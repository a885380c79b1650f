import Configuration
import ConfigurationFile
import Foundation
import LongCheck
import SeededRandom
import TemporaryFiles
import Testing

@Suite struct ExampleTests {
  private static let path = example("rotunda.toml")

  private static func example(_ name: String) -> String { file("examples/\(name)") }

  private static func file(_ path: String) -> String {
    var directory = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { directory.deleteLastPathComponent() }
    return directory.appending(path: path).path
  }

  /// Without a search path and data directories. Therefore the installed programs do not matter.
  private let loader = ConfigurationLoader(environment: ["PATH": "/nowhere", "XDG_DATA_DIRS": "/nowhere"])

  @Test func theExampleHasNoMistake() throws {
    let (configuration, diagnostics) = loader.load(path: Self.path)
    #expect(diagnostics.filter { $0.severity == .error } == [])
    // The only warnings are about missing programs. Any other warning is a mistake in the example.
    #expect(diagnostics.allSatisfy { ["tile.run", "tile.desktop-entry"].contains($0.key) })
    #expect(configuration.carousel == CarouselSettings())
    #expect((6...8).contains(configuration.tiles.count))
  }

  /// The launcher shows it before a configuration exists. The package has all that it needs.
  @Test func theKioskOfThePackageNeedsNothingElse() throws {
    let (configuration, diagnostics) = loader.load(path: Self.file("packaging/kiosk/rotunda.toml"))
    #expect(diagnostics == [])
    #expect(configuration.tiles.count == 9)
    for tile in configuration.tiles {
      for text in [tile.name, tile.look.description] {
        #expect(text?.translations.keys.sorted() == ["de", "en", "fr"], "\(tile.id)")
      }
      guard case .path(let picture)? = tile.look.picture, case .page(let page) = tile.action else {
        Issue.record("\(tile.id) has no picture, or opens no page")
        continue
      }
      let files = [picture] + page.file.translations.values
      #expect(files.count == 4)
      for file in files { #expect(FileManager.default.fileExists(atPath: file), "\(file)") }
      for file in page.file.translations.values {
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("(../pictures/\(tile.id).jpg)"))
      }
    }
  }

  @Test func everyTileOfTheExampleIsTranslated() throws {
    for tile in loader.load(path: Self.path).0.tiles {
      #expect(tile.name?.translations.keys.sorted() == ["de", "en", "fr"], "\(tile.id)")
    }
  }

  @Test func theExampleOfControlsIsUnderstood() throws {
    let (configuration, diagnostics) = loader.load(path: Self.example("controls.toml"))
    #expect(diagnostics.filter { $0.severity == .error } == [])
    #expect(configuration.tiles.first?.buttons.compactMap(\.value).count == 4)
  }

  @Test func theExampleOfLiveTilesIsUnderstood() throws {
    let (configuration, diagnostics) = loader.load(path: Self.example("live.toml"))
    #expect(diagnostics.filter { $0.severity == .error } == [] && configuration.tiles.count == 2)
    #expect(configuration.tiles.allSatisfy { $0.look.live.command != nil })
  }

  @Test func theReferenceIsAValidConfigurationOfDefaults() throws {
    let reading = try Reading(ConfigurationReference.text)
    #expect(reading.configuration == KioskConfiguration())
    #expect(!reading.loaded.hasErrors)
  }

  @Test func everyExampleInTheReferenceIsUnderstood() throws {
    let uncommented = ConfigurationReference.text.split(separator: "\n")
      .map { line in line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line }
      .joined(separator: "\n")
    let reading = try Reading(uncommented)
    let errors = reading.loaded.diagnostics.filter { $0.severity == .error }
    // The reference has all kinds of tiles in one tile, and a control outside of a button. It also has a
    // change that names missing tiles, and a scan with a tile and an action. Everything else must be right.
    // The change moves the tile to the shelf.
    #expect(
      errors.map(\.key) == [
        "admin.pin-file", "tile.desktop-entry", "tile.url", "tile.tiles", "tile.page", "tile.allow",
        "tile.hosts", "tile.action", "tile.control", "tile-change.before", "tile-change.after", "scan.action",
      ])
    #expect(reading.configuration.tiles.isEmpty && reading.configuration.shelves[0].tiles.count == 1)
  }

  @Test func noMutationOfTheExampleCrashes() throws {
    let seed: UInt64 = 2026
    var random = SeededGenerator(seed: seed)
    let original = try Array(Data(contentsOf: URL(fileURLWithPath: Self.path)))
    let pieces: [[UInt8]] = [
      "\"", "'", "\"\"\"", "'''", "[", "[[", "]", "{", "}", "=", ".", ",", "\n", "#", "\\", "\\u0000", "\0",
      "name.de", "tile", "[[tile]]", "99999999999999999999", "-nan", "1e999", "0x", "\u{FEFF}", "é", "\r",
    ].map { Array($0.utf8) }
    let directory = try TemporaryDirectory()
    for round in 0..<(LongCheck.isOn ? 400 : 100) {
      var bytes = original
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...40, using: &random)))
        case 2: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: at)
        default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 60)], at: 0)
        }
      }
      let path = try directory.write("rotunda.toml", bytes)
      let loaded = loader.load(path)
      let lines = bytes.count { $0 == 0x0A } + 1
      #expect(loaded.isReadable || loaded.hasErrors, "seed \(seed), round \(round)")
      #expect(
        loaded.diagnostics.allSatisfy { (1...lines + 1).contains($0.line ?? 1) },
        "seed \(seed), round \(round)")
    }
  }
}
