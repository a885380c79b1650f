import Configuration
import Gestures
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Panels in front of the tiles, and the help page, which consists of text alone.
struct PanelTests {
  private func stage(change: (inout KioskConfiguration) -> Void = { _ in }) -> ShellStage {
    let help = LauncherTile(id: "help", name: "Help", icon: nil, action: .perform(.help))
    return ShellStage(tiles: [help] + ShellStage.tiles(3), change: change)
  }

  private func opened(change: (inout KioskConfiguration) -> Void = { _ in }) -> ShellStage {
    let stage = stage(change: change)
    stage.tap(stage.center)
    _ = stage.settle()
    return stage
  }

  @Test func helpPageOpensFromATileAndCloses() throws {
    let stage = opened()
    #expect(stage.writing.contains("Help") && stage.writing.contains("Tap something to open it."))
    #expect(stage.shell.status.screen == .help)
    let close = try #require(stage.shell.elements().first { $0.role == .close }?.frame)
    stage.tap(close.center)
    #expect(stage.settle() && stage.shell.panels.isEmpty && stage.shell.status.screen == .carousel)
  }

  @Test(arguments: [Key.escape, .enter]) func keysCloseTheHelpPage(key: Key) {
    let stage = opened()
    stage.send(.key(KeyEvent(key)))
    #expect(stage.settle() && stage.shell.panels.isEmpty)
  }

  @Test func theHelpPageIsReadOut() throws {
    let stage = opened { $0.access.isSpoken = true }
    let said = stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
    let page = try #require(said.last)
    #expect(page.hasPrefix("Help.") && page.contains("please ask a member of staff."))
  }

  @Test func oneSwitchClosesTheHelpPage() {
    let stage = stage {
      $0.access.scans = true
      $0.access.scanInterval = 1
    }
    stage.act(.help)
    _ = stage.settle()
    stage.send(.key(KeyEvent(.space)))
    stage.send(.key(KeyEvent(.space, .released)))
    // The time after which the hand rests.
    stage.wait(0.5)
    #expect(stage.shell.scanner.run?.current == .close)
    stage.send(.key(KeyEvent(.space)))
    #expect(stage.settle() && stage.shell.panels.isEmpty)
  }

  @Test func helpPageMentionsTheConfiguredReturn() {
    let words = "After a while without a touch, the screen returns to the beginning."
    #expect(!opened().writing.contains(words))
    #expect(opened { $0.idle.returnHomeAfter = 60 }.writing.contains(words))
  }

