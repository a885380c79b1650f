import Configuration
import ConfigurationFile
import Editing
import FileSystem
import Programs
import SeededRandom
import TemporaryFiles
import Testing

/// A kiosk's files, and editing sessions on them.
struct EditingStage {
  let directory: TemporaryDirectory
  let main: String
  let loader: ConfigurationLoader

  init(_ text: String, edited: String? = nil, dropIns: [String: String] = [:]) throws {
    directory = try TemporaryDirectory()
    main = try directory.write("rotunda.toml", text)
    for (name, text) in dropIns { try directory.write("rotunda.d/\(name)", text) }
    if let edited { try directory.write("rotunda.d/80-edited.toml", edited) }
    loader = ConfigurationLoader(
      environment: ["HOME": directory.path, "PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": "/nowhere"],
      notesTiles: true)
  }

  func session() -> EditingSession { EditingSession(loader, path: main) }

  /// Reads the launcher's configuration after writing a session's text to the disk.
  func read(_ session: EditingSession) throws -> LoadedConfiguration {
    try directory.write("rotunda.d/80-edited.toml", session.text)
    return ConfigurationLoader(
      environment: ["HOME": directory.path, "PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": "/nowhere"]
    ).load(main)
  }

  /// Three tiles and a folder, on two shelves.
  static let tiles = """
    [brand]
    name = "Museum"

    [[tile]]
    id = "plan"
    name = "Plan"
    badge = "new"
    url = "https://example.org/plan"

    [[tile]]
    id = "cafe"
    name = "Café"
    url = "https://example.org/cafe"

    [[tile]]
    name = "Games"
    tiles = [{ id = "chess", url = "https://example.org/chess" }, { id = "go", url = "https://example.org/go" }]

    [[shelf]]
    id = "films"
    name = "Films"
    [[shelf.tile]]
    id = "moon"
    url = "https://example.org/moon"

    """
}

extension EditingSession {
  /// The ids of all tiles by shelf and folder.
  var places: String {
    func text(_ tiles: [Tile]) -> String {
      tiles.map { $0.id + ($0.inside.isEmpty ? "" : "(\(text($0.inside)))") }.joined(separator: " ")
    }
    return ([configuration.tiles] + configuration.shelves.map(\.tiles)).map(text).joined(separator: " | ")
  }
}

@Suite struct EditingSessionTests {
  @Test func keyIsSetAndUnset() throws {
    let stage = try EditingStage(EditingStage.tiles)
    var session = stage.session()
    #expect(!session.isChanged && session.text == "")
    try session.apply([.set("brand.name", .text("Town museum"))])
    #expect(session.configuration.brand.name?.text == "Town museum")
    #expect(session.isChanged && session.state.canUndo && !session.state.canRedo)
    #expect(session.state.origins["brand.name"]?.place.layer == .edited)
    try session.apply([.unset("brand.name")])
    #expect(session.configuration.brand.name?.text == "Museum")
    #expect(session.text == "" && !session.isChanged)
    session.undo()
    #expect(session.configuration.brand.name?.text == "Town museum")
    session.undo()
    session.redo()
    #expect(session.configuration.brand.name?.text == "Town museum")
    let origin = try #require(stage.session().state.origins["brand.name"])
    #expect(origin.place == ConfigurationPlace(.handWritten, file: stage.main, line: 2, column: 1))
  }

