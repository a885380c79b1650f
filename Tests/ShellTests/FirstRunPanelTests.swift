import Configuration
import Gestures
import Languages
import LongCheck
import Networks
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// The first run on the screen: touch, keys, one switch and the screen reader.
struct FirstRunPanelTests {
  static let facts: [SetupFact] = [
    .applications(
      (0..<30).map {
        InstalledApplication(id: "a\($0)", name: "Application number \($0)", icon: .named("a\($0)"))
      }
    ),
    .media(
      (0..<20).map {
        SetupMedium(path: "/m/\($0).jpg", name: "Picture \($0)", isPicture: $0 % 3 > 0, revision: 1)
      }),
    .looks(
      ["gallery", "light", "paper", "cinema", "cover-flow", "playground", "signal"].map {
        SetupLook(
          id: $0, name: LocalizedText($0), configuration: KioskConfiguration(),
          shelves: [LauncherShelf(settings: CarouselSettings(), tiles: ShellStage.tiles(5))])
      }),
    .networks(.example, isWired: false),
  ]
  static let pages = FirstRun.Step.allCases.map(\.rawValue) + FirstRun.Sheet.allCases.map(\.rawValue)

  private func stage(
    _ size: Size = Size(1280, 800), change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(size: size) {
      $0.idle.returnHomeAfter = 60
      $0.idle.attractAfter = 90
      change(&$0)
    }
    stage.send(.setUp(.isUnset(true)))
    _ = stage.settle()
    return stage
  }

  private func run(_ stage: ShellStage) throws -> FirstRun {
    try #require(stage.shell.panels.first(FirstRunPanel.self)).run
  }

  /// Answers the shell's requests.
  private func answer(_ stage: ShellStage) {
    let effects = stage.effects
    stage.effects.removeAll { if case .setUp = $0 { true } else { false } }
    for case .setUp(let request) in effects {
      switch request {
      case .applications: stage.send(Self.fact(0))
      case .media: stage.send(Self.fact(1))
      case .looks: stage.send(Self.fact(2))
      case .keep(let medium): stage.send(.setUp(.kept(medium, path: "/state/\(medium.name).jpg")))
      case .network: stage.send(.setUp(.networks(NetworksReport(.none), isWired: false)))
      }
    }
    _ = stage.settle()
  }

  private static func fact(_ index: Int) -> ShellEvent { .setUp(facts[index]) }

  private func tap(_ label: String, _ stage: ShellStage) throws {
    let element = try #require(
      stage.shell.elements().first { $0.label == label },
      "no \(label) among \(stage.shell.elements().map(\.label))")
    stage.tap(try #require(element.frame, "\(label) is not seen").center)
    _ = stage.settle()
    answer(stage)
  }

  // Occasions.

  @Test func unsetKioskSaysHello() {
    let stage = stage()
    #expect(stage.shell.status.screen == .setup)
    #expect(stage.writing.contains("Hello.") && stage.writing.contains("Set up here"))
    stage.send(.setUp(.isUnset(false)))
    _ = stage.settle()
    #expect(stage.shell.status.screen == .carousel)
  }

  @Test func visitorsCannotSetUpAProtectedKiosk() {
    let stage = stage { $0.admin.pin = .hash(ShellStage.hash) }
    #expect(stage.shell.status.screen == .carousel)
    stage.act(.admin)
    #expect(stage.shell.status.screen == .pin)
  }

  @Test func setUpKioskHasNoFirstRun() {
    let stage = ShellStage()
    stage.send(.setUp(.isUnset(false)))
    stage.act(.admin)
    #expect(stage.shell.status.screen == .carousel)
  }

  @Test func keysBeforeALayoutDoNoHarm() {
    var panel = FirstRunPanel(FirstRun(.first, hasDemonstration: true), at: 0)
    var output = PanelOutput()
    _ = panel.handle(KeyEvent(.tab), Environment(theme: Theme()), &output)
    #expect(panel.spoken.element == FirstRun.Choice.setUp.element)
  }

