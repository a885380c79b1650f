import Configuration
import ConfigurationFile
import Editing
import Foundation
import SeededRandom
import TemporaryFiles
import Testing

/// Random changes, compared with a model without files.
@Suite struct EditingPropertyTests {
  /// The expected tiles.
  private struct Model {
    struct Node {
      var id: String
      var inside: [Node]?
    }

    /// The first carousel, and the shelf with the id films.
    var shelves: [[Node]] = [
      [
        Node(id: "plan"), Node(id: "cafe"),
        Node(id: "Games", inside: [Node(id: "chess"), Node(id: "go")]),
      ],
      [Node(id: "moon")],
    ]
    /// The ids of the shelves below the first carousel.
    var shelfIDs = ["films"]
    var shelfNames = ["films": "Films"]
    var keys: [String: String] = [:]
    var badges: [String: String] = ["plan": "new"]

    var places: String {
      func text(_ nodes: [Node]) -> String {
        nodes.compactMap { node in
          guard let inside = node.inside else { return node.id }
          return inside.isEmpty ? nil : "\(node.id)(\(text(inside)))"
        }.joined(separator: " ")
      }
      return shelves.map(text).joined(separator: " | ")
    }

    var all: [Node] { shelves.flatMap { $0.flatMap { [$0] + ($0.inside ?? []) } } }

    mutating func take(_ id: String) -> Node? {
      for shelf in shelves.indices {
        if let index = shelves[shelf].firstIndex(where: { $0.id == id }) {
          return shelves[shelf].remove(at: index)
        }
        for folder in shelves[shelf].indices {
          if let index = shelves[shelf][folder].inside?.firstIndex(where: { $0.id == id }) {
            return shelves[shelf][folder].inside?.remove(at: index)
          }
        }
      }
      return nil
    }

    mutating func put(_ node: Node, beside id: String, offset: Int) {
      for shelf in shelves.indices {
        if let index = shelves[shelf].firstIndex(where: { $0.id == id }) {
          return shelves[shelf].insert(node, at: index + offset)
        }
        for folder in shelves[shelf].indices {
          if let index = shelves[shelf][folder].inside?.firstIndex(where: { $0.id == id }) {
            shelves[shelf][folder].inside?.insert(node, at: index + offset)
            return
          }
        }
      }
    }

    mutating func put(_ node: Node, into container: String) {
      if container.isEmpty { return shelves[0].append(node) }
      if let index = shelfIDs.firstIndex(of: container) { return shelves[index + 1].append(node) }
      for shelf in shelves.indices {
        for folder in shelves[shelf].indices where shelves[shelf][folder].id == container {
          shelves[shelf][folder].inside?.append(node)
        }
      }
    }
  }

