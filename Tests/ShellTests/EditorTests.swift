import Configuration
import Gestures
import RotundaGeometry
import Programs
import Scene
import Testing

@testable import Shell

/// An editing session without files. It moves, removes, adds and renames tiles.
private struct SessionStandIn {
  private(set) var now: KioskConfiguration
  private let saved: KioskConfiguration
  private var (past, future): ([KioskConfiguration], [KioskConfiguration]) = ([], [])
  private var removed: [Tile] = []
  var barriers: [String: EditBarrier] = [:]
  var refusal: EditRefusal?

  init(_ configuration: KioskConfiguration) { (now, saved) = (configuration, configuration) }

  var state: EditingState {
    var state = EditingState(configuration: now)
    (state.isChanged, state.canUndo, state.canRedo) = (now != saved, !past.isEmpty, !future.isEmpty)
    state.hidden = removed
    for shelf in now.shelves { state.shelves[shelf.id] = ShelfOrigin(canBeRemoved: shelf.tiles.isEmpty) }
    for tile in now.allTiles {
      let place = ConfigurationPlace(.handWritten, file: "/etc/rotunda.toml", line: 3, column: 1)
      state.tiles[tile.id] = TileOrigin(place: place, barrier: barriers[tile.id])
    }
    return state
  }

  mutating func answer(_ request: EditingRequest) -> ShellEvent? {
    switch request {
    case .begin: break
    case .end, .forgetRight: return nil
    case .undo:
      guard let last = past.popLast() else { break }
      future.append(now)
      now = last
    case .redo:
      guard let next = future.popLast() else { break }
      past.append(now)
      now = next
    case .apply(let edits):
      if let refusal { return .editRefused(refusal) }
      past.append(now)
      future = []
      for edit in edits { apply(edit) }
    }
    return .edited(state, shelves: shelves)
  }

  private mutating func apply(_ edit: Edit) {
    switch edit {
    case .moveTile(let id, let place):
      guard let path = now.path(ofTile: id), let tile = now.removeTile(at: path) else { return }
      put(tile, place)
    case .removeTile(let id):
      guard let path = now.path(ofTile: id), let tile = now.removeTile(at: path) else { return }
      removed.append(tile)
    case .restoreTile(let id):
      guard let index = removed.firstIndex(where: { $0.id == id }) else { return }
      now.tiles.append(removed.remove(at: index))
    case .addTile(let id, let keys, let place):
      let name = keys.first { $0.name == "name" }?.value.toml.replacing("\"", with: "") ?? ""
      let isFolder = keys.contains { $0.name == "tiles" }
      let action: TileAction = isFolder ? .folder([]) : .run(Command(["x"]))
      put(Tile(id: id ?? name, name: LocalizedText(name), action: action), place ?? .into(""))
    case .setTile(let id, "name", let value):
      guard let path = now.path(ofTile: id), var tile = now.tile(at: path) else { return }
      tile.name = LocalizedText(value.toml.replacing("\"", with: ""))
      now.replaceTile(at: path, with: tile)
    case .addShelf(_, let name):
      let name = name.toml.replacing("\"", with: "")
      now.shelves.append(
        ShelfSettings(name: LocalizedText(name), id: name, carousel: CarouselSettings(), tiles: []))
    case .nameShelf(let id, let name):
      guard let index = now.shelves.firstIndex(where: { $0.id == id }) else { return }
      now.shelves[index].name = LocalizedText(name.toml.replacing("\"", with: ""))
    case .removeShelf(let id): now.shelves.removeAll { $0.id == id }
    default: break
    }
  }

  private mutating func put(_ tile: Tile, _ place: TilePlace) {
    switch place {
    case .before(let other), .after(let other):
      guard var path = now.path(ofTile: other), let last = path.indexes.popLast() else { return }
      let isAfter = if case .after = place { true } else { false }
      path.indexes.append(last + (isAfter ? 1 : 0))
      now.insert(tile, at: path)
    case .into(let id):
      guard !id.isEmpty else { return now.tiles.append(tile) }
      if let shelf = now.shelves.firstIndex(where: { $0.id == id }) {
        return now.shelves[shelf].tiles.append(tile)
      }
      guard var path = now.path(ofTile: id), let folder = now.tile(at: path) else { return }
      path.indexes.append(folder.inside.count)
      now.insert(tile, at: path)
    }
  }

  private var shelves: [LauncherShelf] {
    now.allShelves.map { shelf in
      LauncherShelf(
        name: shelf.name?.text, settings: shelf.carousel,
        tiles: shelf.tiles.map { tile in
          LauncherTile(tile, languages: ["en"]) { _ in .failure(.noDesktopEntryGroup) }
        })
    }
  }
}

