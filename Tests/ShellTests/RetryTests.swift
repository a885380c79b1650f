import Configuration
import Gestures
import Programs
import Scene
import Testing

@testable import Shell

/// The button of a message, with keys.
struct RetryTests {
  private static func failed(speaks: Bool = false, shelves: [String?] = [nil]) -> ShellStage {
    let stage = ShellStage(tiles: ShellStage.tiles(3), shelves: shelves) { $0.access.isSpoken = speaks }
    stage.act(.openTile("Tile 0"))
    stage.send(.startFailed(ProgramID(1), .notFound))
    _ = stage.settle()
    #expect(stage.shell.notice?.retry != nil && stage.starts.count == 1)
    return stage
  }

  private static func press(_ stage: ShellStage, _ keys: [KeyEvent]) {
    for key in keys { stage.send(.key(key)) }
    _ = stage.settle()
    stage.draw()
  }

  private static let (down, up, tab, enter) = (
    KeyEvent(.down), KeyEvent(.up), KeyEvent(.tab), KeyEvent(.enter)
  )
  private static let backTab = KeyEvent(.tab, modifiers: .shift)

  @Test(arguments: [
    [down, enter], [tab, enter], [tab, KeyEvent(.space)], [down, up, down, enter],
    [tab, backTab, tab, enter],
  ])
  func keysReachAndPressTheButton(keys: [KeyEvent]) {
    let stage = Self.failed()
    Self.press(stage, keys)
    #expect(stage.starts.map(\.command.arguments) == [["program-0"], ["program-0"]])
  }

  @Test(arguments: [
    ([tab, tab], 1), ([down, KeyEvent(.right)], 1), ([tab, tab, tab], 2), ([tab, backTab], 0),
  ])
  func leavingTheRetryContinuesAsWithout(keys: [KeyEvent], tile: Int) {
    let stage = Self.failed()
    Self.press(stage, keys)
    #expect(stage.centered.name == "Tile \(tile)" && stage.shell.notice?.isRetryFocused == false)
    Self.press(stage, [Self.enter])
    #expect(stage.starts.last?.command.arguments == ["program-\(tile)"])
  }

  @Test func theSecondDownGoesToTheNextShelf() {
    let stage = Self.failed(shelves: ["One", "Two"])
    Self.press(stage, [Self.down])
    #expect(stage.shell.tilesPanel.level.current == 0 && stage.shell.notice?.isRetryFocused == true)
    Self.press(stage, [Self.down])
    #expect(stage.shell.tilesPanel.level.current == 1)
  }

  @Test func escapeTakesTheMessageAway() {
    let stage = Self.failed()
    Self.press(stage, [Self.tab, KeyEvent(.escape)])
    #expect(stage.shell.notice == nil && stage.starts.count == 1)
  }

  @Test func heldKeyDoesNotPressTheButton() {
    let stage = Self.failed()
    Self.press(stage, [Self.tab, KeyEvent(.enter, .repeated)])
    #expect(stage.starts.count == 1)
  }

  @Test func aRingShowsWhereKeysAre() {
    let stage = Self.failed()
    let before = stage.frame.sprites.count
    Self.press(stage, [Self.tab])
    #expect(stage.frame.sprites.count > before)
    Self.press(stage, [Self.backTab])
    #expect(stage.frame.sprites.count == before)
  }

  @Test func buttonIsSpoken() {
    let stage = Self.failed(speaks: true)
    func said() -> String? {
      stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }.last
    }
    Self.press(stage, [Self.tab])
    #expect(said() == "Try again. Button.")
    Self.press(stage, [Self.backTab])
    #expect(said()?.hasPrefix("Tile 0.") == true)
  }
}