  @Test func theHelpPageFollowsTheLanguage() throws {
    let stage = opened()
    stage.send(.languages(["de"], try #require(try Localizer.compiled("de"))))
    #expect(stage.settle() && stage.writing.contains("Hilfe"))
  }

  @Test(arguments: [Double.nan, .infinity, 0, -4])
  func invalidScreenSizeIsIgnored(pointsPerMillimeter: Double) {
    let stage = opened()
    let before = stage.shell.environment.pageMetrics.targetSide
    stage.send(.measured(pointsPerMillimeter: pointsPerMillimeter))
    #expect(stage.shell.environment.pageMetrics.targetSide == before && stage.writing.contains("Help"))
  }

  /// A panel whose button has the same name as one on the tile behind it.
  private struct NotePanel: Panel {
    static let place = Rectangle(origin: Point(20, 20), size: Size(120, 60))
    var name: ShellStatus.Screen { .help }
    var layer: PanelLayer { .page }
    var spoken: SpokenPanel { SpokenPanel(panel: name) }
    var place = Self.place

    func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
      [Element(id: ElementID("button", 0), role: .button, label: "Note", frame: place)]
    }
    mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
      output.want(.close)
    }
    mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool
    {
      true
    }
    mutating func handle(_ key: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
      true
    }
    func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] { [] }
    mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {}
    mutating func measured(_ picture: Picture, size: PixelSize) -> Bool { false }
    func draw(_ environment: Environment, to frame: inout SceneFrame) {}
  }

  /// The highlight surrounds the panel's element, and follows it when the panel's layout changes.
  @Test func highlightIsOnThePanelNotTheTile() throws {
    var live = LauncherTile(name: "Live", icon: nil, action: .perform(.none))
    live.buttons = ShellStage.tiles(1, named: "Button")
    let stage = ShellStage(tiles: [live]) { $0.access.scans = true }
    stage.shell.withOutbox(&stage.effects) { $0.show(NotePanel()) }
    stage.send(.key(KeyEvent(.space)))
    stage.draw()
    func ring() -> Rectangle? {
      let color = Sprite.Fill.color(stage.shell.theme.progress)
      let bars = stage.frame.sprites.filter { $0.fill == color }.compactMap { bar in
        bar.transform.project(.zero).map {
          Rectangle(center: $0 + stage.center, size: bar.size)
        }
      }
      guard let left = bars.map(\.origin.x).min(), let top = bars.map(\.origin.y).min(),
        let right = bars.map(\.maxX).max(), let bottom = bars.map(\.maxY).max()
      else { return nil }
      return Rectangle(origin: Point(left, top), size: Size(right - left, bottom - top))
    }
    let first = try #require(ring())
    #expect((first.center - NotePanel.place.center).length < 1)
    let moved = Rectangle(origin: Point(600, 300), size: NotePanel.place.size)
    stage.shell.withOutbox(&stage.effects) {
      $0.withPanels {
        $0.change(NotePanel.self) { $0.place = moved }
        $0.layOutPanels(only: .page)
      }
    }
    stage.draw()
    let second = try #require(ring())
    #expect((second.center - moved.center).length < 1)
  }

  /// The rules of each layer.
  @Test(arguments: [
    (
      PanelLayer.state, messages: true, passes: true, scrolls: false, comesIn: false, corner: true,
      codes: true
    ),
    (.trial, messages: true, passes: true, scrolls: true, comesIn: false, corner: true, codes: true),
    (.page, messages: true, passes: true, scrolls: true, comesIn: false, corner: true, codes: true),
    (.form, messages: true, passes: false, scrolls: true, comesIn: false, corner: true, codes: false),
    (.system, messages: false, passes: true, scrolls: true, comesIn: true, corner: false, codes: false),
    (.keyboard, messages: false, passes: false, scrolls: false, comesIn: false, corner: true, codes: false),
    (.pin, messages: false, passes: false, scrolls: false, comesIn: true, corner: false, codes: false),
  ])
  func everyLayerHasItsRules(
    layer: PanelLayer, messages: Bool, passes: Bool, scrolls: Bool, comesIn: Bool, corner: Bool, codes: Bool
  ) {
    let rules = PanelLayer.Rules(
      showsMessages: messages, passesGestures: passes, scrolls: scrolls, comesIn: comesIn,
      countsCorner: corner, takesCodes: codes)
    #expect(layer.rules == rules)
  }

  /// Pages, the system page and the pad in any order.
  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]])
  func padCoversSystemPageCoversPages(order: [Int]) {
    var stack = ShellStage().shell.panels
    for place in order {
      switch place {
      case 0: stack.show(HelpPage(returnsHome: false, at: 0))
      case 1:
        let report = SystemReport(information: SystemInformation(), problems: [], entries: [])
        stack.show(SystemPage(report, [], at: 0))
      default: stack.show(PINPad(.admin, tileName: nil, gate: .init(), at: 0))
      }
    }
    #expect(stack.panels.map(\.name) == [.help, .system, .pin])
    #expect(stack.top?.name == .pin && stack.alone?.name == .pin)
    stack.environment.time = 1
    stack.remove(.pin)
    stack.close(.system)
    #expect(stack.open?.name == .help && stack.alone == nil)
    // A closing page is visible until it is gone.
    stack.close(.page)
    #expect(stack.open == nil && stack.top?.name == .help)
    stack.environment.time = 2
    stack.advance(elapsed: 1)
    #expect(stack.isEmpty)
  }

  @Test func panelReplacesTheOneInItsLayer() {
    var stack = ShellStage().shell.panels
    for returnsHome in [false, true] { stack.show(HelpPage(returnsHome: returnsHome, at: 0)) }
    #expect(stack.panels.count == 1 && stack.first(HelpPage.self)?.returnsHome == true)
  }

  @Test func homeClosesAllPanelsButTheLock() {
    let stage = stage { $0.admin.pin = .hash(ShellStage.hash) }
    stage.act(.help)
    stage.act(.admin)
    stage.act(.home)
    #expect(stage.settle() && stage.shell.panels.isEmpty)
    stage.act(.lock)
    stage.act(.home)
    #expect(stage.settle() && stage.shell.status.screen == .pin)
  }
}
