import Configuration
import ConfigurationFile
import Editing
import RotundaGeometry
import Testing

@testable import Shell

/// The session accepts the edits of the editor's forms and reads them back.
struct EditorFormTests {
  /// Values that a touch can give a row.
  private static func values(_ row: FormRow) -> [FormValue] {
    switch row.kind {
    case .toggle(let isOn): [.boolean(!isOn), .boolean(isOn)]
    case .choice(let options, _): options.map { .word($0.word) }
    case .words(let options, _): [.words(options.map(\.word)), .words([])]
    case .number(let value, let number):
      [number.next(to: value, by: 1), number.next(to: value, by: -1), number.next(to: nil, by: 1)].map {
        .number($0)
      }
    case .color: [.color(Color(hex: 0xc8442b)), .color(nil)]
    case .text: [.text("https://example.org/other")]
    case .translated: [.translated("Hall", ["de": "Halle", "ar": "قاعة"]), .translated("Hall", [:])]
    case .picture: [.word("/usr/share/rotunda/none.jpg"), .word(nil)]
    case .hours:
      [.hours(OpeningHours()), .hours(OpeningHours(days: [5, 6], opens: 600, closes: 840)), .hours(nil)]
    case .action, .pick, .shown: []
    }
  }

  @Test func everyRowOfTheSettingsCanBeSet() throws {
    var session = try EditingStage(EditingStage.tiles).session()
    var count = 0
    for row in SettingsForm(state: session.state, words: .english).rows {
      for value in Self.values(row) {
        let edit = try #require(SettingsForm.edit(FormChange(form: "", row: row.id, value: value)))
        do {
          try session.apply([edit])
        } catch {
          // A theme or a picture may be missing, and single-app mode allows fewer tiles.
          #expect(
            ["theme.name", "kiosk.single-app"].contains(row.id) || "\(value)".contains("none.jpg"),
            "\(edit): \(error.diagnostic)")
          continue
        }
        count += 1
        let now = try #require(
          SettingsForm(state: session.state, words: .english).rows.first { $0.id == row.id })
        #expect(Self.holds(now, value), "\(row.id) is \(now.kind) after \(value)")
      }
    }
    #expect(count > 80)
  }

  /// Whether a row has the wanted value.
  private static func holds(_ row: FormRow, _ value: FormValue) -> Bool {
    switch (row.kind, value) {
    case (.toggle(let now), .boolean(let wanted)): now == wanted
    case (.choice(_, let now), .word(let wanted)): now == wanted
    case (.words(_, let now), .words(let wanted)): Set(now) == Set(wanted)
    case (.number(let now, _), .number(let wanted)): now == wanted || wanted == nil
    case (.color(let now), .color(let wanted)): now?.hexText == wanted?.hexText
    case (.translated(let now), .translated(let text, let translations)):
      now.text == text && now.translations == translations
    case (.hours(let now), .hours(let wanted)): now == wanted
    case (.text(let now, _, _), .text(let wanted)): now == wanted
    case (.picture, .word): true
    default: false
    }
  }

  @Test func everyRowOfATileCanBeSet() throws {
    var session = try EditingStage(EditingStage.tiles).session()
    func form() throws -> TileForm {
      let tile = try #require(session.configuration.allTiles.first { $0.id == "plan" })
      return TileForm(tile: tile, state: session.state, words: .english, name: "Plan")
    }
    var count = 0
    for row in try form().rows {
      for value in Self.values(row) {
        let edit = try #require(try form().edit(FormChange(form: "", row: row.id, value: value)), "\(row.id)")
        do {
          try session.apply([edit])
        } catch {
          #expect("\(value)".contains("none.jpg"), "\(edit): \(error.diagnostic)")
          continue
        }
        count += 1
        let now = try #require(try form().rows.first { $0.id == row.id })
        #expect(Self.holds(now, value), "\(row.id) is \(now.kind) after \(value)")
      }
    }
    #expect(count > 12)
    // One step undoes all changes.
    #expect(session.isChanged)
    try session.apply(try form().restoring)
    #expect(!session.isChanged)
  }

  @Test func aTileGoesIntoANewFolder() throws {
    var session = try EditingStage(EditingStage.tiles).session()
    var editor = Editor()
    editor.update(session.state, [])
    editor.show(.move("cafe"))
    let outcome = editor.outcome(of: FormChange(form: "", row: "+folder", value: .pressed), .english)
    guard case .edit(let edits, true) = outcome else { return #expect(Bool(false), "\(outcome)") }
    try session.apply(edits)
    #expect(session.places == "plan folder-1(cafe) Games(chess go) | moon")
  }
}
