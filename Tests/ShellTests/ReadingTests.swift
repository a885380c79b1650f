import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Reading forward and back, spelling, and a comparison of all visible words with the spoken ones.
struct ReadingTests {
  private static func said(_ stage: ShellStage) -> [String] {
    stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
  }

  private static func press(_ stage: ShellStage, _ keys: Key...) {
    for key in keys {
      stage.send(.key(KeyEvent(key)))
      stage.send(.key(KeyEvent(key, .released)))
      _ = stage.settle()
    }
  }

  private static func stage(
    _ tiles: [LauncherTile] = ShellStage.tiles(3), change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(tiles: tiles) {
      $0.access.isSpoken = true
      $0.header.buttons = [.accessibility]
      change(&$0)
    }
    _ = stage.settle()
    return stage
  }

  @Test func keysReadOnAndBack() {
    let stage = Self.stage()
    Self.press(stage, .pageDown)
    #expect(Self.said(stage).last == "Tile 1. Tile. 2 of 3." && stage.centered.name == "Tile 1")
    Self.press(stage, .pageDown)
    #expect(Self.said(stage).last == "Tile 2. Tile. 3 of 3.")
    Self.press(stage, .pageDown)
    #expect(Self.said(stage).last?.hasPrefix("For everyone. Button. ") == true)
    Self.press(stage, .pageUp)
    #expect(Self.said(stage).last == "Tile 2. Tile. 3 of 3.")
    Self.press(stage, .enter)
    #expect(stage.starts.map(\.command.arguments) == [["program-2"]])
  }

  @Test func twoFingerSwipesReadOn() {
    let stage = Self.stage()
    stage.glide(ShellStage.hand(2, Point(200, 0)))
    #expect(Self.said(stage).last == "Tile 1. Tile. 2 of 3.")
    stage.wait(1)
    stage.glide(ShellStage.hand(2, Point(-200, 0)))
    #expect(Self.said(stage).last == "Tile 0. Tile. 1 of 3.")
  }

  @Test func lastSentenceIsRepeated() {
    let stage = Self.stage()
    let count = Self.said(stage).count
    Self.press(stage, .other("F2"))
    #expect(Self.said(stage).count == count + 1 && Self.said(stage).last == "Tile 0. Tile. 1 of 3.")
    Self.press(stage, .other("F1"))
    #expect(Self.said(stage).last == "Tile 0. Tile. 1 of 3.", "the help key announces the current place")
  }

  @Test func namesAreSpelled() {
    let stage = Self.stage([LauncherTile(name: "Sea view", icon: nil, action: .perform(.none))])
    Self.press(stage, .other("F3"))
    #expect(Self.said(stage).last == "S. e. a. Space. v. i. e. w.")
  }

  @Test func aKeyTurnsSpeechOnAndOff() {
    let stage = ShellStage()
    Self.press(stage, .other("F4"))
    #expect(Self.said(stage).last?.hasPrefix("Read aloud. On.") == true)
    Self.press(stage, .other("F4"))
    #expect(Self.said(stage).last == "Read aloud. Off.")
    Self.press(stage, .pageDown, .other("F2"))
    #expect(Self.said(stage).last == "Read aloud. Off.")
  }

  @Test func tileActionsReadLikeKeys() {
    let tiles = ReadingAction.allCases.map {
      LauncherTile(name: $0.rawValue, icon: nil, action: .perform(.read($0)))
    }
    let stage = Self.stage(tiles)
    stage.act(.read(.on))
    _ = stage.settle()
    #expect(Self.said(stage).last == "read-back. Tile. 2 of 5.")
    stage.act(.read(.spelled))
    stage.send(.deadline)
    #expect(Self.said(stage).last?.hasPrefix("r. e. a. d. -. b.") == true)
  }

  // Digits of PINs.

