import Configuration
import ConfigurationFile
import Gestures
import TemporaryFiles
import Testing

@Suite struct GestureBindingTests {
  private static let tiles = """

    [[tile]]
    id = "plan"
    name = "Floor plan"
    run = ["true"]
    [[tile]]
    name = "Quiz"
    run = ["true"]

    """

  @Test(arguments: GestureTrigger.all) func everyGestureCanBeBound(trigger: GestureTrigger) throws {
    // Swipes along the tiles' direction turn the tiles unless scrolling is off.
    let carousel = "[carousel]\nscroll-enabled = false\n"
    let reading = try Reading(
      "\(carousel)[gestures]\n\(trigger.name) = \"back\"\ntwo-finger-tap = \"open\"" + Self.tiles)
    let isOpener = trigger == .multiTap(fingers: 2)
    #expect(reading.messages.count == (isOpener ? 1 : 0))
    if !isOpener { #expect(reading.configuration.gestures.bindings[trigger] == .back) }
  }

  @Test(arguments: ShellAction.plain + [.openTile("plan"), .openTile("Quiz")]) func everyActionCanBeNamed(
    action: ShellAction
  ) throws {
    let reading = try Reading(
      "[kiosk]\npower-actions = true\n[gestures]\nedge-swipe-left = \"\(action.word)\"" + Self.tiles)
    // Locking needs a PIN, which is missing here.
    #expect(reading.messages.count == (action == .lock ? 1 : 0))
    #expect(reading.configuration.gestures.bindings[.edgeSwipe(.left)] == action)
  }

  @Test(
    "mistakes are named with their place, and the default stays",
    arguments: [
      (
        "rotate = \"hom\"",
        "2:10: error: gestures.rotate: must be \(ConfigurationKey.Kind.action), not \"hom\", did you mean 'home'?"
      ),
      ("rotate = 3", "2:10: error: gestures.rotate: must be \(ConfigurationKey.Kind.action), not an integer"),
      ("rotat = \"home\"", "2:1: error: gestures.rotat: there is no such key, did you mean 'rotate'?"),
      (
        "rotate = \"open:plam\"",
        "2:10: error: gestures.rotate: there is no tile 'plam', did you mean 'open:plan'?"
      ),
      (
        "rotate = \"open:\"",
        "2:10: error: gestures.rotate: must be \(ConfigurationKey.Kind.action), not \"open:\", did you mean 'open'?"
      ),
      ("rotate = \"open:something else\"", "2:10: error: gestures.rotate: there is no tile 'something else'"),
      (
        "tap = \"home\"",
        "2:7: error: gestures.tap: nothing else opens tiles: bind open to another gesture first, double-tap for example"
      ),
      (
        "tap = \"none\"",
        "2:7: error: gestures.tap: nothing else opens tiles: bind open to another gesture first, double-tap for example"
      ),
      (
        "  swipe-left = \"home\"",
        "2:16: error: gestures.swipe-left: swipes along the row of tiles turn the carousel: bind swipes across the row, or an edge"
      ),
      (
        "flick-right = \"home\"",
        "2:15: error: gestures.flick-right: swipes along the row of tiles turn the carousel: bind swipes across the row, or an edge"
      ),
      (
        "swipe-up = \"home\"\n[carousel]\norientation = \"vertical\"",
        "2:12: error: gestures.swipe-up: swipes along the row of tiles turn the carousel: bind swipes across the row, or an edge"
      ),
      (
        "swipe-up = \"home\"\n[carousel]\nignore-perpendicular-swipes = false",
        "2:12: error: gestures.swipe-up: every swipe turns the carousel, because ignore-perpendicular-swipes is false"
      ),
      (
        "flick-down = \"home\"\n[carousel]\npan-vector = [1, 0]\nignore-perpendicular-swipes = false",
        "2:14: error: gestures.flick-down: every swipe turns the carousel, because ignore-perpendicular-swipes is false"
      ),
      (
        "long-press = \"home\"\nlong-press-drag = \"back\"",
        "3:19: error: gestures.long-press-drag: begins like long-press and cannot be distinguished from it: bind one of them to none"
      ),
    ])
  func conflicts(lines: String, message: String) throws {
    let reading = try Reading("[gestures]\n\(lines)" + Self.tiles)
    #expect(reading.messages == ["rotunda.toml:\(message)"])
    var bindings = reading.configuration.gestures.bindings
    bindings[.longPress] = ShellAction.none
    #expect(bindings == GestureSettings.standardBindings)
  }

  @Test(
    "similar bindings do not conflict",
    arguments: [
      "tap = \"none\"\ndouble-tap = \"open\"", "double-tap = \"home\"", "edge-swipe-left = \"next-tile\"",
      "swipe-left = \"none\"\nflick-right = \"none\"", "long-press = \"none\"\nlong-press-drag = \"back\"",
      "swipe-left = \"home\"\n[carousel]\norientation = \"vertical\"",
      "swipe-left = \"home\"\n[carousel]\nscroll-enabled = false",
      "swipe-up = \"home\"\nswipe-left = \"home\"\n[carousel]\npan-vector = [-1, -1]",
      "two-finger-swipe-left = \"home\"\npinch-in = \"home\"\nrotate = \"home\"",
    ])
  func noConflict(lines: String) throws {
    #expect(try Reading("[gestures]\n\(lines)" + Self.tiles).messages == [])
  }

  @Test func conflictIsNamedInTheGesturesFile() throws {
    let directory = try TemporaryDirectory()
    try directory.write("rotunda.d/10.toml", "[gestures]\nswipe-up = \"home\"\n")
    try directory.write("rotunda.d/20.toml", "[carousel]\norientation = \"vertical\"\n")
    let path = try directory.write("rotunda.toml", Self.tiles)
    let loaded = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin"]).load(path)
    #expect(loaded.diagnostics.map(\.file) == ["\(directory.path)/rotunda.d/10.toml"])
    #expect(loaded.diagnostics.map(\.line) == [2])
  }

  @Test(arguments: [
    ("id = \"a b\"", "3:6: error: tile.id: must be a word, without blanks"),
    ("id = \"\"", "3:6: error: tile.id: must be a word, without blanks"),
    ("id = 3", "3:6: error: tile.id: must be a word, not an integer"),
    ("on-home = \"stay\"", "3:11: error: tile.on-home: must be one of \"close\", \"keep\", not \"stay\""),
  ])
  func tileNameAndProgramFateAreRead(line: String, message: String) throws {
    let reading = try Reading("[[tile]]\nrun = [\"true\"]\n\(line)\n")
    #expect(reading.messages == ["rotunda.toml:\(message)"])
    #expect(reading.configuration.tiles.map(\.onHome) == [.close])
    let good = try Reading("[[tile]]\nrun = [\"true\"]\nid = \"clock\"\non-home = \"keep\"\n")
    #expect(
      good.configuration.tiles.map(\.id) == ["clock"] && good.configuration.tiles.map(\.onHome) == [.keep])
  }

  @Test func duplicateTileIdIsReported() throws {
    let tile = "[[tile]]\nid = \"x\"\nrun = [\"true\"]\n"
    let reading = try Reading(tile + tile)
    #expect(reading.messages == ["rotunda.toml:5:6: error: tile.id: 'x' is already the id of another tile"])
    #expect(Set(reading.configuration.tiles.map(\.id)).count == 2)
  }
}