  private static let keys: [(name: String, values: [(EditedValue, String)])] = [
    ("brand.name", [(.text("A \"b\" \\ c"), #""A \"b\" \\ c""#), (.text("# no"), "\"# no\"")]),
    ("idle.blank-after", [(.text("10min"), "\"10min\""), (.text("never"), "\"never\"")]),
    ("carousel.wrap", [(.boolean(false), "false"), (.boolean(true), "true")]),
    ("carousel.spacing", [(.number(0.5), "0.5"), (.number(2), "2")]),
    ("carousel.tile-size", [(.numbers([300, 400]), "[300, 400]")]),
    ("background.color", [(.text("#102030"), "\"#102030\"")]),
  ]

  /// A file with comments, sections in several forms, and keys that the editor does not know.
  private static let edited = """
    # Mine: keep this.
    header.clock = "24h"   # and this
    [gestures]
    touch-slop = 4

    [[tile-change]] # the café
    id = "cafe"
    description = "Open" # until six

    """

  @Test(arguments: 1...12) func randomEditsAreReadBackEqual(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let stage = try EditingStage(
      EditingStage.tiles, edited: Self.edited,
      dropIns: ["10-place.toml": "# A place\n[idle]\nattract = \"ghost\"\n"])
    let before = try Self.files(stage)
    var (session, model, history) = (stage.session(), Model(), [(text: String, model: Model)]())
    for step in 0..<40 {
      let (text, earlier) = (session.text, model)
      if random.chance(0.15), let last = history.popLast() {
        session.undo()
        model = last.model
        #expect(session.text == last.text, "seed \(seed), step \(step)")
      } else {
        guard let edit = change(&model, &random, step) else { continue }
        try session.apply([edit])
        if session.text != text { history.append((text, earlier)) }
      }
      try #require(session.places == model.places, "seed \(seed), step \(step)")
      let names = Dictionary(
        uniqueKeysWithValues: session.configuration.shelves.map { ($0.id, $0.name?.text ?? "") })
      #expect(names == model.shelfNames, "seed \(seed), step \(step)")
      for (name, value) in model.keys {
        let key = try #require(ConfigurationKey.all.first { $0.dottedName == name })
        #expect(session.configuration.text(of: key) == value, "seed \(seed), step \(step): \(name)")
      }
      for tile in session.configuration.placedTiles {
        #expect(tile.look.badge?.text == model.badges[tile.id], "seed \(seed), step \(step): \(tile.id)")
      }
    }
    // Another process repeats the steps, or this one on the same file.
    #expect(EditScript.steps(of: EditScript.bytes(of: session.steps)) == session.steps, "seed \(seed)")
    if seed % 4 == 0 {
      let (repeated, lost) = session.rebased()
      #expect(repeated.text == session.text && lost == 0 && repeated.base == session.base, "seed \(seed)")
    }
    // The launcher's configuration, and the command's result.
    let read = try stage.read(session)
    #expect(read.configuration == session.configuration, "seed \(seed)")
    #expect(try Self.check(stage.main) == 0, "seed \(seed)")
    let after = try Self.files(stage).filter { $0.key != "rotunda.d/80-edited.toml" }
    #expect(after == before.filter { $0.key != "rotunda.d/80-edited.toml" }, "seed \(seed)")
    for line in Self.edited.split(separator: "\n") {
      #expect(session.text.contains(line), "seed \(seed): \(line)")
    }
    // Undo restores the file byte for byte.
    while session.state.canUndo { session.undo() }
    #expect(session.text == Self.edited, "seed \(seed)")
  }

  /// A change of a model, and its edit; nil if nothing would change.
  private func change(_ model: inout Model, _ random: inout SeededGenerator, _ step: Int) -> Edit? {
    let tiles = model.all
    let tile = random.pick(tiles)
    switch random.integer(0...8) {
    case 0:
      let key = random.pick(Self.keys)
      let value = random.pick(key.values)
      model.keys[key.name] = value.1
      return .set(key.name, value.0)
    case 1:
      model.badges[tile.id] = "b\(step)"
      return .setTile(tile.id, key: "badge", .text("b\(step)"))
    case 2:
      model.badges[tile.id] = nil
      return .clearTile(tile.id, key: "badge")
    case 3:
      let id = "new\(step)"
      let keys = [Edit.TileKey("url", .text("https://example.org/\(step)"))]
      model.put(Model.Node(id: id), beside: tile.id, offset: 1)
      return .addTile(id: id, keys, at: .after(tile.id))
    case 4 where tile.inside == nil && tiles.count > 3:
      _ = model.take(tile.id)
      model.badges[tile.id] = nil
      return .removeTile(tile.id)
    case 5 where random.chance(0.6):
      // Removes an empty shelf before it adds another.
      if let empty = model.shelfIDs.dropFirst().first(where: { id in
        model.shelves[(model.shelfIDs.firstIndex(of: id) ?? 0) + 1].isEmpty
      }), let index = model.shelfIDs.firstIndex(of: empty) {
        model.shelfIDs.remove(at: index)
        model.shelves.remove(at: index + 1)
        model.shelfNames[empty] = nil
        return .removeShelf(empty)
      }
      let id = "shelf\(step)"
      model.shelfIDs.append(id)
      model.shelves.append([])
      model.shelfNames[id] = "Shelf \"\(step)\""
      return .addShelf(id: id, name: .text("Shelf \"\(step)\""))
    case 6:
      let id = random.pick(model.shelfIDs)
      model.shelfNames[id] = "Name \(step)"
      return .nameShelf(id, .text("Name \(step)"))
    default:
      guard tile.inside == nil else { return nil }
      let containers = [""] + model.shelfIDs + tiles.filter { $0.inside?.isEmpty == false }.map(\.id)
      guard let node = model.take(tile.id) else { return nil }
      let others = model.all.filter { $0.inside?.isEmpty != true }
      if random.chance(0.4) || others.isEmpty {
        let container = random.pick(containers)
        model.put(node, into: container)
        return .moveTile(tile.id, .into(container))
      }
      let other = random.pick(others).id
      let isBefore = random.chance(0.5)
      model.put(node, beside: other, offset: isBefore ? 0 : 1)
      return .moveTile(tile.id, isBefore ? .before(other) : .after(other))
    }
  }

  private static func files(_ stage: EditingStage) throws -> [String: Data] {
    let names = FileManager.default.subpaths(atPath: stage.directory.path) ?? []
    var files: [String: Data] = [:]
    for name in names where name.hasSuffix(".toml") {
      files[name] = try Data(contentsOf: URL(filePath: "\(stage.directory.path)/\(name)"))
    }
    return files
  }

  private static func check(_ path: String) throws -> Int32 {
    let process = Process()
    process.executableURL = EditorStage.binary
    process.arguments = ["check", path]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test(arguments: 1...200) func movesLeadFromAnyArrangementToAnyOther(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ids = (0..<random.integer(1...12)).map { "t\($0)" }
    func arrangement() -> TileArrangement {
      // The first two are folders, and folders may be nested.
      var result = TileArrangement([.init("", []), .init("films", []), .init("more", [])])
      for (index, id) in ids.shuffled(using: &random).enumerated() {
        let isFolder = ["t0", "t1", "t2"].contains(id)
        let folders = ids.prefix(index).filter { ["t0", "t1", "t2"].contains($0) && result.contains($0) }
        let place = random.pick(["", "films", "more"] + folders)
        result.add(.init(id, inside: isFolder ? [] : nil), into: place)
      }
      return result
    }
    let (from, to) = (arrangement(), arrangement())
    var current = from
    for move in to.moves(from: from) {
      let isMade = current.move(move.id, to: move.place)
      #expect(isMade, "seed \(seed): \(move)")
    }
    #expect(current == to, "seed \(seed)")
    #expect(to.moves(from: to).isEmpty, "seed \(seed)")
  }
}
