import Configuration
import RotundaGeometry
import Gestures
import Programs
import Testing

@testable import Shell

/// The sentences of the screen reader.
struct SpeechTests {
  private static let howToListen = Phrase.howToListen.rawValue

  private func stage(
    _ tiles: [LauncherTile] = ShellStage.tiles(5), shelves: [String?] = [nil], isSpoken: Bool = true,
    _ change: @escaping (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(tiles: tiles, shelves: shelves) {
      $0.access.isSpoken = isSpoken
      change(&$0)
    }
    _ = stage.settle()
    return stage
  }

  private func said(_ stage: ShellStage) -> [String] {
    stage.effects.compactMap { effect in
      switch effect {
      case .speak(let text, _): text
      default: nil
      }
    }
  }

  /// The same, with a dash for each stop of speech.
  private func heard(_ stage: ShellStage) -> [String] {
    stage.effects.compactMap { effect in
      switch effect {
      case .speak(let text, _): text
      case .stopSpeaking: "-"
      default: nil
      }
    }
  }

  /// Performs an action as a gesture would.
  private func act(_ action: ShellAction, _ stage: ShellStage) {
    stage.act(action)
    stage.send(.deadline)
  }

  private func press(_ stage: ShellStage, _ keys: Key...) {
    for key in keys {
      stage.send(.key(KeyEvent(key)))
      stage.send(.key(KeyEvent(key, .released)))
    }
  }

  @Test func speechNeedsTheSetting() {
    let stage = stage(isSpoken: false)
    act(.nextTile, stage)
    _ = stage.settle()
    stage.tap(stage.center)
    #expect(heard(stage).isEmpty)
  }

  @Test func keySelectionIsSpokenAtOnce() {
    let stage = stage()
    #expect(said(stage) == ["Tile 0. Tile. 1 of 5."])
    act(.nextTile, stage)
    #expect(said(stage).last == "Tile 1. Tile. 2 of 5.")
    act(.nextTile, stage)
    #expect(heard(stage).last == "Tile 2. Tile. 3 of 5.")
    _ = stage.settle()
    #expect(heard(stage).count == 3)
  }

  @Test func fingerSelectionIsSpokenAsItMoves() {
    let stage = stage()
    stage.drag(from: stage.center, by: Point(24, 0), seconds: 0.2, thenHold: 0.2)
    _ = stage.settle()
    #expect(said(stage).count == 1)
    stage.drag(from: stage.center, by: Point(-330, 0), seconds: 0.5, thenHold: 0.3)
    _ = stage.settle()
    #expect(said(stage) == ["Tile 0. Tile. 1 of 5.", "Tile 1. Tile. 2 of 5."])
  }

  @Test func tileSpeaksItsTextAndState() {
    var tiles = ShellStage.tiles(2)
    tiles[0].appearance.detail = "Ground floor"
    tiles[0].appearance.badge = "New"
    tiles[0].appearance.progress = 0.404
    tiles[0].needsPIN = true
    tiles[0].enabledWhen = TileCondition()
    tiles[0].enabledWhen?.facts = [.file("/nowhere")]
    let stage = stage(tiles)
    #expect(said(stage) == ["Tile 0. Tile. Ground floor. New. 40%. Not available. Needs the PIN. 1 of 2."])
  }

  @Test func programStateIsSpoken() {
    let stage = stage()
    stage.tap(stage.center)
    stage.send(.windowAppeared(ProgramID(1)))
    stage.send(.ended(ProgramID(1), .signaled(signal: 11, coreDumped: false)))
    stage.wait(2)
    press(stage, .right, .left)
    #expect(said(stage).last == "Tile 0. Tile. Failed. 1 of 5.")
  }

  @Test func folderSpeaksItsKindAndPlace() {
    let stage = stage([ShellStage.folder("Games", ShellStage.tiles(3, named: "Game"))])
    #expect(said(stage) == ["Games. Folder. 1 of 1."])
    press(stage, .enter)
    _ = stage.settle()
    #expect(said(stage).last == "Games. Game 0. Tile. 2 of 4.")
    press(stage, .left)
    #expect(said(stage).last == "Back. Button. 1 of 4.")
    press(stage, .enter)
    _ = stage.settle()
    #expect(said(stage).last == "Games. Folder. 1 of 1.")
  }

  @Test func anotherShelfIsNamedBeforeItsTile() {
    let stage = stage(ShellStage.tiles(2), shelves: ["Play", "Work"])
    #expect(said(stage) == ["Play. Tile 0. Tile. 1 of 2."])
    press(stage, .down)
    #expect(said(stage).last == "Work. Tile 0. Tile. 1 of 2.")
    _ = stage.settle()
    press(stage, .right)
    #expect(said(stage).last == "Tile 1. Tile. 2 of 2.")
  }

  @Test func tileControlsAreSpokenWithState() {
    var tile = LauncherTile(name: "Lights", icon: nil, action: .perform(.none))
    tile.buttons = ["Hall", "Stage"].map {
      LauncherTile(name: $0, icon: nil, action: .start(Command(["true"])))
    }
    tile.buttons[0].offAction = .start(Command(["false"]))
    tile.buttons[0].opensWindow = false
    let stage = stage([tile])
    #expect(said(stage) == ["Lights. Tile. 1 of 1. Hall. Stage."])
    press(stage, .tab)
    #expect(said(stage).last == "Hall. Switch. Off. 1 of 2.")
    press(stage, .enter)
    #expect(said(stage).last == "On.")
    press(stage, .tab)
    #expect(said(stage).last == "Stage. Button. 2 of 2.")
    press(stage, .escape)
    #expect(said(stage).last == "Lights. Tile. 1 of 1. Hall. Stage.")
  }

  @Test func messagesInterruptSpeech() {
    let stage = stage()
    stage.tap(stage.center)
    #expect(said(stage) == ["Tile 0. Tile. 1 of 5.", "Opening “Tile 0” …"])
    stage.send(.windowAppeared(ProgramID(1)))
    stage.send(.ended(ProgramID(1), .signaled(signal: 11, coreDumped: false)))
    // With the visitor's place and the available action.
    #expect(
      said(stage).last
        == "“Tile 0” has stopped. It closed unexpectedly. If the problem continues, please ask "
        + "a member of staff. Try again. Tile 0. Tile. Failed. 1 of 5.")
    let count = said(stage).count
    stage.wait(10)
    _ = stage.settle()
    #expect(said(stage).count == count)
  }

