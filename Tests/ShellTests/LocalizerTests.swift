import Bundles
import Configuration
import RotundaGeometry
import Gestures
import Languages
import Programs
import Testing

@testable import Shell

/// All text on the screen comes from the catalogs. In a language with each text in brackets, nothing is
/// outside of brackets.
struct LocalizerTests {
  static let bracketed: Localizer = {
    var texts: [String: [String]] = [:]
    for phrase in Phrase.allCases { texts[phrase.rawValue] = ["⟦\(phrase.rawValue)⟧"] }
    for phrase in CountedPhrase.allCases { texts[phrase.one] = ["⟦\(phrase.one)⟧", "⟦\(phrase.other)⟧"] }
    return Localizer(Catalog(language: "xx", texts: texts))
  }()

  /// The text outside of brackets, which may be nested.
  private func outside(_ text: String) -> String {
    var (depth, rest) = (0, "")
    for character in text {
      if character == "⟦" { depth += 1 }
      if depth == 0 { rest.append(character) }
      if character == "⟧" { depth -= 1 }
    }
    return rest.filter { !$0.isWhitespace }
  }

  /// One message of each kind, with values that have no letters.
  private static let messages: [Message] = {
    let reasons: [ExitReason] =
      [.exited(status: 3), .outOfMemory, .perhapsOutOfMemory]
      + (1...31).map { .signaled(signal: $0, coreDumped: $0 % 2 == 0) }
    let failures: [StartFailure] = [
      .notFound, .notExecutable, .workingDirectory("/"), .noNetwork, .refused(errno: 1, text: "1"),
    ]
    let obstacles: [Obstacle] = [
      .unreadableFile("/"), .noBrowser, .desktopEntry(.hidden), .powerNotAllowed,
    ]
    let powers: [Message] = PowerAction.allCases.flatMap { action -> [Message] in
      [.power(action), .powerFailed(action, .powerNotAllowed)]
    }
    let plain: [Message] = [
      .opening(tile: "1"), .endedWithFault(tile: "1"), .timeIsUp(tile: "1"), .slow(tile: "1"),
      .hung(tile: "1"),
      .notAvailable(tile: "1"),
      .noPIN, .wrongPIN(times: 1), .wrongPIN(times: 2), .pinFailed(reason: ""), .stillThere(seconds: 1),
      .stillThere(seconds: 9), .closed(tile: "1", .exited(status: 1)),
      .restarting(because: .endedBadly(tile: "1", command: ["1"], .outOfMemory), seconds: 2),
    ]
    let news: [ContentNews] =
      [.copying(percent: 1), .tried] + BundleCopy.Refusal.allCases.map { .notCopied($0) }
      + [.ended(.kept), .ended(.failed), .ended(.postponed)]
      + BundleFault.Kind.allCases.map { .ended(.refused($0)) }
    return news.map { .content($0) } + reasons.map { .endedBadly(tile: "1", command: ["1"], $0) }
      + failures.map { .startFailed(tile: "1", command: ["1"], $0) }
      + obstacles.map { .nothingToOpen(tile: "1", $0) } + powers + plain
  }()

  @Test(arguments: messages) func everyMessageIsTranslatedWhole(message: Message) {
    for text in [message.text(in: Self.bracketed), message.fullText(in: Self.bracketed)] {
      #expect(outside(text.title).isEmpty && outside(text.detail).isEmpty, "\(text)")
    }
  }

  private static let machine: SystemInformation = {
    var machine = SystemInformation(configurationPath: ":")
    (machine.uptime, machine.disk) = (200_000, .init(free: 1, total: 2))
    return machine
  }()

