import Networks
import SeededRandom
import Testing

/// Names of networks, which strangers choose, and lists of them.
struct NetworkNameTests {
  private func shown(_ text: String) -> String? { NetworkName(Array(text.utf8))?.shown }

  @Test func namesHaveOneToThirtyTwoBytes() {
    #expect(NetworkName([UInt8]()) == nil && NetworkName([UInt8](repeating: 1, count: 33)) == nil)
    #expect(NetworkName([UInt8](repeating: 0, count: 8)) == nil, "a hidden network's")
    #expect(NetworkName([UInt8](repeating: 1, count: 32)) != nil)
  }

  @Test func ordinaryNamesAreShownAsTheyAre() {
    for name in ["Museum", "Café “Zur Post” №1", "شبكة المتحف", "博物館", "Museum 🏛", "می‌خواهم", "👩‍🚀"] {
      #expect(shown(name) == name)
    }
  }

  @Test func namesCannotChangeTheScreen() {
    #expect(shown("a\nb\u{0}c\u{7F}d\u{2028}e") == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e")
    #expect(shown("\u{202E}gnirts\u{2069}") == "\u{FFFD}gnirts\u{FFFD}")
    #expect(shown("Mus\u{200B}eum\u{AD}\u{FEFF}") == "Mus\u{FFFD}eum\u{FFFD}\u{FFFD}")
    #expect(shown("Mus\u{200D}eum") == "Mus\u{FFFD}eum", "Latin letters have no joiners")
    #expect(
      shown("e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}") == "e\u{301}\u{301}\u{301}\u{301}\u{FFFD}\u{FFFD}")
  }

  @Test func namesThatAreNoTextAreShown() {
    #expect(NetworkName([0x4D, 0xFF, 0x4E])?.shown == "M\u{FFFD}N")
    #expect(NetworkName([0xFF, 0xFE])?.shown == "0xfffe")
    #expect(shown("  ") == "0x2020")
  }

  @Test func anyBytesAreShownSafelyAndSurviveDigits() throws {
    var random = SeededGenerator(seed: 71)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 1...32, using: &random)).map { _ in
        UInt8.random(in: 1...255, using: &random)
      }
      let name = try #require(NetworkName(bytes))
      #expect(NetworkName(hexadecimal: name.hexadecimal) == name)
      #expect(!name.shown.isEmpty && name.shown.unicodeScalars.count <= 66)
      for scalar in name.shown.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
          Issue.record("\(scalar)")
        case .format: #expect(scalar == "\u{200C}" || scalar == "\u{200D}")
        default: break
        }
      }
    }
    for digits in ["", "f", "fg", "0", String(repeating: "ab", count: 33), "é0"] {
      #expect(NetworkName(hexadecimal: digits) == nil)
    }
  }

  // Passwords.

  @Test func passwordsHaveTheLengthsOfTheStandard() {
    for text in [
      "", "1234567", String(repeating: "x", count: 64), String(repeating: "a", count: 65), "12345\u{0}78",
    ] {
      #expect(NetworkSecret(text) == nil)
    }
    for text in [
      "12345678", String(repeating: "x", count: 63), String(repeating: "a1", count: 32), "päßwörd",
    ] {
      #expect(NetworkSecret(text) != nil)
    }
  }

  @Test func descriptionsHaveNoPassword() throws {
    let secret = try #require(NetworkSecret("open sesame"))
    let name = try #require(NetworkName(hexadecimal: "41"))
    let order = NetworkOrder.join(NetworkJoin(NetworkID(name, .personal), password: secret))
    var dumped = ""
    dump(order, to: &dumped)
    for text in ["\(order)", String(reflecting: order), dumped] { #expect(!text.contains("sesame")) }
  }

  // Lists.

  private func network(
    _ digits: String, _ strength: Int, known: Bool = false, connected: Bool = false,
    _ security: NetworkSecurity = .personal
  ) throws -> WirelessNetwork {
    let name = try #require(NetworkName(hexadecimal: digits))
    return WirelessNetwork(
      NetworkID(name, security), strength: strength, isKnown: known, isConnected: connected)
  }

  @Test func transmittersOfANetworkAreOne() throws {
    let report = NetworksReport(
      .on,
      [
        try network("41", 20, connected: true), try network("41", 90, known: true),
        try network("41", 5, .open),
      ])
    #expect(report.networks.map(\.strength) == [90, 5])
    #expect(report.networks[0].isKnown && report.networks[0].isConnected)
  }

  @Test func networksInUseComeFirst() throws {
    let report = NetworksReport(
      .on,
      [
        try network("41", 99), try network("42", 100), try network("43", 10, known: true),
        try network("44", 1, connected: true),
      ])
    #expect(report.networks.map(\.id.name.hexadecimal) == ["44", "43", "42", "41"])
    #expect(report.connected?.id.name.hexadecimal == "44")
  }

  @Test func onlyTheStrongestAreListed() throws {
    let many = try (0..<300).map { number in try network("\(1000 + number)", number % 100) }
    let report = NetworksReport(.on, many)
    #expect(report.networks.count == NetworksReport.mostNetworks)
    #expect(report.networks.allSatisfy { $0.strength > 50 })
  }

  @Test(arguments: [(0, 0), (1, 1), (24, 1), (25, 2), (50, 3), (75, 4), (100, 4), (-5, 0), (900, 4)])
  func signalHasFourBars(percent: Int, bars: Int) throws {
    #expect(try network("41", percent).bars == bars)
  }
}