  @Test(arguments: [SpokenDigits.headset, .always]) func digitsAreNamedOnlyWhereConfigured(when: SpokenDigits)
  {
    let stage = ShellStage.withPIN { ($0.access.isSpoken, $0.access.spokenDigits) = (true, when) }
    stage.act(.admin)
    _ = stage.settle()
    let before = Self.said(stage).count
    Self.press(stage, .down, .down, .right)
    #expect(Self.said(stage).last == (when == .always ? "5. Key." : "Digit. Key."))
    Self.press(stage, .enter)
    #expect(Self.said(stage).last == "1 digit entered.")
    Self.press(stage, .down, .down)
    #expect(Self.said(stage).last?.hasPrefix(when == .always ? "0." : "Digit.") == true)
    guard when == .headset else { return }
    #expect(!Self.said(stage).dropFirst(before).contains { $0.contains { $0.isNumber && $0 != "1" } })
  }

  // Voice and loudness.

  private static func hearing(_ stage: ShellStage) -> [String] {
    stage.effects.compactMap {
      switch $0 {
      case .setVoice(let rate, let pitch): "\(rate) \(pitch)"
      case .setVolume(let percent): "\(percent) %"
      default: nil
      }
    }
  }

  @Test func visitorsChangeVoiceAndLoudnessForTheirVisit() throws {
    let stage = Self.stage {
      ($0.access.volume, $0.access.volumeLimits) = (50, Point(40, 70))
      $0.access.speechRateLimits = Point(0, 50)
      $0.idle.returnHomeAfter = 60
    }
    #expect(Self.hearing(stage) == ["50 %"])
    stage.shell.withOutbox(&stage.effects) { $0.perform(.showSheet(.forEveryone)) }
    stage.draw()
    func choose(_ label: String, times: Int) throws {
      for _ in 0..<times {
        let element = try #require(stage.shell.elements().first { $0.label == label })
        stage.shell.withOutbox(&stage.effects) { shell in shell.withPanels { $0.activate(element.id) } }
        stage.draw()
      }
    }
    try choose("Louder", times: 4)
    #expect(Self.hearing(stage).suffix(2) == ["60 %", "70 %"], "no louder than operators allow")
    try choose("Softer", times: 5)
    #expect(Self.hearing(stage).last == "40 %")
    try choose("Faster", times: 4)
    try choose("Higher", times: 1)
    #expect(Self.hearing(stage).suffix(3) == ["25 0", "50 0", "50 25"])
    #expect(Self.said(stage).last == "Pitch of the voice. Slider. 4 of 5. 6 of 9.")
    stage.tap(Point(5, 5))
    stage.pass(120)
    #expect(Set(Self.hearing(stage).suffix(2)) == ["0 0", "50 %"], "the next visitor finds the default")
  }

  @Test func mixerIsUntouchedWithoutAVolumeKey() {
    let stage = Self.stage()
    stage.act(.adjust(.volume(80)))
    _ = stage.settle()
    #expect(Self.hearing(stage).isEmpty)
  }

  // Visible words and spoken words.

  private static let languages = ["en", "ar", "de", "es", "fr", "ja", "zh"]

  private static let tiles: [LauncherTile] = {
    var tiles = ShellStage.tiles(4)
    tiles[0].appearance.detail = "Ground floor"
    (tiles[0].appearance.kicker, tiles[0].appearance.meta, tiles[0].appearance.badge) = ("New", "12 min", "3")
    tiles[1].needsPIN = true
    let page = PageContent(
      [.heading("Hours", level: 1), .paragraph("From nine to five."), .point("Closed on Monday")])
    return tiles + [
      LauncherTile(id: "page", name: "About", icon: nil, action: .page(page)),
      ShellStage.folder("Games", ShellStage.tiles(2, named: "Game")),
    ]
  }()

