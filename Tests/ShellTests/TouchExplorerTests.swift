import Configuration
import Gestures
import Programs
import RotundaGeometry
import Testing

@testable import Shell

/// Touch exploration.
struct TouchExplorerTests {
  /// A stage on which a visitor has turned speech on.
  private static func stage(
    _ tiles: [LauncherTile] = ShellStage.tiles(5), change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(tiles: tiles) {
      $0.header.buttons = [.accessibility]
      $0.header.title = "Town museum"
      change(&$0)
    }
    _ = stage.settle()
    stage.act(.speech)
    stage.send(.deadline)
    _ = stage.settle()
    return stage
  }

  private static func said(_ stage: ShellStage) -> [String] {
    stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
  }

  /// Rests a finger in its place.
  private static func rest(_ stage: ShellStage) { stage.wait(TouchExplorer.decision + 0.01) }

  @Test func turningSpeechOnExplainsItsUse() {
    let stage = Self.stage()
    #expect(Self.said(stage).last?.hasPrefix("Read aloud. On. Move a finger over the screen") == true)
  }

  @Test func restingFingerHearsTheElementsBelow() throws {
    let stage = Self.stage()
    let button = try #require(stage.shell.elements().first { $0.id == .forEveryone }?.frame)
    stage.down(stage.center)
    Self.rest(stage)
    #expect(Self.said(stage).last == "Tile 0. Tile. 1 of 5.")
    let count = Self.said(stage).count
    stage.move(stage.center + Point(3, 3))
    #expect(Self.said(stage).count == count, "the same element is spoken once")
    stage.move(button.center)
    #expect(Self.said(stage).last?.hasPrefix("For everyone. Button. ") == true)
    stage.move(Point(stage.center.x + stage.shell.tilesPanel.carousel.itemExtent, stage.center.y))
    #expect(Self.said(stage).last == "Tile 1. Tile. 2 of 5.")
    stage.up()
    _ = stage.settle()
    #expect(stage.starts.isEmpty && stage.centered.name == "Tile 0" && stage.shell.panels.isEmpty)
  }

  @Test func titleIsSpoken() throws {
    let stage = Self.stage()
    let title = try #require(
      SeenWords.all(in: stage.frame).first { $0.text.contains("Town museum") }?.area)
    stage.down(title.center)
    Self.rest(stage)
    #expect(Self.said(stage).last == "Town museum.")
  }

  @Test func theSecondTapOpensAnywhere() {
    for place in [Point(640, 400), Point(30, 700)] {
      let stage = Self.stage()
      stage.tap(stage.center)
      #expect(Self.said(stage).last == "Tile 0. Tile. 1 of 5." && stage.starts.isEmpty)
      stage.wait(0.3)
      stage.tap(place)
      #expect(stage.starts.count == 1)
    }
  }

  @Test func aLaterTapElsewhereOpensNothing() {
    let stage = Self.stage()
    stage.tap(stage.center)
    stage.wait(3)
    stage.tap(Point(stage.center.x + stage.shell.tilesPanel.carousel.itemExtent, stage.center.y))
    #expect(stage.starts.isEmpty && Self.said(stage).last == "Tile 1. Tile. 2 of 5.")
    stage.wait(20)
    stage.tap(Point(stage.center.x + stage.shell.tilesPanel.carousel.itemExtent, stage.center.y))
    #expect(stage.starts.map(\.command.arguments) == [["program-1"]], "a late tap on the same tile opens it")
  }

  @Test func splitTapOpensTheSpokenTile() {
    let stage = Self.stage()
    stage.down(stage.center)
    Self.rest(stage)
    stage.down(Point(1000, 300), id: 1)
    stage.wait(0.1)
    stage.up(id: 1)
    #expect(stage.starts.count == 1)
    stage.up()
    #expect(stage.starts.count == 1)
  }

  @Test func swipesStillTurnTheRow() {
    let stage = Self.stage()
    stage.drag(from: stage.center, by: Point(-330, 0), seconds: 0.3, thenHold: 0.2)
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 1" && Self.said(stage).last == "Tile 1. Tile. 2 of 5.")
  }

  @Test(arguments: [0.0, 0.25]) func twoRestingFingersStillTurnItOff(pause: Double) {
    let stage = Self.stage()
    stage.down(stage.center)
    stage.wait(pause)
    stage.down(stage.center + Point(120, 0), id: 1)
    for _ in 0..<30 { stage.wait(0.1) }
    stage.up(id: 1)
    stage.up()
    #expect(Self.said(stage).last == "Read aloud. Off.")
    stage.tap(stage.center)
    #expect(stage.starts.count == 1, "one tap opens again")
  }

  @Test(arguments: [(Bool?.none, true), (true, false), (false, true)])
  func operatorsConfigureTheFirstTap(explores: Bool?, opens: Bool) {
    let stage = ShellStage { ($0.access.isSpoken, $0.access.exploresByTouch) = (true, explores) }
    _ = stage.settle()
    stage.tap(stage.center)
    #expect((stage.starts.count == 1) == opens)
  }

  @Test func everyFingerInterruptsSpeechAtOnce() {
    let stage = Self.stage()
    func stops() -> Int { stage.effects.count { $0 == .stopSpeaking } }
    let before = stops()
    stage.down(Point(5, 5))
    #expect(stops() == before + 1)
    stage.up()
    stage.wait(1)
    stage.tap(Point(5, 5))
    #expect(stops() == before + 1, "nothing is said any more")
    stage.send(.key(KeyEvent(.right)))
    stage.send(.key(KeyEvent(.other("XF86AudioPlay"))))
    #expect(stops() == before + 2)
  }

  /// After any touches, the explorer has no fingers left, and one moving finger opens nothing.
  @Test(arguments: 0..<40) func anyFingersLeaveItFree(seed: Int) {
    var random = SeededFingers(seed: UInt64(seed))
    var explorer = TouchExplorer()
    var (time, down) = (1.0, Set<Int32>())
    for _ in 0..<200 {
      time += random.next(in: 0...0.3)
      _ = explorer.advance(to: time)
      let id = Int32(random.next(in: 0...2.99))
      let point = Point(random.next(in: 0...1280), random.next(in: 0...800))
      let event: TouchEvent
      switch Int(random.next(in: 0...3.99)) {
      case 0:
        event = .down(id: id, at: point, milliseconds: 1)
        down.insert(id)
      case 1: event = .motion(id: id, at: point, milliseconds: 1)
      case 2:
        event = .up(id: id, milliseconds: 1)
        down.remove(id)
      default:
        event = .cancel
        down = []
      }
      _ = explorer.handle(TouchFrame([event]), slop: 18, at: time)
      if down.isEmpty, case .cancel = event { #expect(!explorer.isActive, "seed \(seed)") }
    }
  }
}

/// A seeded random generator: xorshift64*.
private struct SeededFingers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next(in range: ClosedRange<Double>) -> Double {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    let part = Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) / Double(1 << 53)
    return range.lowerBound + part * (range.upperBound - range.lowerBound)
  }
}
