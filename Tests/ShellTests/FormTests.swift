import Configuration
import Gestures
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Forms, and the new values of their rows.
struct FormTests {
  static let rows: [FormRow] = [
    FormRow("wrap", "Wrap around", .toggle(true)),
    FormRow("layout", "Layout", .choice([FormOption("linear", "Line"), FormOption("ring", "Ring")], "ring")),
    FormRow(
      "buttons", "Buttons",
      .words([FormOption("language", "Language"), FormOption("accessibility", "For everyone")], ["language"])),
    FormRow("wait", "Return after", .number(90, FormNumber(10...86_400, .seconds, canBeNothing: true))),
    FormRow("accent", "Accent", .color(Color(hex: 0x3a6ea5))),
    FormRow("name", "Title", .text("Town museum", .text, limit: 60)),
    FormRow(
      "label", "Description",
      .translated(FormTexts(text: "Hall", translations: ["de": "Halle"], languages: ["de", "ar"]))),
    FormRow("picture", "Picture", .picture(nil, [FormPicture(name: "a.jpg", source: .path("/a.jpg"))])),
    FormRow("hours", "Hours", .hours(nil)),
    FormRow("remove", "Remove", .action(isGrave: true)),
    FormRow("theme", "Theme", .toggle(false), barrier: "/etc/x.toml, line 3"),
  ]

  static func stage(
    _ rows: [FormRow] = rows, size: Size = Size(1280, 800),
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(size: size, change: change)
    stage.shell.withOutbox(&stage.effects) {
      $0.show(FormPanel("test", title: "Screen", rows: rows, at: stage.now))
    }
    _ = stage.settle()
    return stage
  }

  private func form(_ stage: ShellStage) throws -> FormPanel {
    try #require(stage.shell.panels.first(FormPanel.self))
  }

