import Configuration
import Foundation
import Testing

@testable import Shell

/// The first run: its steps, and the edits that result from the answers.
struct FirstRunTests {
  private static let applications = ["Calculator", "Chess", "Maps"].map {
    InstalledApplication(id: "org.example.\($0)", name: $0, icon: .named($0.lowercased()))
  }
  private static let photo = SetupMedium(path: "/media/stick/a.jpg", name: "a", isPicture: true, revision: 1)
  private static let text = SetupMedium(path: "/media/stick/b.md", name: "b", isPicture: false, revision: 2)

  private func run(_ occasion: FirstRun.Occasion = .first) -> FirstRun {
    FirstRun(occasion, hasDemonstration: true, pinFile: "/etc/rotunda/pin")
  }

  /// Makes choices one after the other and returns all wishes.
  @discardableResult
  private func choose(_ choices: [FirstRun.Choice], _ run: inout FirstRun) -> [FirstRun.Wish] {
    choices.flatMap { run.choose($0, at: 0) }
  }

  private func enter(_ digits: String, _ run: inout FirstRun) {
    choose(digits.compactMap { $0.wholeNumberValue.map { .key(.digit($0)) } } + [.key(.enter)], &run)
  }

  // The way.

  @Test func stepsComeInTheirOrder() {
    var run = run()
    var steps = [run.step]
    choose([.setUp], &run)
    while run.step != .summary {
      steps.append(run.step)
      choose([.next], &run)
    }
    #expect(steps == [.hello, .language, .name, .look, .tiles, .hours, .pin])
    while run.step != .hello { choose([.back], &run) }
    #expect(run.answers == SetupAnswers())
  }

  @Test func laterSetupHasNoHelloAndNoPIN() {
    var run = run(.again)
    var steps: [FirstRun.Step] = []
    while run.step != .summary {
      steps.append(run.step)
      choose([.next], &run)
    }
    #expect(steps == [.language, .name, .look, .tiles, .hours])
    while run.step != .language { choose([.back], &run) }
    #expect(choose([.back], &run) == [.close])
  }

  @Test func skippingForgetsTheAnswerOfTheStep() {
    var run = run()
    choose([.setUp, .next], &run)
    run.type("Museum", in: .name)
    choose([.skip], &run)
    #expect(run.step == .look && run.answers.name.isEmpty)
    choose([.back], &run)
    run.type("Museum", in: .name)
    choose([.next], &run)
    #expect(run.answers.name == "Museum")
  }

  @Test(arguments: FirstRun.Step.questions) func everyLineOfTheSummaryLeadsBack(step: FirstRun.Step) {
    var run = run()
    choose([.setUp] + FirstRun.Step.questions.map { _ in .next } + [.edit(step)], &run)
    #expect(run.step == step && !run.canSkip)
    choose([.next], &run)
    #expect(run.step == .summary)
    choose([.edit(step), .back], &run)
    #expect(run.step == .summary)
  }

  @Test func languageChangesAtOnce() {
    var run = run()
    #expect(choose([.setUp, .language("de")], &run) == [.language("de")])
    #expect(run.answers.language == "de" && run.step == .language)
  }

  @Test func lookAsksForThemesOnce() {
    var run = run()
    #expect(choose([.setUp, .next, .next], &run) == [.ask(.looks)])
    _ = run.learn(.looks([]))
    #expect(choose([.next, .back], &run).isEmpty && run.step == .look)
  }

  // Tiles.

  private func atTiles() -> FirstRun {
    var run = run()
    choose([.setUp, .next, .next, .next], &run)
    return run
  }

  @Test func applicationsAreAddedAndTakenAway() {
    var run = atTiles()
    #expect(choose([.sheet(.applications)], &run) == [.ask(.applications(language: nil))])
    _ = run.learn(.applications(Self.applications))
    choose([.application(2), .application(0), .application(2), .application(7)], &run)
    #expect(run.answers.tiles == [SetupTile(.application("org.example.Calculator"), name: "Calculator")])
    choose([.back, .removeTile(0), .removeTile(0)], &run)
    #expect(run.sheet == nil && run.answers.tiles.isEmpty)
  }