  @Test func cornerAndVisitEndTheDemonstration() throws {
    let stage = stage()
    try tap("Just look", stage)
    #expect(stage.shell.status.screen == .carousel)
    for _ in 0..<5 { stage.tap(Point(4, 4)) }
    #expect(stage.shell.status.screen == .setup)
    try tap("Just look", stage)
    stage.pass(61)
    _ = stage.settle()
    #expect(stage.shell.status.screen == .setup)
    #expect(try run(stage).step == .hello)
  }

  @Test func idleSetupStaysOpen() throws {
    let stage = stage()
    try tap("Set up here", stage)
    try tap("Deutsch", stage)
    stage.pass(600)
    #expect(try run(stage).step == .language && stage.shell.idle.attraction == nil)
    #expect(
      stage.shell.idle.cover == nil && stage.shell.deadline.map { $0 > stage.now } != false,
      "the launcher rests")
    for action in [ShellAction.home, .back] { stage.act(action) }
    #expect(try run(stage).step == .language)
    #expect(!stage.effects.contains(.setLanguage(nil)))
  }

  @Test func firstRunEndsAnEarlierQuestion() {
    let stage = ShellStage { ($0.idle.returnHomeAfter, $0.idle.warning) = (60, 20) }
    stage.act(.nextTile)
    _ = stage.settle()
    stage.pass(45)
    #expect(stage.shell.idle.cover != nil)
    stage.send(.setUp(.isUnset(true)))
    stage.pass(60)
    #expect(stage.shell.setsUp && stage.shell.idle.cover == nil)
    #expect(stage.shell.deadline.map { $0 > stage.now } != false, "the launcher rests")
  }

  @Test func emptyKioskOffersOnlySetup() {
    let stage = ShellStage(tiles: [])
    stage.send(.setUp(.isUnset(true)))
    _ = stage.settle()
    #expect(stage.shell.status.screen == .setup)
    #expect(stage.shell.elements().map(\.label) == ["Set up here"])
  }

  // All steps.

  @Test func wholeFirstRunByTouch() throws {
    let stage = stage()
    for label in [
      "Set up here", "Deutsch", "Next", "Next", "paper", "Next", "Application", "Application number 1",
    ] {
      try tap(label, stage)
    }
    for label in ["Back", "Picture or text", "Picture 1", "Next", "Opening hours", "Monday", "Next"] {
      try tap(label, stage)
    }
    for _ in 0..<2 { for digit in "4829" { try tap(String(digit), stage) }; try tap("OK", stage) }
    #expect(try run(stage).step == .summary)
    try tap("Look", stage)
    try tap("signal", stage)
    try tap("Next", stage)
    try tap("Finish", stage)
    let request = try #require(stage.saves.last)
    guard case .edits(let edits, let pin) = request.content else {
      Issue.record("\(request)")
      return
    }
    #expect(pin == PIN("4829"))
    #expect(edits.contains(.set("theme.name", .text("signal"))))
    #expect(edits.contains(.set("schedule.open", .texts(["tue-sun 09:00-18:00"]))))
    #expect(edits.contains(.addTile([Edit.TileKey("desktop-entry", .text("a1"))])))
    // An answer to another session's request, and one to an earlier attempt.
    stage.send(.edited(EditingState(configuration: KioskConfiguration()), shelves: []))
    stage.send(.saved(request.number - 1))
    _ = stage.settle()
    #expect(stage.shell.status.screen == .setup && stage.saves.count == 1)
    stage.send(.saved(request.number))
    _ = stage.settle()
    #expect(stage.shell.status.screen == .carousel && stage.effects.contains(.reloadConfiguration))
  }

  @Test func refusalIsShownAndCanBeRepeated() throws {
    let stage = stage()
    try tap("Set up here", stage)
    for _ in 0..<6 { try tap("Next", stage) }
    try tap("Finish", stage)
    let number = try #require(stage.saves.last).number
    stage.send(.saveRefused(number, .failed(reason: "disk full")))
    _ = stage.settle()
    #expect(stage.writing.contains("The settings could not be saved: disk full"))
    try tap("Finish", stage)
    #expect(stage.saves.map(\.number) == [number, number + 1])
    // The first attempt is over.
    stage.send(.saved(number))
    #expect(stage.shell.status.screen == .setup)
    stage.send(.saved(number + 1))
    _ = stage.settle()
    #expect(stage.shell.status.screen == .carousel)
  }

  /// Another setup's answer is not this one's.
  @Test func aReopenedSetupWaitsForItsOwnAnswer() throws {
    let stage = ShellStage.withPIN { $0.idle.returnHomeAfter = nil }
    func open() throws {
      stage.shell.withOutbox(&stage.effects) { $0.perform(.showSetup) }
      _ = stage.settle()
      for _ in 0..<5 { try tap("Next", stage) }
      try tap("Finish", stage)
    }
    try open()
    let first = try #require(stage.saves.last).number
    stage.pass(301)
    #expect(stage.shell.panels.isEmpty)
    try open()
    #expect(stage.saves.count == 2)
    stage.send(.saved(first))
    _ = stage.settle()
    #expect(stage.shell.status.screen == .setup)
  }

  @Test func aLongSetupAsksForThePINAgain() throws {
    let stage = ShellStage.withPIN { $0.idle.returnHomeAfter = nil }
    stage.shell.withOutbox(&stage.effects) { $0.perform(.showSetup) }
    _ = stage.settle()
    for _ in 0..<5 { try tap("Next", stage) }
    try tap("Finish", stage)
    let first = try #require(stage.saves.last)
    stage.send(.saveRefused(first.number, .noRight))
    _ = stage.settle()
    #expect(stage.isPadShown)
    #expect(stage.writing.contains("The PIN was entered a long time ago. Enter it again to save."))
    stage.enter(ShellStage.pin)
    #expect(stage.givesRight == true && !stage.isPadShown)
    let second = try #require(stage.saves.last)
    #expect(second.number == first.number + 1 && second.content == first.content)
    stage.send(.saved(second.number))
    _ = stage.settle()
    #expect(stage.shell.panels.isEmpty && stage.effects.last { $0 == .edit(.forgetRight) } != nil)
  }

  @Test func wholeFirstRunByKeys() throws {
    let stage = stage()
    func press(_ key: Key, _ times: Int = 1) {
      for _ in 0..<times { stage.send(.key(KeyEvent(key))) }
      _ = stage.settle()
      answer(stage)
    }
    func press(to label: String) {
      for _ in 0..<60 where stage.shell.panels.open?.spoken.element != element(label) { press(.tab) }
      press(.enter)
    }
    func element(_ label: String) -> ElementID? { stage.shell.elements().first { $0.label == label }?.id }
    press(.tab)
    press(.enter)
    #expect(try run(stage).step == .language)
    press(to: "Next")
    press(.escape)
    #expect(try run(stage).step == .language)
    for _ in 0..<5 { press(to: "Next") }
    #expect(try run(stage).step == .pin)
    for _ in 0..<2 {
      for digit in "4829" { press(.character(digit)) }
      press(.enter)
    }
    press(to: "Finish")
    #expect(stage.saves.count == 1)
  }

  /// The ring and the gap between it and the button are equally wide, also around the ends.
  @Test func ringFollowsTheFocusedButton() throws {
    let stage = stage()
    try tap("Set up here", stage)
    let next = try #require(stage.shell.elements().first { $0.label == "Next" })
    let area = try #require(next.frame)
    for _ in 0..<60 where stage.shell.panels.open?.spoken.element != next.id {
      stage.send(.key(KeyEvent(.tab)))
    }
    #expect(stage.settle())
    stage.draw()
    let rings = stage.frame.sprites.filter { sprite in
      guard case .color = sprite.fill, let center = sprite.transform.project(.zero) else { return false }
      return (center + stage.center - area.center).length < 1 && sprite.size.width > area.size.width + 1
        && sprite.size.width < area.size.width + 100
    }
    try #require(rings.count >= 2)
    for (ring, way) in zip(rings, [2 * FirstRunFace.focusWidth, FirstRunFace.focusWidth]) {
      #expect(abs(ring.size.width - area.size.width - 2 * way) < 0.01)
      #expect(abs(ring.size.height - area.size.height - 2 * way) < 0.01)
      #expect(abs(ring.cornerRadius - ring.size.height / 2) < 0.01)
    }
  }

  @Test func arrowKeysGoToTheNearest() throws {
    let stage = stage()
    try tap("Set up here", stage)
    func focus() -> String? {
      stage.shell.elements().first { $0.id == stage.shell.panels.open?.spoken.element }?.label
    }
    for key in [Key.tab, .down] { stage.send(.key(KeyEvent(key))) }
    #expect(focus() == "Español")
    stage.send(.key(KeyEvent(.right)))
    #expect(focus() != "Español" && focus() != nil)
    stage.send(.key(KeyEvent(.left)))
    #expect(focus() == "Español")
  }

  @Test func oneSwitchFinishesTheFirstRun() throws {
    let stage = stage { $0.access.scans = true }
    let goal: [FirstRun.Step] = [.language, .name, .look, .tiles, .hours, .pin, .summary]
    func press() {
      stage.wait(1)
      stage.send(.key(KeyEvent(.space)))
      _ = stage.settle()
      answer(stage)
    }
    for step in goal {
      let wanted: ElementID = step == .language ? ElementID("setup-here") : ElementID("setup-next")
      if stage.shell.scanner.run == nil { press() }
      for _ in 0..<80 where stage.shell.scanner.run?.current != wanted {
        guard let next = stage.shell.scanner.run?.next else {
          press()
          continue
        }
        stage.wait(next - stage.now + 0.001)
      }
      press()
      #expect(try run(stage).step == step)
    }
  }

  // Speech.

  private func spoken(_ stage: ShellStage) -> String {
    stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }.joined(
      separator: "\n")
  }

  @Test func pagesAreReadOut() throws {
    let stage = stage { $0.access.isSpoken = true }
    stage.tap(Point(640, 20))
    _ = stage.settle()
    #expect(spoken(stage).contains("Hello.") && spoken(stage).contains("Set up here"))
    try tap("Set up here", stage)
    #expect(spoken(stage).contains("Choose a language") && spoken(stage).contains("日本語"))
  }

  @Test func digitsOfThePINAreNotReadOut() throws {
    let stage = stage { $0.access.isSpoken = true }
    try tap("Set up here", stage)
    for _ in 0..<5 { try tap("Next", stage) }
    stage.effects.removeAll()
    for digit in "7979" { try tap(String(digit), stage) }
    #expect(spoken(stage).contains("4 digits entered"))
    #expect(!spoken(stage).contains("7") && !spoken(stage).contains("9"))
  }

  @Test func digitsStandAsOnEveryPad() throws {
    for isMirrored in [false, true] {
      let stage = stage { $0.access.isMirrored = isMirrored }
      stage.shell.withOutbox(&stage.effects) {
        $0.show(FirstRunPanel(previewOf: "pin", [], at: stage.now))
      }
      _ = stage.settle()
      func place(_ label: String) throws -> Double {
        let frame = try #require(stage.shell.elements().first { $0.label == label }?.frame)
        return isMirrored ? stage.size.width - frame.center.x : frame.center.x
      }
      #expect(try place("1") < place("2"))
      #expect(try place("2") < place("3"))
    }
  }

  @Test func screenNeverShowsWhichKeyIsPressed() throws {
    let stage = stage()
    try tap("Set up here", stage)
    for _ in 0..<5 { try tap("Next", stage) }
    let key = try #require(stage.shell.elements().first { $0.label == "5" }?.frame).center
    stage.draw()
    let before = stage.frame.sprites
    stage.down(key)
    stage.wait(0.2)
    stage.draw()
    #expect(stage.frame.sprites == before)
  }

  // Places.

  private static let languages: [(tag: String, words: Localizer)] = ["en", "de", "ar", "ja"].map {
    ($0, (try? Localizer.compiled($0)) ?? .english)
  }

  private static let looks = [(1.0, 0), (1, 1), (1.5, 2), (2.5, 3), (2, 1)]

  @Test(arguments: LongCheck.sample(Array(TargetTests.screens.indices), every: 4)) func nothingOverlaps(
    index: Int
  ) throws {
    let screen = TargetTests.screens[index]
    for (number, page) in Self.pages.enumerated() {
      // Each page appears in each of the looks.
      for step in 0..<2 {
        let (scale, language) = Self.looks[(number + index + step * 2) % Self.looks.count]
        let stage = ShellStage(size: screen.size) { $0.access.textScale = scale }
        stage.send(.languages([Self.languages[language].tag], Self.languages[language].words))
        stage.send(.measured(pointsPerMillimeter: screen.pointsPerMillimeter))
        stage.shell.withOutbox(&stage.effects) {
          $0.show(FirstRunPanel(previewOf: page, Self.facts, at: stage.now))
        }
        _ = stage.settle()
        let panel = try #require(stage.shell.panels.first(FirstRunPanel.self))
        let words = [panel.layout.title, panel.layout.detail].filter { !$0.size.isEmpty }
        let frames = stage.shell.elements().compactMap(\.frame) + words
        let screenArea = Rectangle(origin: .zero, size: screen.size)
        for (index, frame) in frames.enumerated() {
          #expect(screenArea.intersection(frame) == frame, "\(page), \(screen.name), \(scale): \(frame)")
          for other in frames[(index + 1)...] {
            let common = frame.intersection(other)?.size ?? .zero
            #expect(
              common.width < 1 || common.height < 1,
              "\(page), \(screen.name), \(scale), \(Self.languages[language].tag): \(frame) and \(other)")
          }
        }
      }
    }
  }

  @Test func themesAreDrawnByTheSameCode() throws {
    let stage = stage()
    stage.shell.withOutbox(&stage.effects) {
      $0.show(FirstRunPanel(previewOf: "look", Self.facts, at: stage.now))
    }
    _ = stage.settle()
    // Previews of seven themes with five tiles each, much smaller than on the screen.
    let faces = stage.frame.sprites.filter { sprite in
      if case .picture(let picture, _) = sprite.fill, case .face = picture.content { true } else { false }
    }
    #expect(faces.count >= 7 * 3)
    let drawn = faces.filter { sprite in
      guard case .picture(let picture, _) = sprite.fill else { return false }
      return stage.sizes[picture] != nil
    }
    #expect(drawn.count >= 7)
    let area = try #require(stage.shell.elements().first { $0.label == "paper" }?.frame)
    #expect(faces.allSatisfy { $0.clip.map { $0.size.width <= area.size.width + 1 } == true })
  }

  @Test func manyApplicationsScroll() throws {
    let stage = stage(Size(800, 480))
    stage.shell.withOutbox(&stage.effects) {
      $0.show(FirstRunPanel(previewOf: "applications", Self.facts, at: stage.now))
    }
    _ = stage.settle()
    #expect(!stage.shell.elements().contains { $0.label == "Application number 29" })
    stage.drag(from: Point(400, 300), by: Point(0, -250), seconds: 0.1)
    for _ in 0..<6 {
      _ = stage.settle()
      stage.drag(from: Point(400, 300), by: Point(0, -250), seconds: 0.1)
    }
    _ = stage.settle()
    let last = try #require(stage.shell.elements().first { $0.label == "Application number 29" }?.frame)
    stage.tap(last.center)
    #expect(try run(stage).answers.tiles.last?.name == "Application number 29")
  }
}