/// An operator who uses the editor with a finger.
private final class EditorStage {
  let stage: ShellStage
  var session: SessionStandIn
  private var answered = 0
  private(set) var requests: [EditingRequest] = []

  static let tiles: [Tile] =
    ["plan", "cafe", "shop"].map { tile($0) } + [
      Tile(id: "games", name: LocalizedText("Games"), action: .folder([tile("chess"), tile("go")]))
    ]

  static func tile(_ id: String) -> Tile {
    Tile(id: id, name: LocalizedText(id.capitalizedWord), action: .run(Command([id])))
  }

  init(
    size: Size = Size(1280, 800), shelves: [ShelfSettings] = [], tiles: [Tile] = EditorStage.tiles,
    mirrored: Bool = false, change: (inout KioskConfiguration) -> Void = { _ in }
  ) {
    stage = ShellStage(size: size) {
      $0.access.isMirrored = mirrored
      change(&$0)
    }
    var configuration = KioskConfiguration.plain
    configuration.access.isMirrored = mirrored
    change(&configuration)
    (configuration.tiles, configuration.shelves) = (tiles, shelves)
    session = SessionStandIn(configuration)
  }

  var shell: Shell { stage.shell }

  /// Answers the shell's requests to the session until nothing moves.
  func settle() {
    for _ in 0..<20 {
      _ = stage.settle()
      let new = Array(stage.effects.dropFirst(answered))
      answered = stage.effects.count
      let asked = new.compactMap { if case .edit(let request) = $0 { request } else { nil } }
      guard !asked.isEmpty else { return }
      for request in asked {
        requests.append(request)
        if let event = session.answer(request) { stage.send(event) }
      }
    }
  }

  /// Answers the last request to save.
  func answerSave(_ refusal: SaveRefusal? = nil) {
    let number = stage.saves.last?.number ?? 0
    stage.send(refusal.map { .saveRefused(number, $0) } ?? .saved(number))
    settle()
  }

  func begin() -> EditorStage {
    stage.send(.focus(true))
    stage.shell.withOutbox(&stage.effects) { $0.perform(.editScreen) }
    settle()
    return self
  }

  func element(_ label: String) throws -> Element {
    let all = shell.elements().flatMap { $0.role == .group ? shell.elements(in: $0.id) : [$0] }
    return try #require(all.first { $0.label == label }, "there is no \(label) among \(all.map(\.label))")
  }

  func tap(_ labels: String...) throws {
    for label in labels {
      let frame = try #require(try element(label).frame, "\(label) is not visible")
      stage.tap(frame.center)
      stage.wait(0.5)
      settle()
    }
  }

  func press(_ keys: Key...) {
    for key in keys {
      stage.send(.key(KeyEvent(key)))
      stage.send(.key(KeyEvent(key, .released)))
      settle()
    }
  }

  /// The tiles of the screen in order. Folders list their tiles in brackets.
  var order: String {
    func text(_ tiles: [Tile]) -> String {
      tiles.map { $0.inside.isEmpty ? $0.id : "\($0.id)(\(text($0.inside)))" }.joined(separator: " ")
    }
    return ([session.now.tiles] + session.now.shelves.map(\.tiles)).map(text).joined(separator: " | ")
  }

  var edits: [Edit] { requests.flatMap { if case .apply(let edits) = $0 { edits } else { [Edit]() } } }

  /// The frame of a tile's card.
  func card(_ name: String) throws -> Rectangle {
    try #require(shell.elements().first { $0.role == .group && $0.label == name }?.frame)
  }

  /// Drags a tile by its handle.
  func drag(_ name: String, to end: Point, lifts: Bool = true) throws {
    let start = try #require(try element("Move “\(name)”").frame).center
    stage.drag(from: start, by: end - start, seconds: 0.4, thenHold: 0.1, lifts: lifts)
    settle()
  }
}

struct EditorTests {
  @Test func systemPageOpensTheEditor() throws {
    let editor = EditorStage { $0.admin.pin = .hash(ShellStage.hash) }
    let stage = editor.stage
    stage.send(.remembered(isLocked: false))
    stage.act(.admin)
    stage.enter(ShellStage.pin)
    editor.settle()
    try editor.tap("Edit this screen")
    #expect(editor.requests == [.begin] && stage.shell.status.screen == .editor)
    let cards = stage.shell.elements().filter { $0.role == .group }.map(\.label)
    #expect(cards == ["Plan", "Cafe", "Shop", "Games"])
  }