  @Test func aMessageDoesNotKeepTheTilesSilent() {
    let stage = stage()
    stage.tap(stage.center)
    stage.send(.startFailed(ProgramID(1), .notFound))
    #expect(
      said(stage).last?.hasPrefix("“Tile 0” cannot be opened. It is not set up correctly.")
        == true)
    press(stage, .right)
    #expect(said(stage).last == "Tile 1. Tile. 2 of 5.")
  }

  @Test func repeatedMessageIsSpokenAgain() {
    var tiles = ShellStage.tiles(2)
    tiles[0].enabledWhen = TileCondition()
    tiles[0].enabledWhen?.facts = [.file("/nowhere")]
    let stage = stage(tiles)
    for _ in 0..<2 { press(stage, .enter) }
    #expect(said(stage).dropFirst() == ["“Tile 0” is not available now.", "“Tile 0” is not available now."])
  }

  @Test func countdownIsSpokenOnce() {
    let stage = stage { ($0.idle.returnHomeAfter, $0.idle.warning) = (30, 10) }
    stage.tap(stage.center)
    for _ in 0..<9 { stage.wait(1) }
    stage.wait(12)
    let before = said(stage).count
    #expect(
      said(stage).last
        == "Are you still there? Touch the screen to continue. Otherwise this closes in 9 seconds.")
    for _ in 0..<5 { stage.wait(1) }
    #expect(said(stage).count == before)
  }

  @Test func thePicturesOfAPageAreDescribed() {
    let map = PageContent([
      .paragraph("Come in."), .picture("/map.png", words: "The café is left of the entrance"),
      .picture("/line.png"),
    ])
    let tiles = ["Map", "Plan", "View"].map { name -> LauncherTile in
      let contents = ["Map": map, "Plan": PageContent([.picture("/plan.png")]).describing("Two halls")]
      return LauncherTile(
        name: name, icon: nil, action: .page(contents[name] ?? PageContent([.picture("/view.png")])))
    }
    let stage = stage(tiles)
    func hear(_ name: String) -> String? {
      act(.openTile(name), stage)
      defer { press(stage, .escape) }
      return said(stage).last
    }
    #expect(hear("Map") == "Map. Come in. The café is left of the entrance.")
    #expect(hear("Plan") == "Plan. Two halls.")
    #expect(hear("View") == "View.")
  }

  @Test func aPageIsReadOut() {
    let content = PageContent([.heading("Hours", level: 1), .rule, .paragraph("From nine to five.")])
    let stage = stage([LauncherTile(id: "about", name: "About", icon: nil, action: .page(content))])
    press(stage, .enter)
    #expect(said(stage) == ["About. Tile. 1 of 1.", "About. Hours. From nine to five."])
    _ = stage.settle()
    press(stage, .escape)
    #expect(said(stage).last == "About. Tile. 1 of 1.")
  }

  @Test func keyAfterAPageBelongsToTheTiles() {
    let content = PageContent([.paragraph("From nine to five.")])
    let about = LauncherTile(id: "about", name: "About", icon: nil, action: .page(content))
    let stage = stage([about, ShellStage.folder("Games", ShellStage.tiles(1, named: "Game"))])
    press(stage, .enter)
    _ = stage.settle()
    press(stage, .escape, .right)
    #expect(said(stage).last == "Games. Folder. 2 of 2.")
    // Enter opens the spoken tile, also before it is in the middle.
    press(stage, .enter)
    _ = stage.settle()
    #expect(said(stage).last == "Games. Game 0. Tile. 2 of 2.")
  }

  @Test func switchHighlightIsSpoken() {
    var tiles = ShellStage.tiles(2)
    tiles.append(ShellStage.folder("Games", ShellStage.tiles(1, named: "Game")))
    let stage = stage(tiles, shelves: ["Play", "Work"]) { $0.access.scans = true }
    func step() {
      stage.wait(max(0, (stage.shell.scanner.run?.next ?? 0) - stage.now) + 0.001)
      _ = stage.settle()
    }
    func choose() {
      press(stage, .space)
      stage.wait(0.5)
      _ = stage.settle()
    }
    choose()
    #expect(said(stage).last == "Play. Group. 1 of 2.")
    step()
    #expect(said(stage).last == "Work. Button. 2 of 2.")
    step()
    #expect(said(stage).last == "Play. Group. 1 of 2.")
    choose()
    #expect(said(stage).last == "Play. Tile 0. Tile. 1 of 3.")
    step()
    #expect(said(stage).last == "Play. Tile 1. Tile. 2 of 3.")
    step()
    #expect(said(stage).last == "Play. Games. Folder. 3 of 3.")
    choose()
    #expect(said(stage).last == "Games. Game 0. Tile. 2 of 2.")
    step()
    #expect(said(stage).last == "Back. Button. 2 of 2.")
  }

  @Test func systemPageAndControlsAreSpoken() {
    let stage = stage { $0.admin.showsPageWithoutPIN = true }
    stage.send(.system(SystemInformation(version: "1.2", configurationPath: "/etc/kiosk.toml")))
    act(.admin, stage)
    #expect(
      said(stage).last?.hasPrefix(
        "Rotunda 1.2. Running. Nothing. Configuration. /etc/kiosk.toml. Problems in") == true)
    press(stage, .tab)
    #expect(said(stage).last == "Edit this screen. Button. 1 of 2.")
    press(stage, .escape)
    #expect(said(stage).last == "Tile 0. Tile. 1 of 5.")
  }

  /// One switch and arrow keys announce the focused key, and never an entered one.
  @Test(arguments: [false, true]) func pinPadWorksWithSwitchAndSpeech(shuffles: Bool) throws {
    var tiles = ShellStage.tiles(1)
    tiles[0].needsPIN = true
    let stage = stage(tiles) {
      ($0.admin.pin, $0.admin.shufflesDigits) = (.hash(ShellStage.hash), shuffles)
      ($0.access.scans, $0.access.spokenDigits) = (true, .always)
    }
    stage.send(.remembered(isLocked: false))
    stage.act(.openTile("Tile 0"))
    if shuffles { stage.send(.random(0x1234_5678_9ABC_DEF0)) }
    let keys = try #require(stage.shell.pad?.keys).map {
      switch $0 {
      case .digit(let digit): "\(digit)"
      case .delete: "Delete"
      case .enter: "OK"
      }
    }
    #expect((keys == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "Delete", "0", "OK"]) != shuffles)
    func press() {
      self.press(stage, .space)
      stage.wait(0.5)
    }
    func step() { stage.wait(max(0, (stage.shell.scanner.run?.next ?? 0) - stage.now) + 0.001) }
    func row(_ row: Int) -> String {
      let names = keys[(3 * row)..<(3 * row + 3)].map { "\($0)." }
      return (names + ["Group.", "\(row + 1) of 5."]).joined(separator: " ")
    }
    press()
    for index in 0..<4 {
      #expect(said(stage).last == row(index))
      if index < 3 { step() }
    }
    press()
    for (index, key) in keys[9...].enumerated() {
      #expect(said(stage).last == "\(key). Key. \(index + 1) of 3.")
      if key != "OK" { step() }
    }
    step()
    step()
    press()
    #expect(said(stage).last == "1 digit entered. \(row(0))")
    press()
    #expect(said(stage).last == "\(keys[0]). Key. 1 of 3.")
    press()
    #expect(said(stage).last == "2 digits entered. \(row(0))")
  }

  @Test func padSpeaksQuestionsButNoTypedDigits() {
    var tiles = ShellStage.tiles(1)
    tiles[0].needsPIN = true
    let stage = stage(tiles) {
      ($0.admin.pin, $0.access.spokenDigits) = (.hash(ShellStage.hash), .always)
    }
    stage.send(.remembered(isLocked: false))
    press(stage, .enter)
    #expect(said(stage).last == "PIN for “Tile 0”.")
    press(stage, .character("8"))
    #expect(said(stage).last == "1 digit entered.")
    press(stage, .character("6"), .character("9"), .character("7"))
    #expect(said(stage).last == "4 digits entered.")
    #expect(!said(stage).contains { $0.contains { "8697".contains($0) } })
    // Arrow keys announce the focused key, for remote controls without digits. A press does not.
    press(stage, .down)
    #expect(said(stage).last == "1. Key.")
    press(stage, .enter)
    #expect(said(stage).last == "5 digits entered.")
    press(stage, .down, .down)
    #expect(said(stage).last == "7. Key.")
    press(stage, .down)
    #expect(said(stage).last == "Delete. Key.")
    press(stage, .right, .right)
    #expect(said(stage).last == "OK. Key.")
    press(stage, .enter)
    stage.send(.pinChecked(.wrong(failures: 1, wait: 0)))
    #expect(said(stage).last == "Wrong PIN.")
    press(stage, .escape)
    #expect(said(stage).last == "Tile 0. Tile. Needs the PIN. 1 of 1.")
  }

  @Test func aDarkScreenIsSilent() {
    let stage = stage()
    act(.blank, stage)
    #expect(heard(stage) == ["Tile 0. Tile. 1 of 5.", "-"])
    stage.tap(stage.center)
    _ = stage.settle()
    #expect(heard(stage) == ["Tile 0. Tile. 1 of 5.", "-", "Tile 0. Tile. 1 of 5."])
  }

  @Test func idleScreenIsSilent() {
    let stage = stage {
      ($0.idle.returnHomeAfter, $0.idle.attractAfter, $0.idle.warning) = (30, 60, nil)
    }
    press(stage, .right)
    let (before, all) = (said(stage).count, heard(stage))
    for _ in 0..<20 {
      stage.pass(10)
      _ = stage.settle()
    }
    #expect(heard(stage) == all)
    // A new visitor hears the current place.
    stage.down(Point(5, 5))
    stage.up()
    _ = stage.settle()
    #expect(said(stage).count == before + 1)
  }

  @Test func twoRestingFingersTurnSpeechOn() {
    let stage = stage(isSpoken: false) { $0.idle.returnHomeAfter = 60 }
    stage.rest(fingers: 2, seconds: 1)
    _ = stage.settle()
    #expect(said(stage) == ["Read aloud. On. \(Self.howToListen) Tile 0. Tile. 1 of 5."])
    stage.rest(fingers: 2, seconds: 1)
    #expect(said(stage).last == "Read aloud. Off.")
    stage.rest(fingers: 2, seconds: 1)
    stage.pass(70)
    #expect(heard(stage).last == "-")
    act(.nextTile, stage)
    _ = stage.settle()
    #expect(heard(stage).last == "-")
  }

  @Test func twoRestingFingersOnThePadSpeakIt() {
    let stage = stage(isSpoken: false) { $0.admin.pin = .hash(ShellStage.hash) }
    stage.send(.remembered(isLocked: false))
    act(.lock, stage)
    stage.rest(fingers: 2, seconds: 1)
    #expect(said(stage) == ["Read aloud. On. \(Self.howToListen) Locked. Enter the PIN to continue."])
  }

  @Test func tileSwitchesSpeech() {
    let tile = LauncherTile(name: "Read aloud", icon: nil, action: .perform(.speech))
    let stage = stage([tile], isSpoken: false)
    stage.tap(stage.center)
    #expect(said(stage) == ["Read aloud. On. \(Self.howToListen) Read aloud. Tile. 1 of 1."])
  }

  @Test func reloadAppliesTheSpeechSetting() {
    let stage = stage()
    var configuration = KioskConfiguration()
    configuration.carousel.layout = .linear
    let shelves = [LauncherShelf(settings: configuration.carousel, tiles: ShellStage.tiles(5))]
    stage.send(.configuration(configuration, shelves: shelves, problems: []))
    act(.nextTile, stage)
    _ = stage.settle()
    #expect(heard(stage) == ["Tile 0. Tile. 1 of 5."])
  }

  @Test func speechFollowsTheVisitorsLanguage() {
    let stage = stage(ShellStage.tiles(2))
    stage.send(.languages(["de_AT.UTF-8", "en"], .english))
    #expect(stage.effects.contains(.speak("Tile 0. Tile. 1 of 2.", language: "de-at")))
    act(.nextTile, stage)
    #expect(stage.effects.contains(.speak("Tile 1. Tile. 2 of 2.", language: "de-at")))
  }

  @Test(
    arguments: [
      (["a", "b"], "a. b."), (["Really?", "", "Yes!"], "Really? Yes!"), (["هل أنت هنا؟"], "هل أنت هنا؟"),
      (["two\nlines\r\n.\r\nQUIT"], "two lines . QUIT."), (["..", ". STOP all"], "STOP all."),
      (["\u{0}a\u{1b}[2J\u{9b}b"], "a [2J b."), (["\u{202e}abc\u{200f}", "soft\u{ad}ly"], "abc. softly."),
      (["می\u{200c}خواهم"], "می\u{200c}خواهم."), (["👩\u{200d}🚀"], "👩\u{200d}🚀."), ([" \t"], ""),
    ] as [([String], String)])
  func speechIsPlainText(sentences: [String], text: String) {
    #expect(SpokenText(sentences).text == text)
  }

  @Test func longSpeechIsCutOff() {
    let text = SpokenText(["begin", String(repeating: "a", count: 100_000), "end"]).text
    #expect(text.unicodeScalars.count <= SpokenText.longest + 4 && !text.contains("end"))
  }
}
