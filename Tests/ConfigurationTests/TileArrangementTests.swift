import Configuration
import Testing

struct TileArrangementTests {
  private typealias Node = TileArrangement.Node

  /// Two shelves: four tiles, and a folder with two tiles.
  private static func arrangement(
    _ first: [String], _ second: [String] = [], inside: [String] = ["x", "y"]
  ) -> TileArrangement {
    func nodes(_ ids: [String]) -> [TileArrangement.Node] {
      ids.map { .init($0, inside: $0 == "folder" ? inside.map { .init($0) } : nil) }
    }
    return TileArrangement([.init("", nodes(first)), .init("films", nodes(second))])
  }

  private static let start = arrangement(["a", "b", "c", "d"], ["folder"])

  private static let moves: [(String, TilePlace, TileArrangement)] = [
    ("d", .before("a"), arrangement(["d", "a", "b", "c"], ["folder"])),
    ("a", .before("d"), arrangement(["b", "c", "a", "d"], ["folder"])),
    ("d", .after("a"), arrangement(["a", "d", "b", "c"], ["folder"])),
    ("a", .after("b"), arrangement(["b", "a", "c", "d"], ["folder"])),
    ("a", .after("d"), arrangement(["b", "c", "d", "a"], ["folder"])),
    ("a", .into("films"), arrangement(["b", "c", "d"], ["folder", "a"])),
    ("folder", .into(""), arrangement(["a", "b", "c", "d", "folder"])),
    ("a", .into("folder"), arrangement(["b", "c", "d"], ["folder"], inside: ["x", "y", "a"])),
    ("a", .after("x"), arrangement(["b", "c", "d"], ["folder"], inside: ["x", "a", "y"])),
    ("x", .after("y"), arrangement(["a", "b", "c", "d"], ["folder"], inside: ["y", "x"])),
    ("y", .before("b"), arrangement(["a", "y", "b", "c", "d"], ["folder"], inside: ["x"])),
  ]

  @Test(arguments: moves)
  func aTileGoesToItsPlace(id: String, place: TilePlace, goal: TileArrangement) {
    var moved = Self.start
    let isMoved = moved.move(id, to: place)
    #expect(isMoved && moved == goal)
  }

  /// One move is enough for each of them.
  @Test(arguments: moves)
  func fewMovesLeadToAnArrangement(id: String, place: TilePlace, goal: TileArrangement) {
    var current = Self.start
    let moves = goal.moves(from: current)
    for move in moves { _ = current.move(move.id, to: move.place) }
    #expect(current == goal && moves.count == 1)
  }

  @Test func anEmptiedPlaceIsFilledAgain() {
    let (full, empty) = (Self.arrangement(["a"], ["folder"]), Self.arrangement(["folder", "a"], []))
    for (from, to) in [(full, empty), (empty, full)] {
      var current = from
      for move in to.moves(from: from) { _ = current.move(move.id, to: move.place) }
      #expect(current == to)
    }
  }

  @Test(arguments: [
    ("a", TilePlace.before("nothing")), ("nothing", .before("a")), ("folder", .into("folder")),
    ("folder", .after("x")), ("a", .after("a")), ("a", .into("b")), ("a", .into("nowhere")),
  ])
  func impossibleMovesChangeNothing(id: String, place: TilePlace) {
    var moved = Self.start
    let isMoved = moved.move(id, to: place)
    #expect(!isMoved && moved == Self.start)
  }

  @Test func everythingInAFolderIsListed() {
    #expect(Self.start.everything(in: "folder") == ["x", "y"] && Self.start.everything(in: "a") == [])
    #expect(Self.start.contains("y") && !Self.start.contains("z"))
  }
}