  /// All screens, and the steps to reach them.
  private static let screens: [(name: String, show: @Sendable (ShellStage) -> Void)] = [
    ("tiles", { _ in }), ("a folder", { $0.act(.openTile("Games")) }),
    ("a page", { $0.act(.openTile("page")) }),
    ("help", { $0.act(.help) }),
    (
      "for everyone",
      { stage in
        stage.shell.withOutbox(&stage.effects) { $0.perform(.showSheet(.forEveryone)) }
      }
    ),
    (
      "languages",
      { stage in
        stage.shell.withOutbox(&stage.effects) { $0.perform(.showSheet(.language(["en", "de", "ar"]))) }
      }
    ),
    (
      "a message",
      {
        $0.act(.openTile("Tile 0"))
        if let program = $0.starts.last?.program { $0.send(.startFailed(program, .notFound)) }
      }
    ),
    (
      "no network",
      {
        $0.act(.openTile("Tile 0"))
        if let program = $0.starts.last?.program { $0.send(.startFailed(program, .noNetwork)) }
      }
    ),
    (
      "the PIN pad",
      {
        $0.act(.openTile("Tile 1"))
        $0.enter("1111", wait: 40)
      }
    ),
    (
      "the system page",
      {
        $0.send(.system(SystemInformation(version: "1.2", configurationPath: "/etc/kiosk.toml")))
        $0.act(.admin)
        $0.enter(ShellStage.pin)
      }
    ),
    ("closed", { $0.send(.clock(minuteOfWeek: 0, slept: 0)) }),
    ("locked", { $0.act(.lock) }),
  ]

  /// Symbols on buttons. The screen reader has words for them.
  private static let signs: Set<String> = ["×", "←", "−", "+", "✓", "‹", "›"]

  @Test(arguments: screens.indices, languages) func everyVisibleTextIsSpoken(screen: Int, language: String)
    throws
  {
    let (name, show) = Self.screens[screen]
    let stage = ShellStage.withPIN(tiles: Self.tiles) {
      ($0.access.isSpoken, $0.access.volume, $0.access.spokenDigits) = (true, 50, .always)
      ($0.header.title, $0.header.clock, $0.header.date) = ("Town museum", .hours24, .long)
      ($0.header.buttons, $0.header.indicator) = ([.accessibility, .language], .index)
      $0.header.details = .below
      $0.kiosk.contact = LocalizedText("+49 30 1234")
      if name == "closed" { $0.schedule.open = WeekSchedule(["wed 09:00-10:00"]) }
    }
    let words = language == "en" ? .english : try #require(try Localizer.compiled(language))
    stage.send(.languages([language], words))
    stage.send(
      .wallTime(WallTime(year: 2026, month: 3, day: 1, weekday: 0, hour: 15, minute: 5, second: 0)))
    show(stage)
    _ = stage.settle()
    stage.draw()
    let items = stage.shell.presentation.readingItems
    let said = items.map { SeenWords.letters(of: $0.sentences.joined(separator: " ")) }.joined(separator: " ")
    var count = 0
    for words in SeenWords.all(in: stage.frame) where !Self.signs.contains(words.text) {
      count += 1
      #expect(words.areIn(said), "“\(words.text)” on \(name) in \(language)")
    }
    #expect(count > 0, "\(name)")
    // Each element has a name, a kind and a position, and a finger finds it.
    for element in stage.shell.elements() where element.speech != [] && element.id != .message {
      let sentences = element.sentences(in: stage.shell.environment.words)
      let isWhole = sentences.count >= 3 && !sentences[0].isEmpty && !sentences[1].isEmpty
      #expect(isWhole, "\(element.id) on \(name)")
      guard let frame = element.frame, element.role != .group else { continue }
      let found = stage.shell.panels.readingItem(at: frame.center, SeenWords.all(in: stage.frame))
      #expect(found?.id == element.id, "\(element.id) on \(name) in \(language)")
    }
    #expect(Set(items.compactMap(\.id)).count == items.compactMap(\.id).count, "nothing is read twice")
  }
}
