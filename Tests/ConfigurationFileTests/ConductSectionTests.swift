import Configuration
import Programs
import Testing

@testable import ConfigurationFile

/// The keys about running programs.
struct ConductSectionTests {
  @Test func everyKeyCounts() throws {
    let reading = try Reading(
      """
      [kiosk]
      home-tile = "b"
      open-at-start = "a"
      language = "pt-BR"
      units = false
      power-actions = true
      contact = { default = "Please call 1", de = "Bitte rufen Sie 1 an" }

      [[tile]]
      id = "a"
      run = ["true"]
      instances = "many"
      time-limit = "1h 30min"
      restart = "on-failure"
      autostart = true
      memory-limit = "512M"
      cpu-limit = 0.5
      network = false
      home = "keep"
      writable = ["/srv/answers"]
      devices = ["camera"]
      session-bus = true
      system-bus = true
      x11 = true
      printing = true

      [[tile]]
      id = "b"
      run = ["true"]
      """)
    #expect(reading.loaded.diagnostics.isEmpty)
    #expect(reading.configuration.kiosk.language == "pt-br")
    let conduct = reading.configuration.tiles[0].conduct
    #expect(conduct.instances == .many && conduct.restart == .onFailure && conduct.startsWithLauncher)
    #expect(conduct.timeLimit == 5400)
    #expect(conduct.limits.memory == 512 << 20 && conduct.limits.processors == 0.5)
    let limits = conduct.limits
    #expect(limits.network == .nowhere && limits.home == .keep && limits.writable == ["/srv/answers"])
    #expect(
      limits.devices == [.camera] && limits.hasSessionBus && limits.hasSystemBus && limits.canPrint
        && limits.hasX11)
    #expect(reading.configuration.tiles[1].conduct == ProgramConduct())
    let kiosk = reading.configuration.kiosk
    #expect(
      kiosk.contact
        == LocalizedText(
          "Please call 1", translations: ["de": "Bitte rufen Sie 1 an", "pt-br": "Please call 1"]))
    #expect(kiosk.homeTile == "b" && kiosk.startTile == "a" && kiosk.units == .never && kiosk.allowsPower)
  }

  @Test(arguments: [
    ("90s", 90.0), ("2min", 120), ("1h30min", 5400), ("1.5 h", 5400), ("1 d", 86_400), ("1500ms", 1.5),
    (" 5 s ", 5),
  ])
  func timesHaveUnits(text: String, seconds: Double) {
    #expect(Quantity.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", " ", "s", "90", "1 year", "-5s", "1e3s", "5s5", "٣s", "1..5s", "99999999999999999999999s",
  ])
  func invalidTimesAreRejected(text: String) {
    #expect(Quantity.seconds(text) == nil)
  }

  @Test(arguments: [
    ("time-limit = 90", "must be a time"), ("time-limit = \"0s\"", "must be a time"),
    ("time-limit = \"1 fortnight\"", "must be a time"), ("memory-limit = \"1K\"", "must be an amount"),
    ("memory-limit = -1", "must be an amount"), ("memory-limit = \"1 M B\"", "must be an amount"),
    ("memory-limit = true", "must be an amount"), ("cpu-limit = 0", "must be a number"),
    ("restart = \"allways\"", "always"), ("instances = 1", "must be one of"),
  ])
  func invalidValuesAreRefusedWithTheirPlace(line: String, message: String) throws {
    let reading = try Reading("[[tile]]\nrun = [\"true\"]\n\(line)\n")
    let problem = try #require(reading.loaded.diagnostics.first)
    #expect(problem.severity == .error && problem.line == 3)
    #expect("\(problem)".contains(message))
    #expect(reading.configuration.tiles.first?.conduct == ProgramConduct())
  }

  @Test func programHasSoundGraphicsAndNetworkByDefault() throws {
    let limits = ProgramConduct().limits
    #expect(limits.devices == [.sound, .graphics] && limits.network == .everywhere && limits.home == .visit)
    #expect(!limits.hasSessionBus && !limits.hasSystemBus && !limits.canPrint && limits.writable.isEmpty)
    #expect(!limits.hasX11)
  }

  /// An invalid address must not open the network.
  @Test(
    arguments: [
      ("[\"192.0.2.0/24\", \"2001:db8::/32\"]", ["192.0.2.0/24", "2001:db8:0:0:0:0:0:0/32"], nil),
      ("[\"192.0.2.300\", \"192.0.2.7\"]", ["192.0.2.7"], "192.0.2.300"),
      ("[\"example.org\"]", [], "example.org"), ("[]", [], "is empty"),
      ("\"all\"", [], "must be true, false"),
      ("[7]", [], "not an integer"),
    ] as [(String, [String], String?)])
  func addressesAreReadAndOthersRefused(value: String, ranges: [String], complaint: String?) throws {
    let reading = try Reading("[[tile]]\nrun = [\"true\"]\nnetwork = \(value)\n")
    let expected = ranges.compactMap { AddressRange($0) }
    #expect(
      reading.configuration.tiles[0].conduct.limits.network
        == (expected.isEmpty ? .nowhere : .only(expected)))
    #expect(reading.loaded.diagnostics.map(\.severity) == (complaint == nil ? [] : [.error]))
    if let complaint { #expect(reading.messages.first?.contains(complaint) == true, "\(reading.messages)") }
  }

  @Test(
    arguments: [
      ("192.0.2.77/24", [192, 0, 2, 0], 24), ("10.0.0.1", [10, 0, 0, 1], 32), ("0.0.0.0/0", [0, 0, 0, 0], 0),
      ("::1", [UInt8](repeating: 0, count: 15) + [1], 128),
      ("fe80::1:2/10", [0xfe, 0x80] + [UInt8](repeating: 0, count: 14), 10),
      ("::", [UInt8](repeating: 0, count: 16), 128),
    ] as [(String, [UInt8], Int)])
  func rangesHaveBytesAndAPrefixLength(text: String, bytes: [UInt8], prefix: Int) throws {
    let range = try #require(AddressRange(text))
    #expect(range.bytes == bytes && range.prefix == prefix)
    #expect(AddressRange(range.text) == range)
  }

  @Test(arguments: [
    "", "/", "1.2.3", "1.2.3.4.5", "1.2.3.4/33", "1.2.3.4/", "1.2.3.4/+1", "1..3.4", "٣.1.1.1", "1::2::3",
    ":1::2",
    "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "::/129", "+1::", "1:2:3:4:5:6:7:8::", ":::",
    "localhost",
  ])
  func invalidRangesAreRejected(text: String) {
    #expect(AddressRange(text) == nil)
  }

  @Test func memoryMayBeANumberOfBytes() throws {
    let reading = try Reading("[[tile]]\nrun = [\"true\"]\nmemory-limit = 16777216\n")
    #expect(reading.configuration.tiles[0].conduct.limits.memory == 16 << 20)
  }

  @Test(arguments: ["", "C", "german language", "x", "de-"])
  func invalidLanguageIsRefused(text: String) throws {
    let reading = try Reading("[kiosk]\nlanguage = \"\(text)\"\n")
    let problem = try #require(reading.loaded.diagnostics.first)
    #expect(
      problem.line == 2 && problem.key == "kiosk.language" && reading.configuration.kiosk.language == nil)
  }

  @Test(arguments: ["home-tile", "open-at-start"])
  func namedTileMustExist(key: String) throws {
    let reading = try Reading("[kiosk]\n\(key) = \"plam\"\n[[tile]]\nid = \"plan\"\nrun = [\"true\"]\n")
    let problem = try #require(reading.loaded.diagnostics.first)
    #expect(problem.line == 2 && problem.suggestion == "plan")
    #expect(reading.configuration.kiosk == KioskSettings())
  }

  @Test(arguments: [
    ("[[tile]]\nrun = [\"true\"]\n", true), ("[[tile]]\nname = \"x\"\naction = \"home\"\n", false),
    ("", false), ("[[tile]]\nname = \"x\"\npage = \"map.svg\"\n", false),
    ("[[tile]]\nrun = [\"true\"]\n[[tile]]\nrun = [\"false\"]\n", false),
  ])
  func singleAppKioskHasOneTile(tiles: String, isRight: Bool) throws {
    let reading = try Reading("[kiosk]\nsingle-app = true\n\(tiles)")
    #expect(reading.configuration.kiosk.isSingleApp == isRight)
    #expect(reading.loaded.diagnostics.contains { $0.key == "kiosk.single-app" } == !isRight)
  }

  @Test func forbiddenPowerActionIsAWarning() throws {
    let tile = "[[tile]]\nname = \"Off\"\naction = \"poweroff\"\n"
    let refused = try Reading(tile)
    #expect(refused.configuration.tiles.first?.action == .perform(.power(.powerOff)))
    #expect(refused.loaded.diagnostics.map(\.severity) == [.warning])
    #expect(try Reading("[kiosk]\npower-actions = true\n\(tile)").loaded.diagnostics.isEmpty)
  }

  /// Keys about running programs are valid on other tiles, too, but a diagnostic says that they have no
  /// effect.
  @Test(arguments: [
    ("name = \"F\"\ntiles = [ { run = [\"true\"] } ]", true), ("action = \"home\"", true),
    ("run = [\"true\"]", false), ("url = \"https://example.org\"", false),
  ])
  func ineffectiveKeysAreReported(tile: String, isSaid: Bool) throws {
    let keys = ["time-limit = \"5s\"", "restart = \"always\"", "autostart = true", "on-home = \"keep\""]
    for key in keys {
      let reading = try Reading("[[tile]]\n\(key)\n\(tile)\n")
      let name = key.prefix { $0 != " " }
      let said = reading.messages.filter {
        $0.contains("2:1: warning: tile.\(name): has no effect: the tile starts no program")
      }
      #expect(said.count == (isSaid ? 1 : 0), "\(reading.messages)")
    }
  }
}