  @Test func thePadIsTranslatedAtOnce() {
    for purpose in [PINPad.Purpose.admin, .open(tile: "Tile 0"), .unlock] {
      #expect(outside(purpose.text(tile: "1", in: Self.bracketed)).isEmpty)
    }
    for answer in [PINPad.Answer.wrong, .wait(seconds: 1), .wait(seconds: 300), .broken] {
      #expect(outside(answer.text(in: Self.bracketed)).isEmpty)
    }
    for control in SystemControl.allCases { #expect(outside(control.text(in: Self.bracketed)).isEmpty) }
    let stage = ShellStage.withPIN()
    stage.act(.admin)
    stage.send(.languages(["xx"], Self.bracketed))
    stage.draw()
    #expect(stage.writing.contains("⟦PIN for the system page⟧") && stage.writing.contains("⟦OK⟧"))
  }

  @Test func systemPageIsTranslatedExceptNames() {
    let report = SystemReport(
      information: Self.machine, problems: [], showsEarlier: false,
      entries: [0, 70, 9000, 500_000].map { .init(message: .noPIN, age: $0) })
    for section in report.sections(in: Self.bracketed) {
      #expect(outside(section.heading).isEmpty, "\(section)")
      // Between the age and the message.
      #expect(outside(section.text).allSatisfy { $0 == ":" }, "\(section)")
    }
  }

  @Test func languageChangesAtOnceOnOpenScreens() {
    let stage = ShellStage(tiles: ShellStage.tiles(2)) { $0.admin.showsPageWithoutPIN = true }
    stage.act(.admin)
    stage.draw()
    #expect(stage.writing.contains("Configuration"))
    stage.send(.languages(["xx"], Self.bracketed))
    stage.draw()
    #expect(stage.writing.contains("⟦Configuration⟧") && !stage.writing.contains("Configuration"))
    #expect(stage.writing.contains("⟦Reload settings⟧"))
    stage.send(.languages([], .english))
    stage.draw()
    #expect(stage.writing.contains("Configuration"))
  }

  @Test func aMessageChangesItsLanguageWithItsButton() {
    let stage = ShellStage(tiles: ShellStage.tiles(1))
    stage.tap(stage.center)
    stage.send(.startFailed(ProgramID(1), .notFound))
    stage.draw()
    #expect(stage.writing.contains("Try again"))
    stage.send(.languages(["xx"], Self.bracketed))
    stage.draw()
    #expect(stage.writing.contains("⟦Try again⟧") && stage.writing.contains("⟦“Tile 0” cannot be opened⟧"))
  }

  @Test func theHeaderSpeaksTheVisitorsLanguage() throws {
    let stage = ShellStage { ($0.header.date, $0.header.clock) = (.long, .hours24) }
    stage.send(
      .wallTime(WallTime(year: 2026, month: 3, day: 1, weekday: 0, hour: 15, minute: 5, second: 0)))
    stage.draw()
    #expect(stage.writing.contains("Sunday 1 March 2026"))
    stage.send(.languages(["ja"], try #require(try Localizer.compiled("ja"))))
    stage.draw()
    #expect(stage.writing.contains("2026年3月1日 日曜日"))
  }

  @Test func highlightTextIsTranslatedAtOnce() {
    let stage = ShellStage(tiles: [PageTests.tile()]) { $0.access.scans = true }
    stage.act(.openTile("About"))
    _ = stage.settle()
    stage.send(.key(KeyEvent(.space)))
    stage.draw()
    #expect(stage.writing.contains("Scroll down"))
    stage.send(.languages(["xx"], Self.bracketed))
    stage.draw()
    #expect(stage.writing.contains("⟦Scroll down⟧"))
  }

  /// Without isolation, the slash of a path would move to its other end.
  @Test func latinNamesKeepOrderInArabic() throws {
    let words = try #require(try Localizer.compiled("ar"))
    #expect(words(.fileCannotBeRead, "/srv/a.md").contains("\u{2068}/srv/a.md\u{2069}"))
    #expect(!words(.position, "1", "4").contains("\u{2068}"))
    #expect(words(.opening, "خريطة").contains("«خريطة»"))
    #expect(Localizer.english(.opening, "a").contains("“a”"))
    let report = SystemReport(
      information: SystemInformation(configurationPath: "/etc/a.toml"), problems: [], showsEarlier: false,
      entries: [])
    #expect(report.sections(in: words).contains { $0.text == "\u{200F}\u{2068}/etc/a.toml\u{2069}" })
    #expect(report.name == "Rotunda")
  }

  @Test func phrasesAreDifferentFromOneAnother() {
    let texts = Phrase.allCases.map(\.rawValue) + CountedPhrase.allCases.map(\.one)
    #expect(Set(texts).count == texts.count)
  }
}
