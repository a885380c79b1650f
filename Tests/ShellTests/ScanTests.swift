import Configuration
import RotundaGeometry
import Gestures
import Programs
import Scene
import Testing

@testable import Shell

/// All functions with one switch.
struct ScanTests {
  private static func stage(
    tiles: [LauncherTile] = ShellStage.tiles(3), shelves: [String?] = [nil],
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(tiles: tiles, shelves: shelves) {
      $0.access.scans = true
      change(&$0)
    }
    #expect(stage.settle())
    return stage
  }

  private func down(_ stage: ShellStage, _ key: Key = .space) { stage.send(.key(KeyEvent(key))) }
  private func up(_ stage: ShellStage, _ key: Key = .space) { stage.send(.key(KeyEvent(key, .released))) }

  /// Presses the switch briefly, and waits until the hand rests.
  private func press(_ stage: ShellStage, _ key: Key = .space) {
    down(stage, key)
    stage.wait(0.1)
    up(stage, key)
    stage.wait(0.35)
    _ = stage.settle()
  }

  /// Waits until the highlight reaches a target. Fails if the highlight rests before.
  private func reach(_ target: ElementID, _ stage: ShellStage) throws {
    for _ in 0..<200 {
      let run = try #require(stage.shell.scanner.run, "the highlight rests before \(target)")
      if run.current == target { return }
      stage.wait(max(0, run.next - stage.now) + 0.001)
      _ = stage.settle()
    }
    Issue.record("the highlight never reaches \(target)")
  }

  private func choose(_ target: ElementID, _ stage: ShellStage) throws {
    try reach(target, stage)
    press(stage)
  }

  @Test func firstPressHighlightsNextOneChooses() throws {
    let stage = Self.stage()
    #expect(stage.shell.scanner.run == nil && stage.shell.deadline == nil)
    press(stage)
    #expect(stage.shell.scanner.run?.current == .tile(0) && stage.starts.isEmpty)
    try choose(.tile(1), stage)
    #expect(stage.starts.map(\.command.arguments) == [["program-1"]])
    // The program has the screen and the key.
    #expect(stage.shell.scanner.run == nil)
  }

  @Test func highlightedTileIsInTheMiddle() throws {
    let stage = Self.stage()
    press(stage)
    for tile in [1, 2, 0, 1] {
      try reach(.tile(tile), stage)
      #expect(stage.centered.name == "Tile \(tile)" && abs(stage.centered.distance) < 1)
    }
  }

  @Test(arguments: [1, 3, 7]) func afterSomeRoundsTheMachineRests(rounds: Int) {
    let stage = Self.stage { $0.access.scanRounds = rounds }
    press(stage)
    stage.pass(1.5 * 3 * Double(rounds) - 1)
    #expect(stage.shell.scanner.run != nil)
    stage.pass(2)
    _ = stage.settle()
    #expect(stage.shell.scanner.run == nil && stage.shell.deadline == nil && !stage.shell.wantsFrame)
    press(stage)
    #expect(stage.shell.scanner.run != nil && stage.starts.isEmpty)
  }

  @Test func highlightRestsDespiteManyGroups() {
    let stage = Self.stage(shelves: ["One", "Two", "Three"])
    press(stage)
    press(stage)
    #expect(stage.shell.scanner.run?.path == [.tiles])
    stage.pass(120)
    #expect(stage.shell.scanner.run == nil && stage.shell.deadline == nil)
  }

  @Test func shelvesComeBeforeTheirTiles() throws {
    let stage = Self.stage(shelves: ["One", "Two"])
    press(stage)
    #expect(stage.shell.scanner.run?.current == .tiles)
    try choose(.shelf(1), stage)
    #expect(stage.shell.tilesPanel.level.current == 1 && stage.shell.scanner.run?.path == [.tiles])
    try choose(.tile(2), stage)
    #expect(stage.starts.map(\.command.arguments) == [["program-2"]])
  }

  @Test func unusedGroupIsLeft() throws {
    let stage = Self.stage(shelves: ["One", "Two"])
    press(stage)
    press(stage)
    stage.pass(1.5 * 6 + 0.1)
    #expect(stage.shell.scanner.run?.path == [] && stage.shell.scanner.run?.current == .tiles)
  }

