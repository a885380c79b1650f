import Configuration
import SeededRandom
import Testing

@testable import ConfigurationFile

/// A long text is parsed in parts, by several threads, and says the same.
@Suite struct TOMLPartsTests {
  private static let tile = "[[tile]]\nname = \"One\"\nrun = [\"true\"]\n"

  private static let folder = "[[tile]]\nname = \"Folder\"\ntiles = [{run = [\"true\"]}]\n"

  /// Texts, and the lines at which their parts begin.
  private static let cuts: [(what: String, text: String, lines: [Int])] = [
    ("nothing", "", [1]),
    ("tiles", tile + tile + tile, [1, 4, 7]),
    ("other sections first", "[theme]\nlook = \"dark\"\n" + tile + tile, [1, 6]),
    ("other sections last", tile + tile + "[theme]\nlook = \"dark\"\n", [1]),
    ("other sections between", tile + tile + "[theme]\n" + tile + tile, [1]),
    (
      "shelves with tiles", "[[shelf]]\n[[shelf.tile]]\nrun = [\"true\"]\n[[shelf]]\nname = \"Two\"\n",
      [1, 4]
    ),
    ("tiles, then shelves", tile + tile + "[[shelf]]\n[[shelf]]\n", [1, 8]),
    ("tables in tiles", tile + "[tile.environment]\nA = \"1\"\n" + tile, [1, 6]),
    ("a header in a long text", tile + "back = '''\n[[tile]]\n'''\n" + tile, [1, 7]),
    ("a header in a comment", tile + "# [[tile]]\n" + tile, [1, 5]),
    ("a header in a list", tile + "buttons = [\n[[tile]]\n]\n" + tile, [1, 7]),
    ("blanks before headers", tile + "  [[tile]]\n\t[[tile]]\n", [1, 4, 5]),
    ("blanks in headers", tile + "[[ tile ]]\n" + tile + tile, [1]),
    ("one bracket", tile + "[tile]\n" + tile + tile, [1]),
    ("two sections of one name", "[[tile]]\n[[tile.tiles]]\n[tile.x]\n[[tile]]\n", [1, 4]),
    ("other sections, repeated", "[[theme]]\n[[theme]]\n", [1]),
    ("other line ends", "[[tile]]\r\n[[tile]]\r\n", [1, 2]),
    ("a mark at the beginning", "\u{FEFF}[[tile]]\n[[tile]]\n", [1, 2]),
    ("no line end", "[[tile]]\n[[tile]]", [1, 2]),
    (
      "tiles on both sides of a shelf",
      tile + "[[shelf]]\n[[shelf.tile]]\nrun = [\"true\"]\n" + tile + folder, [1]
    ),
    ("shelves on both sides of a tile", "[[shelf]]\n" + tile + "[[shelf]]\n[[shelf]]\n", [1]),
    ("a name in quotes before", "[[\"tile\"]]\nrun = [\"true\"]\n[[shelf]]\n" + tile + folder, [1]),
    ("half a header", "[[tile]]\n[[tile]]\n[[tile", [1]),
    ("half a bracket", "[[tile]]\n[[tile]]\n[", [1]),
  ]

  @Test(arguments: cuts) func partsBeginWhereNothingButSuchSectionsFollows(
    what: String, text: String, lines: [Int]
  ) throws {
    let bytes = Array(text.utf8)
    let source = try TOMLSource(bytes, translatable: [], partSize: 1)
    #expect(source.parts.map(\.firstLine) == lines, "\(what)")
    #expect(source.parts.first?.bytes.lowerBound == 0 && source.parts.last?.bytes.upperBound == bytes.count)
    for (part, next) in zip(source.parts, source.parts.dropFirst()) {
      #expect(part.bytes.upperBound == next.bytes.lowerBound, "\(what)")
    }
  }

