import Configuration
import Testing

@testable import Shell

/// The editor as a browser has it: texts in, edits out.
struct RemoteEditorTests {
  private static let place = ConfigurationPlace(.handWritten, file: "/etc/rotunda.toml", line: 3, column: 1)

  private func editor(barrier: EditBarrier? = nil, changed: Set<String> = []) -> RemoteEditor {
    var tile = Tile(id: "a", action: .browse(WebPage("https://a.org/")))
    tile.name = LocalizedText("Map")
    tile.look.picture = .path("/pictures/map.png")
    var configuration = KioskConfiguration()
    configuration.tiles = [tile]
    var state = EditingState(configuration: configuration)
    state.tiles["a"] = TileOrigin(place: Self.place, barrier: barrier, changed: changed)
    var editor = RemoteEditor(.english)
    let shown = LauncherTile(id: "a", name: "Map", icon: nil, action: .folder([]))
    let shelf = LauncherShelf(settings: CarouselSettings(), tiles: [shown])
    editor.update(state, [shelf], pictures: ["/media/new.png"])
    return editor
  }

  private func edits(_ outcome: RemoteEditor.Outcome) -> [Edit]? {
    if case .edits(let edits, _) = outcome { edits } else { nil }
  }

  @Test func everyKindOfRowTakesTexts() {
    let cases: [(row: String, fields: [(name: String, value: String)], edit: Edit)] = [
      ("brand.name", [("value", "Museum")], .set("brand.name", .text("Museum"))),
      ("brand.name", [("value", "")], .unset("brand.name")),
      ("theme.name", [("value", "paper")], .set("theme.name", .text("paper"))),
      ("brand.accent", [("value", "#102030")], .set("brand.accent", .text("#102030"))),
      ("brand.logo", [("value", "/media/new.png")], .set("brand.logo", .text("/media/new.png"))),
      ("access.speech", [("value", "true")], .set("access.speech", .boolean(true))),
      (
        "schedule.open", [("day", "0"), ("day", "6"), ("from", "09:30"), ("until", "00:00")],
        .set("schedule.open", .texts(["mon 09:30-24:00", "sun 09:30-24:00"]))
      ),
      ("schedule.open", [("from", "09:30"), ("until", "10:00")], .unset("schedule.open")),
    ]
    for (row, fields, edit) in cases {
      var editor = editor()
      #expect(edits(editor.change(row, of: .screen, to: fields)) == [edit], "\(row)")
    }
  }

  @Test func otherValuesAreRefused() {
    let cases: [(row: String, fields: [(name: String, value: String)])] = [
      ("theme.name", [("value", "../../etc")]), ("brand.accent", [("value", "red")]),
      ("brand.logo", [("value", "/etc/shadow")]), ("access.speech", [("value", "1")]),
      ("access.text-scale", [("value", "9e99")]), ("access.text-scale", [("value", "nan")]),
      ("schedule.open", [("day", "7"), ("from", "09:30"), ("until", "10:00")]),
      ("schedule.open", [("day", "1"), ("from", "25:00"), ("until", "10:00")]),
      ("schedule.open", [("day", "1"), ("from", "9"), ("until", "10:00")]),
      ("brand.name", [("value", "a\u{1B}b")]), ("kiosk.locked", [("value", "")]), ("", []),
    ]
    for (row, fields) in cases {
      var editor = editor()
      guard case .refused(let reason) = editor.change(row, of: .screen, to: fields), !reason.isEmpty else {
        Issue.record("\(row) takes \(fields)")
        continue
      }
    }
  }

  @Test func restoredTileKeepsItsForm() {
    var editor = editor(changed: ["name"])
    let restored = editor.change("+restore", of: .tile("a"), to: [])
    #expect(restored == .edits([.unsetTile("a", key: "name")], closes: false))
  }

  @Test func aTileHasItsForm() throws {
    var editor = editor()
    let shown = editor.form(.tile("a"))
    let form = try #require(shown)
    #expect(form.title == "Map" && form.rows.contains { $0.id == "url" })
    let named = editor.change("name", of: .tile("a"), to: [("value", "Plan")])
    #expect(edits(named) == [.setTile("a", key: "name", .text("Plan"))])
    #expect(editor.change("url", of: .tile("a"), to: [("value", "file:///etc")]) != .nothing)
    #expect(edits(editor.change("url", of: .tile("a"), to: [("value", "file:///etc")])) == nil)
    #expect(editor.change("+move", of: .tile("a"), to: []) == .subject(.move("a")))
    let removed = editor.change("+remove", of: .tile("a"), to: [])
    #expect(removed == .edits([.removeTile("a")], closes: true))
    #expect(editor.form(.tile("b"))?.title == nil)
    let cut = try #require(editor.cut(of: "a"))
    #expect(cut.picture == "/pictures/map.png" && cut.x == 0.5)
    #expect(editor.cutting("a", x: 0.2, y: 1) == [.setTile("a", key: "picture-focus", .numbers([0.2, 1]))])
    #expect(editor.cutting("a", x: -0.2, y: 1) == nil && editor.cutting("a", x: .nan, y: 1) == nil)
    #expect(editor.pictures == ["/pictures/map.png", "/media/new.png"])
  }

  @Test func lockedTilesStayAsTheyAre() {
    var editor = editor(barrier: .locked(Self.place))
    #expect(editor.shelves[0].tiles[0].barrier != nil && editor.cut(of: "a") == nil)
    guard case .refused = editor.change("name", of: .tile("a"), to: [("value", "x")]) else {
      Issue.record("a locked tile is changed")
      return
    }
  }

  @Test func webPagesAreAdded() {
    let editor = editor()
    #expect(
      editor.adding(address: "example.org", name: "", to: "") == [
        .addTile(
          [.init("name", .text("example.org")), .init("url", .text("https://example.org"))],
          at: .into(""))
      ])
    for wrong in ["", "file:///etc/passwd", "javascript://a.org/%0aalert(1)"] {
      #expect(editor.adding(address: wrong, name: "x", to: "") == nil)
    }
  }
}