  /// Activates an element of the form and returns the requested changes.
  private func changes(_ stage: ShellStage, _ label: String, _ body: (Element) -> Bool = { _ in true }) throws
    -> [FormValue]
  {
    var form = try form(stage)
    let environment = stage.shell.environment
    let element = try #require(
      form.elements(in: nil, environment).first { $0.label == label && body($0) }, "there is no \(label)")
    var output = PanelOutput()
    form.activate(element.id, environment, &output)
    return output.intents.compactMap { if case .changed(let change) = $0 { change.value } else { nil } }
  }

  private func open(_ stage: ShellStage, _ label: String) throws {
    let element = try #require(stage.shell.elements().first { $0.label == label })
    stage.tap(try #require(element.frame).center)
    stage.wait(0.5)
    _ = stage.settle()
  }

  @Test func rowActionsRequestChanges() throws {
    let stage = Self.stage()
    #expect(try changes(stage, "Wrap around") == [.boolean(false)])
    #expect(try changes(stage, "Less: Return after") == [.number(60)])
    #expect(try changes(stage, "More: Return after") == [.number(120)])
    #expect(try changes(stage, "Remove") == [.pressed])
    #expect(try changes(stage, "Theme") == [])
  }

  @Test(arguments: [
    ("Layout", "Line", FormValue.word("linear")),
    ("Buttons", "For everyone", .words(["language", "accessibility"])), ("Buttons", "Language", .words([])),
    ("Accent", "#c8442b", .color(Color(hex: 0xc8442b))), ("Accent", "As in the theme", .color(nil)),
    ("Picture", "a.jpg", .word("a.jpg")), ("Picture", "Not set", .word(nil)),
    ("Hours", "Always", .hours(OpeningHours())),
  ])
  func openedRowsOfferTheirValues(row: String, line: String, value: FormValue) throws {
    let stage = Self.stage()
    try open(stage, row)
    #expect(try form(stage).opened != nil && changes(stage, line) == [value])
    // The first press returns to the rows, and the second one closes the form.
    stage.tap(try #require(stage.shell.elements().first { $0.role == .close }?.frame).center)
    stage.wait(0.5)
    #expect(try form(stage).opened == nil && stage.shell.status.screen == .form)
    stage.send(.key(KeyEvent(.escape)))
    _ = stage.settle()
    #expect(stage.shell.panels.isEmpty)
  }

  @Test func removedRowClosesItsChoices() {
    var form = FormPanel("test", title: "Screen", rows: Self.rows, at: 0)
    form.open("layout")
    form.show(title: "Screen", rows: Self.rows.filter { $0.id != "wrap" })
    #expect(form.opened == "layout")
    form.show(title: "Screen", rows: Self.rows.filter { $0.id != "layout" })
    #expect(form.opened == nil)
  }

  @Test func textsAreWrittenWithTheKeyboard() throws {
    let stage = Self.stage()
    try open(stage, "Title")
    let panel = try #require(stage.shell.panels.first(TextEntryPanel.self))
    #expect(panel.field.text == "Town museum")
    stage.send(.key(KeyEvent(.character("s"))))
    stage.send(.key(KeyEvent(.enter)))
    _ = stage.settle()
    #expect(stage.shell.status.screen == .form)
  }

  private func written(_ row: String, _ name: String, _ text: String) throws -> FormValue? {
    let words = FormLines(words: .english, weekdays: ["1", "2", "3", "4", "5", "6", "7"])
    let row = try #require(Self.rows.first { $0.id == row })
    return words.value(of: row, written: text, in: name)
  }

  @Test func writtenTextKeepsOtherTranslations() throws {
    #expect(try written("label", "ar", "قاعة") == .translated("Hall", ["de": "Halle", "ar": "قاعة"]))
    #expect(try written("label", "de", "") == .translated("Hall", [:]))
    #expect(try written("label", "", "Room") == .translated("Room", ["de": "Halle"]))
    #expect(try written("name", "", "Museum") == .text("Museum"))
    #expect(try written("accent", "color", "#fff") == .color(Color(hex: 0xffffff)))
    #expect(try written("accent", "color", "red") == nil && written("wrap", "", "x") == nil)
  }

  @Test(arguments: [
    (0.0...1, FormNumber.Unit.plain, 0.13, 0.15, 0.1), (0...1, .plain, 1, 1, 0.95),
    (0.5...3, .percent, 1, 1.1, 0.9),
    (0...1000, .plain, 333, 350, 300), (5...3600, .seconds, 90, 120, 60), (5...3600, .seconds, 100, 120, 90),
    (0...1440, .minuteOfDay, 545, 570, 540),
  ])
  func stepsAreRound(
    range: ClosedRange<Double>, unit: FormNumber.Unit, value: Double, more: Double, less: Double
  ) {
    let number = FormNumber(range, unit)
    #expect(number.next(to: value, by: 1) == more && number.next(to: value, by: -1) == less)
  }

  @Test func stepBelowTheMinimumMeansNever() {
    let wait = FormNumber(10...60, .seconds, canBeNothing: true)
    #expect(wait.next(to: 10, by: -1) == nil && wait.next(to: nil, by: -1) == nil)
    #expect(wait.next(to: nil, by: 1) == 10 && wait.next(to: 60, by: 1) == 60)
    #expect(FormNumber(10...60, .seconds).next(to: 10, by: -1) == 10)
    #expect(
      [nil, 45, 120, 7200].map { wait.text($0, in: .english) } == [
        "Never", "45 seconds", "2 minutes", "2 hours",
      ])
  }

  @Test(arguments: [
    ["mon-sun 09:00-18:00"], ["mon-wed 10:00-12:30"], ["mon 08:00-12:00", "sat-sun 08:00-12:00"],
    ["sat-sun 22:00-04:00"], ["fri 00:00-24:00"],
    ["sun 20:00-02:00"],
  ])
  func hoursSurviveARoundTrip(texts: [String]) throws {
    let schedule = try #require(WeekSchedule(texts))
    #expect(OpeningHours(schedule)?.texts == texts)
  }

  @Test func complexHoursAreNotEditable() throws {
    for texts in [["mon 09:00-12:00", "mon 13:00-17:00"], ["mon 09:00-12:00", "tue 10:00-12:00"]] {
      #expect(OpeningHours(try #require(WeekSchedule(texts))) == nil)
    }
    #expect(OpeningHours(try #require(WeekSchedule(["mon-sun"])))?.texts == ["mon-sun 00:00-24:00"])
  }

  @Test func keysAndOneSwitchReachEverything() throws {
    let stage = Self.stage { $0.access.isSpoken = true }
    stage.effects.removeAll()
    for key in [Key.down, .down, .enter] { stage.send(.key(KeyEvent(key))) }
    _ = stage.settle()
    #expect(try form(stage).opened == "layout")
    let said = stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
    #expect(said.contains { $0.contains("Layout") } && said.last?.contains("Line") == true)
    let reached = Set(stage.shell.elements().map(\.label))
    #expect(reached.isSuperset(of: ["Line", "Ring", "Back"]))
  }

  @Test(arguments: TargetTests.screens) func linesAreLargeAndApart(screen: TargetTests.Screen) throws {
    for scale in [0.5, 1, 1.5, 2, 3] {
      let stage = Self.stage(size: screen.size) { $0.access.textScale = scale }
      stage.send(.measured(pointsPerMillimeter: screen.pointsPerMillimeter))
      _ = stage.settle()
      let unit = screen.pointsPerMillimeter
      let (side, whole) = (9 * unit - 1, Rectangle(origin: .zero, size: screen.size))
      let panel = try form(stage)
      #expect(panel.layout.viewport.size.height >= side, "\(screen.name) at \(scale)")
      for (index, line) in panel.lines.enumerated() {
        let area = panel.layout.lines[index]
        let buttons = line.sign == .steps ? [panel.layout.steps(of: index).less] : [area]
        for button in buttons {
          #expect(
            button.size.width >= side && button.size.height >= side, "\(button) on \(screen.name) at \(scale)"
          )
        }
        #expect(
          panel.layout.wordsWidth(area, line.sign) > area.size.width * 0.3, "\(screen.name) at \(scale)")
      }
      let close = try #require(stage.shell.elements().first { $0.role == .close }?.frame)
      for area in [close, panel.layout.viewport, panel.layout.title] {
        #expect(whole.intersection(area)?.size == area.size, "\(area) on \(screen.name) at \(scale)")
      }
      #expect(panel.layout.viewport.maxY <= close.origin.y)
      if screen.isTall { #expect(panel.layout.viewport.origin.y >= screen.size.height / 2) }
    }
  }
}