  @Test func aTileIsRemovedAndComesBack() throws {
    let editor = EditorStage().begin()
    try editor.tap("Remove “Cafe”")
    #expect(editor.order == "plan shop games(chess go)")
    try editor.tap("Undo")
    #expect(editor.order == "plan cafe shop games(chess go)")
    try editor.tap("Redo")
    #expect(editor.order == "plan shop games(chess go)")
    try editor.tap("Add a tile", "Show “Cafe” again")
    #expect(editor.order == "plan shop games(chess go) cafe")
  }

  @Test func aTileGetsAnotherName() throws {
    let editor = EditorStage().begin()
    try editor.tap("Edit “Shop”", "Tile name")
    #expect(editor.shell.status.screen == .keyboard)
    editor.press(.character("s"), .enter)
    #expect(editor.edits == [.setTile("shop", key: "name", .text("Shops"))])
    // The form shows the new name at once.
    #expect(try editor.element("Tile name").value == "Shops" && editor.shell.status.screen == .form)
    editor.press(.escape)
    #expect(try editor.card("Shops").size.width > 0)
  }

  @Test(arguments: [
    (0.1, "cafe", "shop", "plan cafe shop games(chess go)"),
    (0.9, "plan", "cafe", "cafe plan shop games(chess go)"),
    (0.1, "games", "plan", "games(chess go) plan cafe shop"),
    (0.5, "plan", "games", "cafe shop games(chess go plan)"),
    (0.9, "plan", "games", "cafe shop games(chess go) plan"),
  ])
  func aFingerCarriesATile(part: Double, tile: String, other: String, order: String) throws {
    for isMirrored in [false, true] {
      let editor = EditorStage(mirrored: isMirrored).begin()
      let card = try editor.card(other.capitalizedWord)
      let place = Point(card.origin.x + card.size.width * part, card.center.y)
      let start = try #require(try editor.element("Move “\(tile.capitalizedWord)”").frame).center
      func glass(_ point: Point) -> Point { isMirrored ? Point(1280 - point.x, point.y) : point }
      editor.stage.drag(from: glass(start), by: glass(place) - glass(start), seconds: 0.4, thenHold: 0.1)
      editor.settle()
      #expect(editor.order == order, "mirrored: \(isMirrored)")
    }
  }

  @Test(arguments: [
    (-0.4, "cafe plan shop games(chess go)"), (0.4, "cafe shop plan games(chess go)"),
  ])
  func halvesOfACardMeetInItsMiddle(way: Double, order: String) throws {
    let editor = EditorStage().begin()
    let card = try editor.card("Shop")
    try editor.drag("Plan", to: card.center + Point(way, 0))
    #expect(editor.order == order)
  }

  @Test func canceledDragMovesNothing() throws {
    let editor = EditorStage().begin()
    editor.stage.takesBack = true
    try editor.drag("Plan", to: try editor.card("Shop").center)
    #expect(editor.edits.isEmpty && editor.stage.settle())
  }