  @Test func aFolderIsEnteredAndLeft() throws {
    let folder = ShellStage.folder("Games", ShellStage.tiles(2, named: "Game"))
    let stage = Self.stage(tiles: [folder] + ShellStage.tiles(1)) { $0.kiosk.hasBackTile = false }
    press(stage)
    try choose(.tile(0), stage)
    #expect(stage.shell.tilesPanel.levels.count == 2)
    try choose(.tiles, stage)
    try reach(.tile(1), stage)
    stage.pass(6)
    try choose(.back, stage)
    #expect(stage.shell.tilesPanel.levels.count == 1 && stage.shell.scanner.run != nil)
  }

  @Test func controlsOfATileFollowTheTile() throws {
    var tile = LauncherTile(name: "Live", icon: nil, action: .perform(.none))
    let off = LauncherTile.Action.start(Command(["off"]))
    var lamp = LauncherTile(name: "Lamp", icon: nil, action: .start(Command(["on"])))
    (lamp.offAction, lamp.opensWindow) = (off, false)
    tile.rows = (0..<9).map {
      LauncherTile(name: "Row \($0)", icon: nil, action: .start(Command(["row-\($0)"])))
    }
    tile.buttons = [lamp]
    let stage = Self.stage(tiles: [tile] + ShellStage.tiles(1))
    press(stage)
    try choose(.tile(0), stage)
    try choose(ElementID("button", 0), stage)
    #expect(stage.starts.last?.command.arguments == ["on"])
    // A second press: the highlight waits there.
    press(stage)
    #expect(stage.starts.last?.command.arguments == ["off"])
    try reach(ElementID("row", 8), stage)
    let interior = try #require(stage.shell.tilesPanel.shelf.centeredInterior)
    #expect(interior.layout.viewport.contains(interior.place(ofRow: 8).center))
    press(stage)
    #expect(stage.starts.last?.command.arguments == ["row-8"])
  }

  @Test func aPageIsScrolledAndClosed() throws {
    let stage = Self.stage(tiles: [PageTests.tile()])
    press(stage)
    press(stage)
    #expect(stage.shell.page != nil)
    try choose(ContentScroll.down, stage)
    let offset = try #require(stage.shell.page?.body.scroll.offset)
    #expect(offset > 400 && stage.writing.contains("Scroll down"))
    press(stage)
    #expect(try #require(stage.shell.page?.body.scroll.offset) > offset)
    try choose(ContentScroll.up, stage)
    #expect(abs(try #require(stage.shell.page?.body.scroll.offset) - offset) < 5)
    try choose(.close, stage)
    #expect(stage.shell.page == nil && stage.shell.scanner.run?.current == .tile(0))
  }

  @Test(arguments: [false, true]) func aPINIsEntered(shuffles: Bool) throws {
    var tile = ShellStage.tiles(1)[0]
    tile.needsPIN = true
    let stage = ShellStage.withPIN(tiles: [tile]) {
      $0.access.scans = true
      $0.admin.shufflesDigits = shuffles
    }
    if shuffles { stage.send(.random(0x1234_5678_9ABC_DEF0)) }
    _ = stage.settle()
    press(stage)
    press(stage)
    #expect(stage.isPadShown)
    let keys = try #require(stage.shell.pad?.keys)
    for key in ShellStage.keys("47911") + [.delete, .delete, .delete] + ShellStage.keys("11") + [.delete]
      + ShellStage.keys("1") + [.delete, .delete] + ShellStage.keys("711").dropFirst() + [.enter]
    {
      let place = try #require(keys.firstIndex(of: key))
      try choose(ElementID("keys", place / PINPad.columns), stage)
      try choose(stage.element(key), stage)
    }
    #expect(stage.checks.map(\.pin.digits) == ["4711"])
    stage.answerPIN()
    #expect(stage.starts.map(\.command.arguments) == [["program-0"]])
  }

  @Test func padCanBeLeftUnlessLocked() throws {
    let stage = ShellStage.withPIN { $0.access.scans = true }
    stage.act(.admin)
    press(stage)
    try choose(.close, stage)
    #expect(!stage.isPadShown)
    stage.act(.lock)
    press(stage)
    #expect(stage.shell.elements().contains { $0.id == .close } == false)
  }

  @Test func oneSwitchUsesTheSystemPage() throws {
    let stage = ShellStage.withPIN { $0.access.scans = true }
    stage.act(.admin)
    stage.enter(ShellStage.pin)
    #expect(stage.shell.systemPage != nil)
    press(stage)
    try choose(stage.element(SystemControl.reload), stage)
    #expect(stage.reloads == 1)
    try reach(.close, stage)
    let close = stage.shell.elements().first { $0.id == .close }
    #expect(close?.frame == stage.shell.environment.pageMetrics.closeFrame)
    press(stage)
    #expect(stage.shell.systemPage == nil)
  }