  @Test(arguments: [
    ("example.org", "https://example.org", "example.org"),
    ("http://example.org/a?b", "http://example.org/a?b", "example.org"),
    (" www.example.org ", "https://www.example.org", "www.example.org"),
  ]) func addressIsCompleted(typed: String, address: String, name: String) {
    var run = atTiles()
    choose([.sheet(.address)], &run)
    run.type(typed, in: .address)
    choose([.addAddress], &run)
    #expect(run.answers.tiles == [SetupTile(.address(address), name: name)] && run.sheet == nil)
  }

  @Test(arguments: ["", "file:///etc/passwd", "javascript://a", "https://", "a\u{0}b"])
  func invalidAddressIsRefused(typed: String) {
    var run = atTiles()
    choose([.sheet(.address)], &run)
    run.type(typed, in: .address)
    #expect(choose([.addAddress], &run) == [.error])
    #expect(run.note == .noAddress && run.answers.tiles.isEmpty && run.sheet == .address)
  }

  @Test func filesAreCopiedBeforeTheyAreTiles() {
    var run = atTiles()
    #expect(choose([.sheet(.files)], &run) == [.ask(.media)])
    _ = run.learn(.media([Self.photo, Self.text]))
    #expect(choose([.medium(1)], &run) == [.ask(.keep(Self.text))])
    #expect(choose([.medium(0)], &run).isEmpty, "one copy at a time")
    _ = run.learn(.kept(Self.text, path: "/state/media/b.md"))
    #expect(
      run.answers.tiles == [SetupTile(.file("/state/media/b.md", isPicture: false), name: "b")]
        && run.sheet == nil)
  }

  @Test func unusableFileIsReported() {
    var run = atTiles()
    choose([.sheet(.files)], &run)
    _ = run.learn(.media([Self.photo]))
    choose([.medium(0)], &run)
    _ = run.learn(.kept(Self.photo, path: nil))
    #expect(run.note == .unusable("a") && run.answers.tiles.isEmpty && run.sheet == .files)
  }

  @Test func lateCopyBecomesNoTile() {
    var run = atTiles()
    choose([.sheet(.files)], &run)
    _ = run.learn(.media([Self.photo]))
    choose([.medium(0), .back], &run)
    _ = run.learn(.kept(Self.photo, path: "/state/media/a.jpg"))
    #expect(run.answers.tiles.isEmpty)
  }

  @Test func logoIsAPicture() {
    var run = run()
    choose([.setUp, .next, .sheet(.logo)], &run)
    _ = run.learn(.media([Self.text, Self.photo]))
    #expect(run.offeredMedia == [Self.photo])
    choose([.medium(0)], &run)
    _ = run.learn(.kept(Self.photo, path: "/state/media/a.jpg"))
    #expect(run.answers.logo == "/state/media/a.jpg" && run.step == .name && run.sheet == nil)
    func shownLogo() -> String? {
      SetupForm(run, Environment(theme: Theme())).items.first { $0.choice == .sheet(.logo) }?.detail
    }
    #expect(shownLogo() == Self.photo.name, "the copy has another name")
    choose([.removeLogo], &run)
    #expect(run.answers.logo == nil && shownLogo() == "None")
  }

  // Hours.

  @Test(arguments: [
    (Set([0, 1, 2, 3, 4, 5, 6]), ["mon-sun 09:00-18:00"]),
    (Set([1, 2, 3, 4, 5, 6]), ["tue-sun 09:00-18:00"]),
    (Set([0, 2, 3, 6]), ["mon 09:00-18:00", "wed-thu 09:00-18:00", "sun 09:00-18:00"]),
  ]) func hoursAreWrittenAsTheScheduleHasThem(days: Set<Int>, texts: [String]) {
    var hours = OpeningHours()
    hours.days = days
    #expect(hours.texts == texts && WeekSchedule(hours.texts) != nil)
  }

  @Test func hoursGoRoundTheClock() {
    var hours = OpeningHours()
    hours.moveOpening(by: -20)
    hours.moveClosing(by: 13)
    #expect(hours.texts == ["mon-sun 23:00-00:30"])
    for day in 0..<7 { hours.toggle(day) }
    #expect(hours.days == [6], "one day stays open")
  }

  // The PIN.

  private func atPIN() -> FirstRun {
    var run = atTiles()
    choose([.next, .next], &run)
    return run
  }

  @Test func pinIsEnteredTwice() {
    var run = atPIN()
    enter("4829", &run)
    #expect(run.step == .pin && run.asksForPINAgain && run.answers.pin == nil)
    enter("4829", &run)
    #expect(run.step == .summary && run.answers.pin == PIN("4829"))
  }

  @Test func differentPINsRestartTheEntry() {
    var run = atPIN()
    enter("4829", &run)
    enter("4828", &run)
    #expect(run.step == .pin && run.note == .pinsDiffer && run.answers.pin == nil && !run.asksForPINAgain)
  }

  @Test(arguments: ["", "123"]) func shortPINIsRejected(digits: String) {
    var run = atPIN()
    enter(digits, &run)
    #expect(!run.asksForPINAgain && run.answers.pin == nil)
  }

  // Saving.

  @Test func answersBecomeEdits() {
    var answers = SetupAnswers()
    #expect(answers.edits(pinFile: "/p").isEmpty)
    (answers.language, answers.name, answers.logo, answers.theme) = ("de", "Museum \"A\"", "/l.png", "paper")
    (answers.clock, answers.showsDate, answers.pin) = (.hours24, true, PIN("4829"))
    answers.hours = OpeningHours()
    answers.tiles = [
      SetupTile(.application("org.example.Maps"), name: "Maps"),
      SetupTile(.address("https://example.org"), name: "Site"),
      SetupTile(.file("/a.jpg", isPicture: true), name: "a"),
      SetupTile(.file("/b.md", isPicture: false), name: "b"),
    ]
    let name = Edit.TileKey("name", .text("Site"))
    #expect(
      answers.edits(pinFile: "/p") == [
        .set("kiosk.packaged", .boolean(false)), .set("kiosk.language", .text("de")),
        .set("brand.name", .text("Museum \"A\"")), .set("brand.logo", .text("/l.png")),
        .set("theme.name", .text("paper")), .set("header.clock", .text("24h")),
        .set("header.date", .text("long")), .set("schedule.open", .texts(["mon-sun 09:00-18:00"])),
        .set("admin.pin-file", .text("/p")),
        .addTile([Edit.TileKey("desktop-entry", .text("org.example.Maps"))]),
        .addTile([name, Edit.TileKey("url", .text("https://example.org"))]),
        .addTile([
          Edit.TileKey("name", .text("a")), Edit.TileKey("page", .text("/a.jpg")),
          Edit.TileKey("picture", .text("/a.jpg")),
        ]), .addTile([Edit.TileKey("name", .text("b")), Edit.TileKey("page", .text("/b.md"))]),
      ])
  }

  @Test func allAnswersAreSavedAtOnce() {
    var run = atPIN()
    enter("4829", &run)
    enter("4829", &run)
    let edits = run.answers.edits(pinFile: "/etc/rotunda/pin")
    #expect(choose([.finish], &run) == [.save(edits, newPIN: PIN("4829"))])
    #expect(choose([.back, .finish, .edit(.name)], &run).isEmpty, "nothing changes meanwhile")
    #expect(run.saved(problem: nil) == [.close])
  }

  @Test func refusedSavingCanBeRepeated() {
    var run = run()
    choose([.setUp] + FirstRun.Step.questions.map { _ in .next } + [.finish], &run)
    #expect(run.saved(problem: "full") == [.error], "the PIN that was entered still counts")
    #expect(run.note == .failed("full") && !run.isSaving)
    #expect(choose([.finish], &run) == [.save(run.answers.edits(pinFile: "/etc/rotunda/pin"), newPIN: nil)])
  }

  @Test func everyLanguageOfTheCatalogsIsOffered() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../po/LINGUAS")
    let linguas = try String(contentsOf: file, encoding: .utf8)
    let catalogs = linguas.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(Set(FirstRun.languages) == Set(catalogs + ["en"]) && catalogs.count >= 6)
  }
}