  @Test func aCarriedTileFollowsTheFingerAndScrolls() throws {
    let editor = EditorStage(tiles: (0..<40).map { EditorStage.tile("t\($0)") }).begin()
    try editor.drag("T0", to: Point(640, 660), lifts: false)
    let panel = { try #require(editor.shell.panels.first(EditPanel.self)) }
    #expect(try panel().carried?.finger == Point(640, 660))
    for _ in 0..<120 { editor.stage.draw() }
    #expect(try panel().scroll.offset > 100)
    editor.stage.up()
    editor.settle()
    #expect(editor.order.split(separator: " ").first == "t1" && editor.stage.settle())
  }

  @Test func aFingerOnAPictureScrolls() throws {
    let editor = EditorStage(tiles: (0..<40).map { EditorStage.tile("t\($0)") }).begin()
    editor.stage.drag(from: Point(640, 500), by: Point(0, -300), seconds: 0.3)
    editor.settle()
    #expect(
      try #require(editor.shell.panels.first(EditPanel.self)).scroll.offset > 100 && editor.edits.isEmpty)
  }

  @Test func listMovesTilesWithoutDragging() throws {
    let editor = EditorStage(shelves: [
      ShelfSettings(
        name: "Films", id: "films", carousel: CarouselSettings(), tiles: [EditorStage.tile("moon")])
    ]).begin()
    try editor.tap("Move “Shop”", "To the beginning")
    #expect(editor.order == "shop plan cafe games(chess go) | moon")
    try editor.tap("Move “Shop”", "One place toward the end")
    #expect(editor.order == "plan shop cafe games(chess go) | moon")
    try editor.tap("Move “Shop”", "To “Films”")
    #expect(editor.order == "plan cafe games(chess go) | moon shop")
    try editor.tap("Move “Plan”", "To “Games”")
    #expect(editor.order == "cafe games(chess go plan) | moon shop")
    try editor.tap("Move “Cafe”", "Into a new folder")
    #expect(editor.order == "folder-1(cafe) games(chess go plan) | moon shop")
  }

  @Test func foldersAreEditedInside() throws {
    let editor = EditorStage().begin()
    try editor.tap("Edit “Games”", "Open the folder")
    #expect(editor.shell.elements().filter { $0.role == .group }.map(\.label) == ["Chess", "Go"])
    try editor.tap("Move “Go”", "One place toward the beginning")
    #expect(editor.order == "plan cafe shop games(go chess)")
    try editor.tap("Back")
    #expect(editor.shell.elements().contains { $0.label == "Plan" })
  }

  @Test func aWebPageIsAdded() throws {
    let editor = EditorStage().begin()
    try editor.tap("Add a tile", "Web page")
    for letter in "example.org/x" { editor.press(.character(letter)) }
    editor.press(.enter)
    let keys: [Edit.TileKey] = [
      .init("name", .text("example.org")), .init("url", .text("https://example.org/x")),
    ]
    #expect(editor.edits == [.addTile(keys, at: .into(""))])
    try editor.tap("Add a tile", "Web page")
    for _ in 0..<8 { editor.press(.backspace) }
    editor.press(.character("x"), .enter)
    #expect(editor.edits.count == 1 && editor.shell.notice != nil)
  }

  @Test func anInstalledApplicationIsAdded() throws {
    let editor = EditorStage().begin()
    try editor.tap("Add a tile", "Application")
    #expect(editor.stage.effects.contains(.setUp(.applications(language: nil))))
    #expect(try editor.element("One moment …").isEnabled == false)
    editor.stage.send(
      .setUp(
        .applications([
          InstalledApplication(id: "org.example.Maps", name: "Maps", icon: .named("maps")),
          InstalledApplication(id: "org.example.Notes", name: "Notes", icon: nil),
        ])))
    editor.settle()
    try editor.tap("Maps")
    let keys = [Edit.TileKey("desktop-entry", .text("org.example.Maps"))]
    #expect(editor.edits == [.addTile(keys, at: .into(""))] && editor.shell.status.screen == .editor)
    try editor.tap("Undo")
    #expect(editor.order == "plan cafe shop games(chess go)")
    // The launcher already knows the applications.
    try editor.tap("Add a tile", "Application")
    #expect(try editor.element("Notes").isEnabled)
    #expect(editor.stage.effects.count { $0 == .setUp(.applications(language: nil)) } == 1)
  }

  @Test func fileFromUSBIsCopiedAndAdded() throws {
    let editor = EditorStage().begin()
    let medium = SetupMedium(path: "/media/a/hall.jpg", name: "hall", isPicture: true, revision: 1)
    let text = SetupMedium(path: "/media/a/about.md", name: "about", isPicture: false, revision: 1)
    try editor.tap("Add a tile", "Picture or text")
    #expect(editor.stage.effects.contains(.setUp(.media)))
    editor.stage.send(.setUp(.media([text, medium])))
    editor.settle()
    try editor.tap("hall")
    #expect(editor.stage.effects.contains(.setUp(.keep(medium))) && editor.edits.isEmpty)
    // The launcher copies one file at a time.
    #expect(!editor.shell.elements().contains { $0.label == "about" })
    editor.stage.send(.setUp(.kept(medium, path: nil)))
    editor.settle()
    #expect(editor.shell.notice?.message == .notEdited(reason: "“hall” cannot be used."))
    try editor.tap("hall")
    editor.stage.send(.setUp(.kept(medium, path: "/var/lib/rotunda/media/hall-1.jpg")))
    editor.settle()
    #expect(
      editor.edits == [
        .addTile(
          [
            .init("name", .text("hall")), .init("page", .text("/var/lib/rotunda/media/hall-1.jpg")),
            .init("picture", .text("/var/lib/rotunda/media/hall-1.jpg")),
          ], at: .into(""))
      ])
    // A late copy adds nothing to another form, or without a form.
    editor.stage.send(.setUp(.kept(medium, path: "/x.jpg")))
    editor.settle()
    #expect(editor.edits.count == 1)
    try editor.tap("Add a tile", "Picture or text")
    editor.stage.send(.setUp(.media([medium])))
    editor.settle()
    try editor.tap("hall")
    editor.press(.escape)
    editor.stage.send(.setUp(.kept(medium, path: "/x.jpg")))
    editor.settle()
    #expect(editor.edits.count == 1 && editor.shell.status.screen == .editor)
  }