  @Test func aMessageIsAnsweredOrSentAway() throws {
    let stage = Self.stage()
    func fail() {
      stage.act(.openTile("Tile 0"))
      stage.send(.startFailed(stage.starts.last!.program, .notFound))
      _ = stage.settle()
    }
    fail()
    #expect(stage.shell.notice?.retry != nil)
    press(stage)
    try choose(.retry, stage)
    #expect(stage.starts.count == 2)
    stage.send(.startFailed(stage.starts.last!.program, .notFound))
    press(stage)
    try choose(.message, stage)
    #expect(stage.shell.notice == nil && stage.starts.count == 2)
  }

  @Test func unavailableTilesAreSkipped() throws {
    var tiles = ShellStage.tiles(3)
    var condition = TileCondition()
    condition.facts = [.file("/nowhere")]
    tiles[1].enabledWhen = condition
    let stage = Self.stage(tiles: tiles)
    press(stage)
    for _ in 0..<4 {
      stage.pass(1.5)
      #expect(stage.shell.scanner.run?.current != .tile(1))
    }
  }

  @Test func touchEndsTheScan() {
    let stage = Self.stage()
    press(stage)
    stage.tap(Point(20, 20))
    #expect(stage.shell.scanner.run == nil && stage.shell.isDirty)
  }

  @Test func otherKeyEndsTheScanAndActs() {
    let stage = Self.stage()
    press(stage)
    stage.send(.key(KeyEvent(.right)))
    _ = stage.settle()
    #expect(stage.shell.scanner.run == nil && stage.centered.name == "Tile 1")
  }

  @Test(arguments: [
    ("select", Key.enter, true), ("select", .space, true), ("select", .character("b"), false),
    ("any", .character("b"), true), ("any", .other("F5"), true), ("any", .left, true),
    ("F5", .other("F5"), true),
    ("f5", .other("F5"), true), ("F5", .space, false), ("b", .character("B"), true), ("Return", .enter, true),
    ("Prior", .pageUp, true), ("ä", .character("ä"), true), ("1", .character("1"), true),
  ])
  func configuredKeyIsTheSwitch(word: String, key: Key, isSwitch: Bool) throws {
    let wanted = try #require(ScanSwitch(word))
    let stage = Self.stage { $0.access.scanSwitch = wanted }
    press(stage, key)
    #expect((stage.shell.scanner.run != nil) == isSwitch)
  }

  @Test func keyIsNoSwitchWithoutScanning() {
    let stage = Self.stage { $0.access.scans = false }
    press(stage)
    #expect(stage.shell.scanner.run == nil && stage.starts.count == 1)
  }

  @Test func tremblingHandPressesOnce() {
    let stage = Self.stage { $0.access.scanPause = 0.5 }
    for _ in 0..<5 {
      down(stage)
      stage.wait(0.05)
      up(stage)
      stage.wait(0.05)
    }
    #expect(stage.shell.scanner.run != nil && stage.starts.isEmpty)
    stage.wait(0.6)
    press(stage)
    #expect(stage.starts.count == 1)
  }

  @Test func briefContactIsNotAPress() {
    let stage = Self.stage { ($0.access.scanHold, $0.access.scanPause) = (0.4, 1) }
    for _ in 0..<3 {
      down(stage)
      stage.wait(0.2)
      up(stage)
    }
    stage.pass(1)
    #expect(stage.shell.scanner.run == nil && stage.shell.deadline == nil)
    down(stage)
    stage.send(.key(KeyEvent(.space, .repeated)))
    stage.pass(0.5)
    #expect(stage.shell.scanner.run != nil)
    up(stage)
  }

  @Test func tileTurnsScanningOnForOneVisit() {
    let tile = LauncherTile(name: "Switch", icon: nil, action: .perform(.adjust(.scan(true))))
    let stage = ShellStage(tiles: [tile] + ShellStage.tiles(2)) { $0.idle.returnHomeAfter = 60 }
    stage.tap(stage.center)
    #expect(stage.shell.scanner.run?.current == .tile(0))
    stage.pass(200)
    _ = stage.settle()
    #expect(stage.shell.scanner.run == nil && !stage.shell.scanner.isOn)
    press(stage)
    #expect(stage.shell.scanner.run?.current == .tile(0), "the tile is opened, as by any key")
  }

