import Configuration
import ConfigurationFile
import Programs
import Testing

/// `[[scan]]`, and the placeholders for codes in tiles.
@Suite struct ScanSectionTests {
  private static let scan = "[[scan]]\nmatch = \"978*\"\nopen = \"book\"\n"
  private static let tile = "[[tile]]\nid = \"book\"\nrun = [\"true\", \"{code}\"]\n"

  @Test func allKeysDecode() throws {
    let reading = try Reading(
      "[gestures]\nreader-gap = \"50ms\"\n" + Self.scan + "[[scan]]\nmatch = \"EXIT-??\"\naction = \"home\"\n"
        + Self.tile)
    #expect(reading.messages == [])
    let scans = reading.configuration.scans
    #expect(scans.map(\.pattern?.text) == ["978*", "EXIT-??"])
    #expect(scans.map(\.tile) == ["book", nil] && scans.map(\.action) == [nil, .home])
    #expect(reading.configuration.gestures.readerGap == 0.05)
    guard case .run(let command)? = reading.configuration.tiles.first?.action else {
      Issue.record("no command")
      return
    }
    #expect(command.codePlace == .argument && command.awaitsCode)
  }

  @Test(arguments: [
    ("scan = 3\n", "must be sections with the header [[scan]], with two brackets"),
    ("scan = [3]\n", "must be a section with the header [[scan]], not an integer"),
    ("[[scan]]\nopen = \"book\"\n", "2:1: error: scan.match: is missing: which codes it is for"),
    ("[[scan]]\nmatch = \"\"\nopen = \"book\"\n", "must not be empty"),
    ("[[scan]]\nmatch = 3\nopen = \"book\"\n", "must be a pattern such as \"978*\", not an integer"),
    ("[[scan]]\nmatch = \"1\"\n", "has nothing to do: it needs open or action"),
    ("[[scan]]\nmatch = \"1\"\nopen = \"book\"\naction = \"home\"\n", "cannot stand beside open"),
    ("[[scan]]\nmatch = \"1\"\naction = \"open:book\"\n", "write open = \"book\""),
    ("[[scan]]\nmatch = \"1\"\naction = \"hom\"\n", "did you mean 'home'?"),
    ("[[scan]]\nmatch = \"1\"\nopen = \"bok\"\n", "there is no tile 'bok', did you mean 'book'?"),
    ("[[scan]]\nmtch = \"1\"\nopen = \"book\"\n", "did you mean 'match'?"),
    ("[gestures]\nreader-gap = \"1s\"\n", "must be a time from"),
  ])
  func mistakesAreReported(text: String, message: String) throws {
    let reading = try Reading("\n" + text + Self.scan + Self.tile)
    // The same section at the start of the file.
    let found = try Reading(text.hasPrefix("scan") ? text + Self.tile : "\n" + text + Self.tile)
    #expect((reading.messages + found.messages).contains { $0.contains(message) }, "\(found.messages)")
  }