  @Test func aShelfIsAddedNamedAndRemoved() throws {
    let editor = EditorStage(size: Size(1080, 1920)).begin()
    try editor.tap("Add a tile", "New shelf")
    editor.press(.character("A"), .enter)
    #expect(editor.edits == [.addShelf(name: .text("A"))])
    try editor.tap("Edit the shelf “A”", "Name of the shelf")
    editor.press(.character("b"), .enter)
    #expect(editor.edits.last == .nameShelf("A", .text("Ab")))
    editor.press(.escape)
    try editor.tap("Undo", "Edit the shelf “A”", "Remove the empty shelf")
    #expect(editor.session.now.shelves.isEmpty && editor.shell.status.screen == .editor)
    try editor.tap("Undo")
    #expect(editor.session.now.shelves.map(\.name?.text) == ["A"])
    // A shelf with tiles stays, and the first carousel has no name.
    try editor.tap("Move “Shop”", "To “A”", "Edit the shelf “A”")
    #expect(!editor.shell.elements().contains { $0.label == "Remove the empty shelf" })
    #expect(editor.order == "plan cafe games(chess go) | shop")
  }

  @Test func keysReachTitlesOfShelves() throws {
    let shelf = ShelfSettings(
      name: "Films", id: "films", carousel: CarouselSettings(), tiles: [EditorStage.tile("moon")])
    let editor = EditorStage(shelves: [shelf], tiles: [EditorStage.tile("plan")]).begin()
    // Three handles and the plus, then the title.
    editor.press(.right, .right, .right, .right, .right, .enter)
    #expect(editor.shell.status.screen == .form)
    #expect(try editor.element("Name of the shelf").value == "Films")
    editor.press(.escape, .backspace)
    #expect(editor.edits.isEmpty)
  }

  @Test func noShelfIsAddedInAFolder() throws {
    let editor = EditorStage().begin()
    try editor.tap("Edit “Games”", "Open the folder", "Add a tile")
    #expect(!editor.shell.elements().contains { $0.label == "New shelf" })
    #expect(try editor.element("Application").isEnabled)
  }

  @Test func picturesBesideThoseInUseAreOffered() throws {
    var tile = EditorStage.tile("plan")
    tile.look.picture = .path("/srv/pictures/plan.jpg")
    let editor = EditorStage(tiles: [tile]).begin()
    #expect(editor.stage.effects.contains(.readPictures(["/srv/pictures"])))
    editor.stage.send(.pictureFiles(["/srv/pictures/hall.png", "/srv/pictures/plan.jpg"]))
    try editor.tap("Edit “Plan”", "Picture of the tile", "hall.png")
    #expect(editor.edits == [.setTile("plan", key: "picture", .text("/srv/pictures/hall.png"))])
  }

  @Test func theScreensKeysAreAForm() throws {
    let editor = EditorStage().begin()
    try editor.tap("Screen")
    #expect(editor.shell.status.screen == .form)
    #expect(try #require(editor.shell.panels.first(FormPanel.self)).rows.count == SettingsForm.keys.count)
  }

  @Test func everyBasicKeyHasALabel() {
    let state = EditingState(configuration: KioskConfiguration())
    #expect(SettingsForm(state: state, words: .english).rows.filter { $0.label == $0.id }.isEmpty)
    let basic = ConfigurationSection.allCases.filter { !$0.isList }.flatMap(\.keys).filter {
      $0.level == .basic
    }
    // Operators enter a PIN on a pad and do not need its file.
    let missing = Set(basic.map(\.dottedName)).subtracting(SettingsForm.keys.map(\.dottedName))
    #expect(missing == ["admin.pin-file"])
  }

  @Test func changesAreSavedAsAWhole() throws {
    let editor = EditorStage().begin()
    try editor.tap("Remove “Cafe”", "Save changes")
    #expect(editor.stage.saves.map(\.content) == [.session])
    editor.answerSave()
    #expect(editor.stage.writing.contains("The changes are saved."))
  }

  @Test(arguments: [(0, "Your changes are now part of it"), (2, "were dropped")])
  func changesOfOthersAreReported(lost: Int, text: String) throws {
    let editor = EditorStage().begin()
    try editor.tap("Remove “Cafe”", "Save changes")
    editor.answerSave(.outdated(lost: lost))
    guard case .notEdited(let reason)? = editor.shell.notice?.message else {
      Issue.record("no message")
      return
    }
    #expect(reason.contains(text) && editor.shell.status.screen == .editor)
  }

