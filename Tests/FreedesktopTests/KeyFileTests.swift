import Freedesktop
import Testing

@Suite struct KeyFileTests {
  @Test func groupsAndKeysAreReadInOrder() throws {
    let file = try KeyFile(
      Array("# comment\n\n[A]\nx=1\ny = two words \nx[de_DE]=3\n[B c]\nx=4\n[A]\nz=5".utf8))
    #expect(file.groups.map(\.name) == ["A", "B c"])
    #expect(file.groups.map(\.line) == [3, 7])
    #expect(file["A"]?.entries.map(\.key) == ["x", "y", "x", "z"])
    #expect(file["A"]?.entries.map(\.line) == [4, 5, 6, 10])
    #expect(file["A"]?["y"]?.value == "two words")
    #expect(file["A"]?.entries[2].locale == "de_DE")
    #expect(file["A"]?["x"]?.value == "1")
    #expect(file["B c"]?["x"]?.value == "4")
  }

  @Test(
    "marks, carriage returns, blanks and repeated keys are tolerated",
    arguments: [
      "\u{FEFF}[A]\nx=1", "[A]\r\nx=1\r\n", "  [A]  \n\t x\t=\t1\t", "[A]\nx=0\nx=1", "[A]\nx=1\n#x=2\n ;=3",
    ])
  func tolerates(text: String) throws {
    #expect(try KeyFile(Array(text.utf8))["A"]?["x"]?.value == "1")
  }

  @Test(
    "a broken line is named with its fault",
    arguments: [
      ("x=1", 1, .outsideGroup),
      ("[A]\n\nnonsense", 3, .missingEquals),
      ("[A", 1, .malformedHeader),
      ("[]", 1, .malformedHeader),
      ("[A]]", 1, .malformedHeader),
      ("[A]\n=1", 2, .malformedKey),
      ("[A]\n[de]=1", 2, .malformedHeader),
      ("[A]\nx[de=1", 2, .malformedKey),
      ("[A]\nx[]=1", 2, .malformedKey),
      ("[A]\nx=\0", 2, .notText),
    ] as [(String, Int, KeyFileError.Reason)])
  func fails(text: String, line: Int, reason: KeyFileError.Reason) {
    #expect(throws: KeyFileError(line: line, reason: reason)) { try KeyFile(Array(text.utf8)) }
  }

  @Test func invalidBytesAreNamedWithTheirLine() {
    #expect(throws: KeyFileError(line: 2, reason: .notText)) {
      try KeyFile(Array("[A]\nx=".utf8) + [0xC3, 0x28])
    }
  }

  @Test func aFileOfEndlessLinesIsRefused() {
    let text = "[A]\n" + String(repeating: "a=1\n", count: 30_000)
    #expect(throws: KeyFileError.self) { try KeyFile(Array(text.utf8)) }
  }

  @Test(
    "escapes in a value are resolved",
    arguments: [
      (#"a\sb"#, "a b"), (#"\n\t\r"#, "\n\t\r"), (#"a\\nb"#, #"a\nb"#), (#"\q"#, #"\q"#),
      (#"end\"#, #"end\"#),
    ])
  func unescapes(raw: String, expected: String) throws {
    #expect(try entry(raw).string == expected)
  }

  @Test(
    "a list ends its parts with semicolons",
    arguments: [
      ("a;b;", ["a", "b"]), ("a;b", ["a", "b"]), (#"a\;b;c"#, ["a;b", "c"]), (";;", []),
      (#"a\sb;\"#, ["a b", #"\"#]),
    ])
  func splits(raw: String, expected: [String]) throws {
    #expect(try entry(raw).list() == expected)
  }

  private func entry(_ raw: String) throws -> KeyFile.Entry {
    try #require(KeyFile(Array("[A]\nx=\(raw)".utf8))["A"]?["x"])
  }
}