  @Test func duplicatePatternsAreReported() throws {
    let reading = try Reading(Self.scan + Self.scan + Self.tile)
    #expect(
      reading.messages == [
        "rotunda.toml:5:9: warning: scan.match: never counts: rotunda.toml:3 is for the same codes"
      ])
    let narrower = Self.scan.replacing("978*", with: "9783")
    #expect(try Reading(narrower + Self.scan + Self.tile).messages == [])
    let hidden = try Reading(Self.scan + narrower + Self.tile)
    #expect(
      hidden.messages == [
        "rotunda.toml:5:9: warning: scan.match: never counts: rotunda.toml:3 is for the same codes"
      ])
  }

  @Test(arguments: [
    ("run = [\"true\", \"{code}\", \"{code}\"]", "can stand in one place only"),
    ("run = [\"true\", \"{code}{code}\"]", "can stand in one place only"),
    ("run = [\"{code}\"]", "can stand in arguments only"),
    ("run = [\"sh\", \"-c\", \"look {code}\"]", "a code could then be any command"),
    ("run = [\"sh\", \"-ec\", \"{code}\"]", "a code could then be any command"),
    ("run = [\"env\", \"python3.11\", \"-c\", \"print('{code}')\"]", "a code could then be any command"),
    ("url = \"https://example.org/?a={code}&b={code}\"", "can stand in one place only"),
    ("url = \"https://{code}@example.org/\"", "can stand only behind the host"),
    ("url = \"https://example.org:{code}/\"", "can stand only behind the host"),
    ("url = \"https://{code}.example.org/\"", "must have its host in ASCII"),
    ("url = \"{code}\"", "must begin with http:// or https://"),
    (
      "action = \"home\"\nbuttons = [{ name = \"x\", run = [\"true\", \"{code}\"] }]",
      "has no meaning in buttons"
    ),
  ])
  func unsafePlaceholdersAreRefused(line: String, message: String) throws {
    let reading = try Reading(Self.scan + "[[tile]]\nid = \"book\"\n\(line)\n")
    #expect(reading.messages.contains { $0.contains("error") && $0.contains(message) }, "\(reading.messages)")
  }

  @Test(arguments: [
    "run = [\"sh\", \"-c\", \"exec true \\\"$1\\\"\", \"sh\", \"{code}\"]",
    "run = [\"true\", \"--code={code}\"]",
    "run = [\"true\", \"-c\", \"{code}\"]", "url = \"https://example.org/item/{code}?a=1\"",
    "url = \"https://example.org?q={code}\"", "url = \"https://example.org/#{code}\"",
  ])
  func safePlaceholdersAreAccepted(line: String) throws {
    let reading = try Reading(Self.scan + "[[tile]]\nid = \"book\"\n\(line)\n")
    #expect(reading.messages == [])
  }

  @Test func placeholderWithoutScanIsReported() throws {
    let reading = try Reading(Self.tile)
    #expect(
      reading.messages == ["rotunda.toml:3:1: error: tile.run: has {code}, but no [[scan]] opens the tile"])
  }

  @Test func tileChangesReplaceThePlaceholder() throws {
    let change = "[[tile-change]]\nid = \"book\"\nrun = [\"true\"]\n"
    #expect(try Reading(Self.tile + change).messages == [])
    let other = "[[tile-change]]\nid = \"book\"\nurl = \"https://example.org/{code}\"\n"
    #expect(try Reading(Self.scan + Self.tile + other).messages == [])
  }

  @Test func numberOfScansIsLimited() throws {
    let many = (0..<1001).map { "[[scan]]\nmatch = \"\($0)\"\naction = \"home\"\n" }.joined()
    let reading = try Reading(many + "[[tile]]\nrun = [\"true\"]\n")
    #expect(reading.messages.contains { $0.contains("more than 1000") })
    #expect(reading.configuration.scans.count == 1000)
  }
}

@Suite struct CodePatternTests {
  @Test(arguments: [
    ("978*", "9783161484100", true), ("978*", "978", true), ("978*", "1978", false), ("*", "x\ny", true),
    ("EXIT", "EXIT", true), ("EXIT", "exit", false), ("EXIT", "EXIT2", false), ("??", "ab", true),
    ("??", "a", false), ("?", "ü", true), ("*-7", "a-b-7", true), ("*-7", "a-7-8", false),
    ("a*b*c", "aXbYbZc", true), ("a*b*c", "ac", false), ("[a]", "a", false), (".*", "abc", false),
    ("**", "", true),
  ])
  func patternsMatchWholeCodes(pattern: String, code: String, isMatch: Bool) {
    #expect(CodePattern(pattern)?.matches(code) == isMatch)
  }

  @Test(arguments: [
    ("978*", "9783", true), ("978*", "978", true), ("978*", "97", false), ("978*", "978*5", true),
    ("978*", "97*", false), ("97?*", "9783", true), ("97?*", "97*", false), ("*", "?", true),
    ("**", "*", true),
    ("97?", "978", true), ("97?", "97?", true), ("97?", "97*", false), ("978", "97?", false),
    ("978", "9783", false), ("a*b", "a*b", true), ("a*b", "acb", false),
  ])
  func widerPatternsCoverOthers(pattern: String, other: String, isCovered: Bool) throws {
    let other = try #require(CodePattern(other))
    #expect(CodePattern(pattern)?.covers(other) == isCovered)
  }

  @Test func patternsMatchInBoundedTime() throws {
    let pattern = try #require(CodePattern(String(repeating: "a*", count: 500) + "b"))
    #expect(!pattern.matches(String(repeating: "a", count: 512)))
  }
}