  @Test func longWorkNeedsThePINAgain() throws {
    let editor = EditorStage { $0.admin.pin = .hash(ShellStage.hash) }
    editor.stage.send(.remembered(isLocked: false))
    _ = editor.begin()
    try editor.tap("Remove “Cafe”", "Save changes")
    editor.answerSave(.noRight)
    #expect(editor.stage.isPadShown)
    // Without the PIN, the changes are still there.
    editor.press(.escape)
    #expect(editor.shell.status.screen == .editor && editor.order == "plan shop games(chess go)")
    try editor.tap("Close", "Save changes")
    editor.answerSave(.noRight)
    editor.stage.enter(ShellStage.pin)
    editor.settle()
    #expect(editor.stage.givesRight == true && editor.stage.saves.count == 3)
    editor.answerSave()
    #expect(editor.shell.panels.isEmpty && editor.requests.suffix(2) == [.end, .forgetRight])
  }

  @Test func unsavedChangesAreAskedAbout() throws {
    for (answer, isSaved, isGone) in [
      ("Save changes", true, true), ("Discard the changes", false, true), ("Continue editing", false, false),
    ] {
      let editor = EditorStage().begin()
      try editor.tap("Remove “Cafe”", "Close", answer)
      if isSaved { editor.answerSave() }
      editor.settle()
      let saves = editor.stage.effects.contains { if case .save = $0 { true } else { false } }
      #expect(saves == isSaved && editor.shell.panels.isEmpty == isGone, "\(answer)")
      #expect(editor.requests.contains(.end) == isGone, "\(answer)")
    }
    let untouched = EditorStage().begin()
    try untouched.tap("Close")
    #expect(untouched.shell.panels.isEmpty)
  }

  @Test func aLateAnswerClosesNoLaterEditor() throws {
    let editor = EditorStage { $0.idle.returnHomeAfter = nil }.begin()
    try editor.tap("Remove “Plan”", "Close", "Save changes")
    editor.stage.pass(301)
    let late = try #require(editor.stage.saves.last).number
    _ = editor.begin()
    editor.stage.send(.saved(late))
    editor.settle()
    #expect(editor.shell.status.screen == .editor)
    try editor.tap("Remove “Cafe”", "Save changes")
    editor.stage.send(.saved(late))
    editor.settle()
    #expect(!editor.stage.writing.contains("The changes are saved."))
    editor.answerSave()
    #expect(editor.shell.status.screen == .editor)
    #expect(editor.stage.writing.contains("The changes are saved."))
  }

  @Test func lockedTilesNameTheirFile() throws {
    let editor = EditorStage()
    let place = ConfigurationPlace(.bundle, file: "/etc/rotunda/rotunda.d/90-fleet.toml", line: 7, column: 1)
    editor.session.barriers["plan"] = .locked(place)
    _ = editor.begin()
    let handles = editor.shell.elements(in: ElementID("card", 0)).map(\.label)
    #expect(handles == ["Edit “Plan”"])
    #expect(editor.shell.elements().first { $0.label == "Plan" }?.value == "Locked by 90-fleet.toml, line 7")
    try editor.tap("Edit “Plan”")
    #expect(try editor.element("Tile name").value.hasSuffix("Locked by 90-fleet.toml, line 7"))
    try editor.tap("Tile name")
    #expect(editor.shell.status.screen == .form && editor.edits.isEmpty)
  }

  @Test func refusedEditIsReported() throws {
    let editor = EditorStage().begin()
    editor.session.refusal = EditRefusal(
      .invalid, Diagnostic(.error, file: "/x", key: "tile.name", message: "is too long"))
    try editor.tap("Remove “Cafe”")
    #expect(editor.shell.notice?.message == .notEdited(reason: "is too long"))
    #expect(editor.order == "plan cafe shop games(chess go)")
  }

  @Test func lateAnswersDoNotRestoreDiscardedChanges() {
    let editor = EditorStage().begin()
    editor.stage.shell.withOutbox(&editor.stage.effects) {
      $0.perform(EditWish.remove(tile: "plan"))
      $0.perform(EditWish.leave)
    }
    editor.settle()
    #expect(editor.requests.suffix(3) == [.apply([.removeTile("plan")]), .end, .forgetRight])
    #expect(!editor.shell.editor.isChanged && editor.shell.panels.isEmpty)
  }