  @Test func slowScanKeepsTheVisit() {
    let stage = Self.stage(tiles: ShellStage.tiles(9)) {
      $0.access.scanInterval = 10
      $0.access.scanRounds = 1
      $0.idle.returnHomeAfter = 30
    }
    press(stage)
    stage.pass(75)
    #expect(stage.shell.scanner.run?.current == .tile(7))
    stage.pass(120)
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 0" && stage.shell.deadline == nil)
  }

  @Test func theKeyThatAnswersAQuestionChoosesNothing() {
    let stage = Self.stage {
      $0.idle.returnHomeAfter = 60
      $0.idle.warning = 20
    }
    press(stage)
    press(stage)
    #expect(stage.starts.count == 1)
    stage.pass(45)
    #expect(stage.shell.idle.cover != nil)
    press(stage)
    #expect(stage.shell.idle.cover == nil && stage.shell.scanner.run == nil && stage.starts.count == 1)
  }

  @Test(arguments: Theme.Name.allCases) func ringIsVisibleOnAnything(name: Theme.Name) throws {
    let stage = Self.stage { $0.theme.name = name }
    press(stage)
    stage.draw()
    let theme = Theme(name)
    let colors = stage.frame.sprites.suffix(72).compactMap { sprite -> Color? in
      if case .color(let color) = sprite.fill { color } else { nil }
    }
    #expect(colors.count == 72 && Set(colors.prefix(36)) == [theme.background])
    #expect(Set(colors.suffix(36)).count == 1)
    // WCAG 2.1, 1.4.11: any color below the ring has a contrast of 3 to 1 with one of its two colors. These
    // have 9 to 1 with each other.
    #expect(try #require(colors.last).contrast(to: theme.background) >= 9)
  }

  @Test(arguments: [0.05, 0.5]) func theRingIsAsRoundAsTheTile(share: Double) throws {
    let stage = Self.stage { $0.theme.changes["corner-radius"] = .number(share) }
    press(stage)
    try reach(.tile(1), stage)
    stage.draw()
    let tile = try #require(stage.shell.panels.frame(of: .tile(1)))
    let radius = stage.shell.tilesPanel.cornerRadius
    #expect(radius > share * min(tile.size.width, tile.size.height) * 0.9)
    let letters = stage.shell.tilesPanel.metrics.fontSize
    // The distance from the line to the tile's edge, which has round corners.
    let corner = tile.size.width / 2 - radius
    let side = tile.size.height / 2 - radius
    for piece in stage.frame.sprites.suffix(36) {
      let place = try #require(piece.transform.project(.zero))
      let beyond = Point(max(0, abs(place.x) - corner), max(0, abs(place.y) - side))
      let distance = beyond.length - radius
      #expect(distance > 0.4 * letters && distance < 1.2 * letters, "\(place)")
    }
  }

  @Test func aRowHasABracketAtTheEdge() throws {
    let stage = Self.stage(shelves: ["One", "Two"])
    press(stage)
    stage.draw()
    #expect(stage.shell.scanner.run?.current == .tiles)
    let row = try #require(stage.shell.panels.frame(of: .tiles))
    for bar in stage.frame.sprites.suffix(6) {
      let place = try #require(bar.transform.project(.zero)) + stage.center
      #expect(place.x + bar.size.width / 2 < 60, "\(bar)")
      #expect(place.y >= row.origin.y - 1 && place.y <= row.maxY + 1)
    }
  }

  @Test(arguments: [false, true]) func ringSurroundsTheSelectedTile(isMirrored: Bool) throws {
    let stage = Self.stage { $0.access.isMirrored = isMirrored }
    press(stage)
    try reach(.tile(1), stage)
    stage.draw()
    let tile = try #require(
      stage.frame.sprites.last {
        if case .picture(let picture, _) = $0.fill, case .face = picture.content { true } else { false }
      })
    let bars = stage.frame.sprites.suffix(4)
    let middles = bars.compactMap { $0.transform.project(.zero) }
    for bar in bars {
      #expect(max(bar.size.width, bar.size.height) >= 0.9 * min(tile.size.width, tile.size.height))
    }
    #expect(abs(middles.map(\.x).reduce(0, +)) < 1 && abs(middles.map(\.y).reduce(0, +)) < 1)
  }

  @Test func highlightEndsWithItsPanel() throws {
    let stage = Self.stage(tiles: [PageTests.tile()] + ShellStage.tiles(2))
    press(stage)
    press(stage)
    #expect(stage.shell.scanner.run?.place == .panel(.page))
    stage.send(.key(KeyEvent(.escape)))
    _ = stage.settle()
    #expect(stage.shell.page == nil && stage.shell.scanner.run == nil)
  }
}