  @Test func aTileOfAnotherFileIsChanged() throws {
    let stage = try EditingStage(EditingStage.tiles)
    var session = stage.session()
    try session.apply([
      .setTile("plan", key: "name", .translated("Floor plan", ["de": "Lageplan"])),
      .setTile("chess", key: "url", .text("https://example.org/chess2")),
      .clearTile("plan", key: "badge"),
    ])
    let tile = try #require(session.configuration.tiles.first)
    #expect(tile.id == "plan" && tile.name?.translations["de"] == "Lageplan" && tile.look.badge == nil)
    #expect(
      session.configuration.allTiles.first { $0.id == "chess" }?.action
        == .browse(WebPage("https://example.org/chess2")))
    #expect(session.state.tiles["plan"]?.changed == ["name", "unset"])
    #expect(try stage.read(session).configuration == session.configuration)
    try session.apply([.unsetTile("plan", key: "badge"), .unsetTile("plan", key: "name")])
    #expect(session.configuration.tiles.first?.look.badge?.text == "new")
    #expect(session.configuration.tiles.first?.name?.text == "Plan")
  }

  @Test func aTileOpensSomethingElse() throws {
    let stage = try EditingStage(EditingStage.tiles)
    var session = stage.session()
    try session.apply([.setTile("plan", key: "run", .texts(["sh", "-c", "true"]))])
    #expect(session.configuration.tiles[0].action == .run(Command(["sh", "-c", "true"])))
    try session.apply([.setTile("plan", key: "url", .text("https://example.org/"))])
    #expect(session.configuration.tiles[0].action == .browse(WebPage("https://example.org/")))
    #expect(!session.text.contains("run"))
  }

  /// Permissions of a page are an error on a tile that opens a program, and the other way around.
  @Test func aTileOfTheEditorLosesFormerPermissions() throws {
    let stage = try EditingStage(EditingStage.tiles)
    var session = stage.session()
    try session.apply([
      .addTile(
        id: "new",
        [
          .init("name", .text("New")), .init("url", .text("https://example.org/")),
          .init("allow", .texts(["camera"])), .init("hosts", .texts(["example.net"])),
        ], at: nil)
    ])
    try session.apply([.setTile("new", key: "run", .texts(["true"]))])
    #expect(!session.text.contains("allow") && !session.text.contains("hosts"))
    try session.apply([.setTile("new", key: "devices", .texts(["camera"]))])
    try session.apply([.setTile("new", key: "url", .text("https://example.org/"))])
    #expect(!session.text.contains("devices"))
    #expect(try stage.read(session).diagnostics == [])
  }

  @Test(
    "a tile moves",
    arguments: [
      (Edit.moveTile("cafe", .before("plan")), "cafe plan Games(chess go) | moon"),
      (.moveTile("plan", .after("moon")), "cafe Games(chess go) | moon plan"),
      (.moveTile("cafe", .into("Games")), "plan Games(chess go cafe) | moon"),
      (.moveTile("chess", .before("plan")), "chess plan cafe Games(go) | moon"),
      (.moveTile("moon", .into("")), "plan cafe Games(chess go) moon | "),
      (.moveTile("Games", .into("films")), "plan cafe | moon Games(chess go)"),
      (.removeTile("chess"), "plan cafe Games(go) | moon"),
      (.removeTile("Games"), "plan cafe | moon"),
    ])
  func moves(edit: Edit, expected: String) throws {
    let stage = try EditingStage(EditingStage.tiles)
    var session = stage.session()
    try session.apply([edit])
    #expect(session.places == expected)
    #expect(try stage.read(session).configuration == session.configuration)
    session.undo()
    #expect(session.places == "plan cafe Games(chess go) | moon" && session.text == "")
  }

  @Test func movingBackLeavesNoEdit() throws {
    let stage = try EditingStage(EditingStage.tiles)
    var session = stage.session()
    try session.apply([.moveTile("cafe", .before("plan"))])
    try session.apply([.moveTile("moon", .into("Games"))])
    try session.apply([.moveTile("cafe", .after("plan")), .moveTile("moon", .into("films"))])
    #expect(session.places == "plan cafe Games(chess go) | moon" && session.text == "")
  }

  @Test func tilesAreAddedAndRemoved() throws {
    let stage = try EditingStage(EditingStage.tiles)
    var session = stage.session()
    let keys = [
      Edit.TileKey("name", .text("Café")), Edit.TileKey("url", .text("https://example.org/b")),
    ]
    try session.apply([.addTile(keys, at: .after("plan"))])
    #expect(session.places == "plan café cafe Games(chess go) | moon")
    try session.apply([
      .addTile(id: "more", [.init("name", .text("More")), .init("tiles", .noTiles)], at: .before("plan")),
      .moveTile("café", .into("more")), .moveTile("plan", .into("more")),
    ])
    #expect(session.places == "more(café plan) cafe Games(chess go) | moon")
    #expect(try stage.read(session).configuration == session.configuration)
    try session.apply([.removeTile("more")])
    #expect(session.places == "cafe Games(chess go) | moon")
    #expect(session.state.hidden.map(\.id) == ["plan"])
    try session.apply([.restoreTile("plan")])
    #expect(session.places == "plan cafe Games(chess go) | moon" && session.text == "")
  }

  @Test func anEmptyFolderIsRefused() throws {
    var session = try EditingStage(EditingStage.tiles).session()
    let refusal = #expect(throws: EditRefusal.self) {
      try session.apply([.addTile([.init("name", .text("More")), .init("tiles", .noTiles)])])
    }
    #expect(refusal?.reason == .invalid && refusal?.diagnostic.key == "tile.tiles")
    #expect(!session.isChanged)
  }

  @Test(
    "edits that the check rejects are refused",
    arguments: [
      (Edit.set("brand.nam", .text("x")), "brand.nam: there is no such key, did you mean 'brand.name'?"),
      (.set("carousel.layout", .text("weel")), "carousel.layout: must be one of"),
      (.set("brand.name", EditedValue(toml: "1 # a")), "brand.name: is not a value"),
      (.set("brand.name", EditedValue(toml: "1\nlogo = 2")), "brand.name: must be on one line"),
      (.set("brand.name", EditedValue(toml: "\"a")), "brand.name: "),
      (.setTile("plam", key: "name", .text("x")), "there is no tile 'plam', did you mean 'plan'?"),
      (.setTile("plan", key: "nam", .text("x")), "tile.nam: there is no such key, did you mean 'name'?"),
      (.setTile("plan", key: "badge", .number(1.5)), "tile.badge: must be a text, not a number"),
      (.moveTile("Games", .into("Games")), "'Games' cannot go to 'Games'"),
      (.moveTile("plan", .into("cafe")), "'plan' cannot go to 'cafe'"),
      (
        .addTile(id: "plan", [.init("url", .text("https://a.org/"))]),
        "tile.id: 'plan' is already the id of another tile"
      ),
    ])
  func refuses(edit: Edit, expected: String) throws {
    var session = try EditingStage(EditingStage.tiles).session()
    let refusal = #expect(throws: EditRefusal.self) { try session.apply([edit]) }
    #expect(
      refusal?.diagnostic.description.contains(expected) == true, "\(refusal?.diagnostic.description ?? "")")
    #expect(session.text == "")
  }

  @Test func shelvesAreAddedNamedAndRemoved() throws {
    let stage = try EditingStage(EditingStage.tiles)
    var session = stage.session()
    func names(_ session: EditingSession) -> [String] {
      session.configuration.shelves.map { "\($0.id)=\($0.name?.text ?? "")" }
    }
    try session.apply([.addShelf(name: .text("For children"))])
    #expect(names(session) == ["films=Films", "for-children=For children"])
    #expect(session.text.hasSuffix("[[shelf]]\nid = \"for-children\"\nname = \"For children\"\n"))
    #expect(session.state.shelves["for-children"] == ShelfOrigin(canBeRemoved: true))
    try session.apply([
      .nameShelf("for-children", .translated("Kids", ["de": "Kinder"])), .nameShelf("films", .text("Movies")),
    ])
    #expect(names(session) == ["films=Movies", "for-children=Kids"])
    #expect(session.text.contains("[[shelf-change]]\nid = \"films\"\nname = \"Movies\"\n"))
    try session.apply([.nameShelf("films", .text("Cinema"))])
    #expect(session.text.components(separatedBy: "[[shelf-change]]").count == 2)
    try session.apply([.moveTile("plan", .into("for-children"))])
    #expect(session.places == "cafe Games(chess go) | moon | plan")
    #expect(session.state.shelves["for-children"] == ShelfOrigin(canBeRemoved: false))
    #expect(try stage.read(session).configuration == session.configuration)
    for id in ["for-children", "films"] {
      let refusal = #expect(throws: EditRefusal.self) { try session.apply([.removeShelf(id)]) }
      #expect(refusal?.reason == .invalid)
    }
    session.undo()
    try session.apply([.removeShelf("for-children")])
    #expect(names(session) == ["films=Cinema"])
    while session.state.canUndo { session.undo() }
    #expect(session.text == "")
    while session.state.canRedo { session.redo() }
    #expect(names(session) == ["films=Cinema"])
  }

  /// A place names a shelf and a folder in the same way.
  @Test func newTileHasNoIDOfAShelf() throws {
    var session = try EditingStage(EditingStage.tiles).session()
    try session.apply([.addTile([.init("name", .text("Films")), .init("url", .text("https://a.org/"))])])
    #expect(session.places == "plan cafe Games(chess go) films-2 | moon")
  }

  @Test func editorKeepsShelvesOfLaterAndLockedFiles() throws {
    let later = "[[shelf-change]]\nid = \"films\"\nname = \"Last\"\n"
    let stage = try EditingStage(EditingStage.tiles, dropIns: ["90-last.toml": later])
    var session = stage.session()
    #expect(session.configuration.shelves.first?.name?.text == "Last")
    let refusal = #expect(throws: EditRefusal.self) { try session.apply([.nameShelf("films", .text("x"))]) }
    #expect(refusal?.diagnostic.message.contains("90-last.toml:1:") == true)
    #expect(session.state.shelves["films"]?.barrier != nil)
    let bundle = try EditingStage("[kiosk]\nlocked = [\"tile\"]\n" + EditingStage.tiles)
    var locked = bundle.session()
    for edit in [Edit.addShelf(name: .text("x")), .nameShelf("films", .text("x"))] {
      let refusal = #expect(throws: EditRefusal.self) { try locked.apply([edit]) }
      guard case .barrier(.locked)? = refusal?.reason else {
        Issue.record("\(edit): \(String(describing: refusal))")
        continue
      }
    }
    let unknown = #expect(throws: EditRefusal.self) { try session.apply([.nameShelf("filmz", .text("x"))]) }
    #expect(unknown?.diagnostic.description.contains("did you mean 'films'") == true)
  }

  @Test func laterFileWins() throws {
    let stage = try EditingStage(
      EditingStage.tiles,
      dropIns: [
        "90-last.toml":
          "[brand]\nname = \"Last\"\n[[tile-change]]\nid = \"cafe\"\nbadge = \"x\"\nafter = \"Games\"\n"
      ])
    var session = stage.session()
    let place = ConfigurationPlace(
      .handWritten, file: "\(stage.directory.path)/rotunda.d/90-last.toml", line: 2, column: 1)
    #expect(session.state.origins["brand.name"] == KeyOrigin(place: place, barrier: .overridden(place)))
    let refusal = #expect(throws: EditRefusal.self) { try session.apply([.set("brand.name", .text("x"))]) }
    #expect(refusal?.reason == .barrier(.overridden(place)))
    for edit in [Edit.setTile("cafe", key: "badge", .text("y")), .moveTile("cafe", .before("plan"))] {
      let refusal = #expect(throws: EditRefusal.self) { try session.apply([edit]) }
      #expect(refusal?.diagnostic.message.contains("90-last.toml") == true)
    }
    try session.apply([.setTile("cafe", key: "name", .text("Coffee"))])
  }

  @Test func aBundleLocksKeysAndTiles() throws {
    let stage = try EditingStage(
      "[kiosk]\nlocked = [\"brand\", \"theme.name\", \"tile\"]\n" + EditingStage.tiles,
      dropIns: ["50-place.toml": "[brand]\nname = \"Mine\"\n[[tile]]\nurl = \"https://a.org/\"\n"])
    var session = stage.session()
    #expect(session.configuration.brand.name?.text == "Museum" && session.configuration.tiles.count == 3)
    let messages = session.loaded.diagnostics.map(\.description)
    #expect(messages.contains { $0.contains("warning: brand.name: has no effect: it is locked by") })
    let place = ConfigurationPlace(.bundle, file: stage.main, line: 2, column: 11)
    #expect(session.state.origins["brand.name"]?.barrier == .locked(place))
    for edit in [
      Edit.set("brand.name", .text("x")), .set("theme.name", .text("dark")), .removeTile("plan"),
      .moveTile("plan", .after("cafe")), .addTile([.init("url", .text("https://a.org/"))]),
    ] {
      let refusal = #expect(throws: EditRefusal.self) { try session.apply([edit]) }
      guard case .barrier(.locked)? = refusal?.reason else {
        Issue.record("\(edit): \(String(describing: refusal))")
        continue
      }
    }
    try session.apply([.set("idle.blank-after", .text("10min"))])
  }

  @Test func unknownContentStays() throws {
    let edited =
      "# by hand\n[gestures]\ntouch-slop = 4 # mm\n\n[[tile-change]]\nid = \"cafe\" # the café\nbadge = 3\n"
    let stage = try EditingStage(EditingStage.tiles, edited: edited)
    var session = stage.session()
    try session.apply([.set("brand.name", .text("x")), .setTile("cafe", key: "badge", .text("open"))])
    #expect(
      session.text == edited.replacing("badge = 3", with: "badge = \"open\"") + "\n[brand]\nname = \"x\"\n")
  }

  @Test func aBrokenEditedFileIsNotTouched() throws {
    let stage = try EditingStage(EditingStage.tiles, edited: "[brand\n")
    var session = stage.session()
    let refusal = #expect(throws: EditRefusal.self) { try session.apply([.set("brand.name", .text("x"))]) }
    #expect(refusal?.reason == .unreadable && session.text == "[brand\n")
  }

  @Test func theEditedFileCountsBesidePackagedFiles() throws {
    let home = try TemporaryDirectory()
    let loader = ConfigurationLoader(
      environment: ["CONFIGURATION_DIRECTORY": home.path, "PATH": "/bin"], notesTiles: true)
    #expect(loader.editedFile(of: nil) == "\(home.path)/rotunda.d/80-edited.toml")
    var session = EditingSession(loader)
    #expect(
      loader.isFirstRun() == (loader.locate() == nil || loader.locate()?.hasPrefix("/usr/share") == true)
    )
    try session.apply([
      .set("kiosk.packaged", .boolean(false)),
      .addTile([.init("name", .text("A")), .init("url", .text("https://a.org/"))]),
    ])
    try home.write("rotunda.d/80-edited.toml", session.text)
    let loaded = loader.load()
    #expect(loaded.configuration.tiles.map(\.id) == ["a"] && loaded.isReadable && !loaded.hasErrors)
    #expect(!loader.isFirstRun())
  }
}