  @Test func partsAreAsLongAsTheyAreToBeAtLeast() throws {
    let text = Array(String(repeating: Self.tile, count: 100).utf8)
    let source = try TOMLSource(text, translatable: [], partSize: 1000)
    #expect(source.parts.count > 3)
    #expect(
      source.parts.dropLast().allSatisfy { (1000..<1000 + Self.tile.utf8.count).contains($0.bytes.count) })
    #expect(try TOMLSource(text, translatable: [], partSize: text.count).parts.count == 1)
  }

  @Test(arguments: cuts) func partsSayWhatTheWholeSays(what: String, text: String, lines: [Int]) throws {
    try expectSame(text, what)
  }

  /// Every text is put together of these, sound and broken ones.
  private static let pieces = [
    tile, tile, tile, "[[tile]]\nname.de = \"Eins\"\nname = \"One\"\nrun = [\"true\"]\n",
    "[[tile]]\nid = \"same\"\nrun = [\"true\"]\n",
    "[[tile]]\nname = \"Folder\"\ntiles = [{run = [\"true\"]}]\n",
    "  [[tile]]\n  nmae = \"x\"\n", "[[tile]]\nname = 5\n", "[tile.environment]\nA = \"1\"\n",
    "[[tile.tiles]]\n",
    "[[shelf]]\nname = \"S\"\n[[shelf.tile]]\nrun = [\"true\"]\n", "[shelf.carousel]\nwrap = true\n",
    "[theme]\nlook = \"dark\"\n", "# [[tile]]\n", "back = \"\"\"\n[[tile]]\n\"\"\"\n", "\r\n",
    "x = [\n[[tile]]\n]\n",
    "tile = []\n", "[tile]\n", "x = \n", "[[tile\n", "\"\n", "]]\n", "ü = 1\n",
  ]

  @Test func whateverStandsInThem() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    for number in 0..<400 {
      let count = Int.random(in: 1...12, using: &random)
      let text = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      try expectSame(text, "seed \(seed), text \(number)")
    }
  }

  /// The first drop-in is sound, and the next one is not: what the others say stays.
  @Test func severalLongFilesSayWhatTheySayWhole() throws {
    let many = String(repeating: Self.tile + "id = \"same\"\n" + Self.folder, count: 9)
    let files = [
      ("a", Self.tile + many), ("b", many + "[[tile]\n"), ("c", many + "[theme]\ntext-scale = 2\n"),
    ]
    try expectSame(many, "three drop-ins", dropIns: files)
    try expectSame("", "drop-ins alone", dropIns: files)
  }

  @Test func soManyProblemsThatNotAllAreListed() throws {
    let problems = String(repeating: "[[tile]]\nnmae = \"x\"\nrun = [\"true\"]\n", count: 1200)
    try expectSame("[theme]\nlook = 3\n" + problems, "problems", sizes: [20_000])
  }

  @Test(arguments: [0, 1, 3, 50]) func anyNumberOfThreadsHandsThePartsOverInTheirOrder(helpers: Int) throws {
    let text = (0..<40).map { "[[tile]]\nid = \"\($0)\"\n" }.joined()
    let source = try TOMLSource(Array(text.utf8), translatable: [], partSize: 1)
    for _ in 0..<20 {
      var lines: [Int] = []
      try TOMLParts(source, helpers: helpers).forEach { document in
        guard case .array(let tiles) = document.root.entries.first?.node.value else { return }
        lines += tiles.map(\.position.line)
      }
      #expect(lines == (0..<40).map { $0 * 2 + 1 })
    }
  }

  @Test(arguments: [0, 3]) func theFirstWrongPartEndsItAndSaysWhere(helpers: Int) throws {
    let text = (0..<40).map { "[[tile]]\nid = \($0 % 20 == 15 ? "" : "\"x\"")\n" }.joined()
    let source = try TOMLSource(Array(text.utf8), translatable: [], partSize: 1)
    var count = 0
    let fault = #expect(throws: TOMLDocument.Fault.self) {
      try TOMLParts(source, helpers: helpers).forEach { _ in count += 1 }
    }
    #expect(count == 15 && fault?.position?.line == 32)
  }

  private func expectSame(
    _ text: String, _ what: String, dropIns: [(name: String, text: String)] = [], sizes: [Int] = [1, 100]
  ) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("rotunda.toml", text.utf8)
    for file in dropIns { try directory.write("rotunda.d/\(file.name).toml", file.text.utf8) }
    let environment = ["HOME": directory.path, "PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": "/nowhere"]
    let whole = ConfigurationLoader(environment: environment, partSize: .max).load(path)
    for size in sizes {
      #expect(
        ConfigurationLoader(environment: environment, partSize: size).load(path) == whole, "\(what): \(text)")
    }
  }
}