  @Test func trialShowsTheEditedTiles() throws {
    let editor = EditorStage().begin()
    try editor.tap("Remove “Plan”", "Try it")
    #expect(editor.shell.status.screen == .carousel || editor.shell.status.screen == .trial)
    #expect(editor.shell.tilesPanel.tiles.map(\.id) == ["cafe", "shop", "games"])
    // Tiles respond again.
    editor.stage.tap(editor.stage.center)
    #expect(editor.stage.starts.map(\.command.arguments) == [["cafe"]])
    let program = try #require(editor.stage.starts.last?.program)
    editor.stage.send(.ended(program, .exited(status: 0)))
    editor.settle()
    try editor.tap("Back to editing")
    #expect(
      editor.shell.status.screen == .editor && editor.shell.tilesPanel.tiles.map(\.name).first == "Tile 0")
    #expect(try editor.element("Undo").isEnabled)
  }

  /// Input on the keyboard in front keeps the editor behind it open.
  @Test func slowTypingKeepsTheEditorOpen() throws {
    let editor = EditorStage { $0.idle.returnHomeAfter = nil }.begin()
    try editor.tap("Edit “Shop”", "Tile name")
    for letter in "sabcd" {
      editor.stage.pass(100)
      editor.press(.character(letter))
    }
    editor.press(.enter)
    #expect(editor.edits == [.setTile("shop", key: "name", .text("Shopsabcd"))])
    #expect(editor.shell.status.screen == .form)
  }

  @Test func scrollingKeepsTheEditorOpen() throws {
    let editor = EditorStage { $0.idle.returnHomeAfter = nil }.begin()
    func scrollSlowly() {
      for _ in 0..<4 {
        editor.stage.pass(100)
        editor.stage.send(.scroll(ScrollEvent(.steps(x: 0, y: 1), milliseconds: 0)))
      }
      editor.settle()
    }
    scrollSlowly()
    #expect(editor.shell.status.screen == .editor)
    try editor.tap("Screen")
    scrollSlowly()
    #expect(editor.shell.status.screen == .form)
  }

  @Test func permissionToSaveEndsWithTheOperator() throws {
    let editor = EditorStage { $0.idle.returnHomeAfter = nil }.begin()
    try editor.tap("Remove “Plan”")
    #expect(!editor.requests.contains(.forgetRight))
    editor.stage.pass(301)
    editor.settle()
    #expect(editor.shell.panels.isEmpty && editor.requests.last == .forgetRight)
    // The changes are still there.
    _ = editor.begin()
    #expect(try editor.element("Save changes").isEnabled)
    // A trial is a part of editing.
    try editor.tap("Try it", "Back to editing")
    #expect(editor.requests.count { $0 == .forgetRight } == 1)
  }

  @Test func setupAsksAboutUnsavedChanges() throws {
    let editor = EditorStage { $0.idle.returnHomeAfter = nil }.begin()
    try editor.tap("Remove “Plan”")
    editor.stage.pass(301)
    editor.stage.shell.withOutbox(&editor.stage.effects) { $0.perform(.showSetup) }
    editor.settle()
    #expect(editor.shell.status.screen == .form && editor.shell.panels.first(FirstRunPanel.self) == nil)
    try editor.tap("Discard the changes")
    editor.stage.shell.withOutbox(&editor.stage.effects) { $0.perform(.showSetup) }
    editor.settle()
    #expect(editor.shell.panels.first(FirstRunPanel.self) != nil)
    editor.stage.pass(301)
    #expect(editor.shell.panels.isEmpty && editor.stage.effects.last { $0 == .edit(.forgetRight) } != nil)
  }

  @Test func aTrialEndsWithItsVisitor() throws {
    let editor = EditorStage { $0.idle.returnHomeAfter = 30 }.begin()
    try editor.tap("Remove “Plan”", "Try it")
    editor.stage.pass(40)
    editor.settle()
    #expect(editor.shell.panels.isEmpty && editor.shell.tilesPanel.tiles.map(\.name).first == "Tile 0")
    // The changes are kept.
    _ = editor.begin()
    #expect(editor.order == "cafe shop games(chess go)" && editor.requests.count { $0 == .begin } == 1)
    #expect(try editor.element("Save changes").isEnabled)
  }

  @Test func abandonedTrialDoesNotReturnToTheEditor() throws {
    let editor = EditorStage { $0.idle.returnHomeAfter = nil }.begin()
    try editor.tap("Remove “Plan”", "Try it")
    editor.stage.pass(121)
    editor.settle()
    #expect(editor.shell.panels.isEmpty && editor.shell.tilesPanel.tiles.map(\.name).first == "Tile 0")
    _ = editor.begin()
    #expect(try editor.element("Save changes").isEnabled)
  }

  @Test func keysEditTiles() throws {
    let editor = EditorStage { $0.access.isSpoken = true }.begin()
    editor.press(.right, .right, .right, .backspace)
    #expect(editor.order == "cafe shop games(chess go)")
    editor.press(.tab, .enter)
    #expect(editor.shell.status.screen == .form)
    editor.press(.escape, .escape)
    #expect(editor.shell.status.screen == .form)
    let said = editor.stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
    #expect(
      said.contains { $0.contains("Edit this screen") } && said.contains { $0.contains("Remove “Plan”") })
  }

  @Test func arrowsKeepTheColumn() throws {
    let editor = EditorStage(tiles: (0..<40).map { EditorStage.tile("t\($0)") }).begin()
    let cards = try #require(editor.shell.panels.first(EditPanel.self)).layout.cards
    let columns = cards.count { $0.frame.origin.y == cards[0].frame.origin.y }
    try #require(columns > 2)
    func card() -> Int? { editor.shell.panels.open?.spoken.element?.index }
    editor.press(.right, .down)
    #expect(card() == columns)
    // A card has three buttons.
    editor.press(.right, .right, .right, .down)
    #expect(card() == 2 * columns + 1)
    editor.press(.up, .up)
    #expect(card() == 1)
  }

  @Test func tabGoesFromButtonToButton() {
    let editor = EditorStage().begin()
    func focus() -> ElementID? { editor.shell.panels.open?.spoken.element }
    editor.press(.tab)
    let first = focus()
    editor.press(.tab)
    let second = focus()
    #expect(first?.index == 0 && second?.index == 0 && first != second)
    editor.press(.tab, .tab)
    #expect(focus()?.index == 1 && focus()?.name == first?.name)
    for _ in 0..<2 { editor.stage.send(.key(KeyEvent(.tab, modifiers: .shift))) }
    #expect(focus() == second)
  }

  @Test func oneSwitchGoesThroughCards() {
    let editor = EditorStage().begin()
    let groups = editor.shell.elements().filter { $0.role == .group }
    #expect(groups.map(\.label) == ["Plan", "Cafe", "Shop", "Games"])
    #expect(
      groups.map { editor.shell.elements(in: $0.id).map(\.label) }.first
        == ["Edit “Plan”", "Move “Plan”", "Remove “Plan”"])
  }

  @Test func addSignHasNoHandles() throws {
    let editor = EditorStage().begin()
    #expect(editor.shell.elements(in: ElementID("card", 3)).count == 3)
    try editor.tap("Remove “Cafe”")
    // Switch access may still be in the group of a removed card.
    #expect(editor.shell.elements(in: ElementID("card", 3)).isEmpty)
    #expect(editor.shell.elements(in: ElementID("card", 4)).isEmpty)
  }

  @Test func anEditorStaysBehindAFormInUse() throws {
    let editor = EditorStage { $0.idle.returnHomeAfter = nil }.begin()
    try editor.tap("Edit “Plan”")
    for _ in 0..<4 {
      editor.stage.pass(100)
      editor.press(.down)
    }
    #expect(editor.shell.panels.first(EditPanel.self) != nil)
  }

  @Test func idleEditorCloses() {
    let editor = EditorStage().begin()
    editor.stage.pass(301)
    editor.settle()
    #expect(editor.shell.panels.isEmpty)
  }

  @Test(arguments: TargetTests.screens) func handlesAreLargeAndApart(screen: TargetTests.Screen) throws {
    for scale in [0.5, 1, 1.5, 2, 3] {
      let editor = EditorStage(size: screen.size, tiles: (0..<7).map { EditorStage.tile("t\($0)") }) {
        $0.access.textScale = scale
      }
      editor.stage.send(.measured(pointsPerMillimeter: screen.pointsPerMillimeter))
      _ = editor.begin()
      let name: Comment = "\(screen.name) at \(scale)"
      let unit = screen.pointsPerMillimeter
      let shorter = min(screen.size.width, screen.size.height)
      let side = min(15 * unit, shorter * 0.19) - 1
      let layout = try #require(editor.shell.panels.first(EditPanel.self)).layout
      #expect(layout.viewport.size.height >= side, name)
      for card in layout.cards {
        for handle in card.handles {
          #expect(handle.size.width >= side && handle.size.height >= side, name)
          #expect(card.frame.intersection(handle)?.size == handle.size, name)
        }
      }
      for (index, card) in layout.cards.enumerated() {
        for other in layout.cards[(index + 1)...] {
          let common = card.frame.intersection(other.frame)?.size ?? .zero
          #expect(common.width <= 0 || common.height <= 0, name)
        }
      }
      let controls = layout.controls
      for place in controls {
        #expect(place.size.width >= 9 * unit - 1 && place.size.height >= 9 * unit - 1, name)
        #expect(place.origin.y >= layout.viewport.maxY, name)
        #expect(!screen.isTall || place.origin.y >= screen.size.height / 2, name)
      }
    }
  }
}
