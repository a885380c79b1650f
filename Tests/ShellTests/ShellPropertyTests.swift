import CarouselEngine
import RotundaGeometry
import Gestures
import LongCheck
import Programs
import Scene
import SeededRandom
import Testing

@testable import Shell

struct ShellPropertyTests {
  private static let keys: [Key] = [
    .left, .right, .home, .end, .enter, .escape, .tab, .space, .pageUp, .character("x"),
  ]

  private func randomEvent(_ stage: ShellStage, using random: inout SeededGenerator) -> ShellEvent {
    let point = Point(.random(in: -50...1400, using: &random), .random(in: -50...900, using: &random))
    let id = Int32.random(in: 0...3, using: &random)
    let milliseconds = UInt32(stage.now * 1000)
    switch Int.random(in: 0..<18, using: &random) {
    case 0...2: return .touch(TouchFrame([.down(id: id, at: point, milliseconds: milliseconds)]))
    case 3...6: return .touch(TouchFrame([.motion(id: id, at: point, milliseconds: milliseconds)]))
    case 7, 8: return .touch(TouchFrame([.up(id: id, milliseconds: milliseconds)]))
    case 9:
      return .touch(TouchFrame([[.cancel, .lost, .cancelContact(id: id)].randomElement(using: &random)!]))
    case 10: return .key(KeyEvent(Self.keys.randomElement(using: &random)!))
    case 11: return .scroll(ScrollEvent(.moved(point * 0.1), milliseconds: milliseconds))
    case 12...15: return .programKeyboard(randomTyping(stage, using: &random))
    case 16: return .ended(ProgramID(stage.starts.count), .exited(status: id))
    default: return .resized(Size(.random(in: 100...2000, using: &random), 700), scale: 1)
    }
  }

  /// Returns an event for the keyboard over programs.
  private func randomTyping(
    _ stage: ShellStage, using random: inout SeededGenerator
  ) -> ProgramKeyboardEvent {
    let field = ProgramField(
      [.text, .address, .mail, .phone, .number, .password, .pin].randomElement(using: &random)!,
      isAtBeginning: .random(using: &random))
    let size = stage.shell.programKeyboardView?.size ?? Size(100, 100)
    let point = Point(
      .random(in: -10...size.width + 10, using: &random), .random(in: -10...size.height + 10, using: &random))
    let (id, milliseconds) = (Int32.random(in: 0...2, using: &random), UInt32(stage.now * 1000))
    switch Int.random(in: 0..<14, using: &random) {
    case 0:
      let size = Size(.random(in: 0...4000, using: &random), 700)
      return .screen(size, scale: .random(in: 0...3, using: &random))
    case 1: return .entered(field)
    case 2: return .changed(field)
    case 3: return .left
    case 4...7: return .touch(TouchFrame([.down(id: id, at: point, milliseconds: milliseconds)]))
    case 8, 9: return .touch(TouchFrame([.motion(id: id, at: point, milliseconds: milliseconds)]))
    case 10...12: return .touch(TouchFrame([.up(id: id, milliseconds: milliseconds)]))
    default:
      return .touch(TouchFrame([[.cancel, .lost, .cancelContact(id: id)].randomElement(using: &random)!]))
    }
  }

  /// Whether a frame has finite numbers only.
  private func isFinite(_ frame: SceneFrame) -> Bool {
    frame.sprites.allSatisfy { $0.opacity.isFinite && $0.transform.row4.x.isFinite }
  }

  @Test(arguments: [0, 1, 2, 3, 40])
  func anyEventsEndInAFiniteRestingFrame(count: Int) {
    let seed = 20_261_120 &+ UInt64(count)
    var random = SeededGenerator(seed: seed)
    let stage = ShellStage(tiles: ShellStage.tiles(count)) {
      $0.carousel.layout = .coverFlow
      $0.kiosk.hasKeyboard = true
    }
    stage.send(.keyboards([KeyboardTests.german]))
    stage.send(.programKeyboard(.screen(stage.size, scale: 1)))
    var keyboard = SceneFrame()
    for step in 0..<2000 {
      stage.send(randomEvent(stage, using: &random))
      if stage.shell.wantsFrame { stage.draw() } else { stage.wait(0.01) }
      stage.shell.drawProgramKeyboard(to: &keyboard)
      let isFinite = isFinite(stage.frame) && isFinite(keyboard)
      #expect(isFinite, "seed \(seed), step \(step)")
      guard isFinite else { return }
    }
    for program in stage.starts { stage.send(.ended(program.program, .exited(status: 0))) }
    stage.touch(.lost)
    #expect(stage.settle(), "seed \(seed)")
    #expect(stage.shell.programs.running.isEmpty, "seed \(seed)")
    // The keyboard goes with the program.
    #expect(stage.shell.programKeyboardView == nil, "seed \(seed)")
    // Otherwise the random events no longer reach the keys.
    let isTyped = stage.effects.contains { if case .type = $0 { true } else { false } }
    #expect(isTyped || count == 0, "seed \(seed)")
  }

  /// Two shelves with nested folders, and one shelf without a name.
  private func crowdedStage() -> ShellStage {
    let deep = ShellStage.folder("Deep", ShellStage.tiles(3, named: "Deep tile"))
    let folder = ShellStage.folder("Folder", ShellStage.tiles(2, named: "Inner") + [deep])
    return ShellStage(
      tiles: [folder] + ShellStage.tiles(3) + [
        LauncherTile(name: "Home", icon: nil, action: .perform(.home))
      ],
      shelves: [nil, "Second", "Third"])
  }

  /// Whether the invariants of every level hold.
  private func isSound(_ shell: Shell) -> Bool {
    shell.tilesPanel.levels.allSatisfy { level in
      level.shelves.indices.contains(level.current)
        && level.visibleShelves.contains(level.current)
        && level.visibleShelves.upperBound <= level.shelves.count
        && level.shelves.allSatisfy { $0.tiles.indices.contains($0.carousel.currentItemIndex) }
    } && shell.tilesPanel.levels[0].shelves.count == 3
      && shell.tilesPanel.level.shelves.indices.contains(shell.tilesPanel.touch.shelf)
  }

  @Test(arguments: 1...(LongCheck.isOn ? 4 : 1))
  func everyPlaceOnShelvesAndInFoldersExists(number: UInt64) {
    let seed = 20_261_130 &+ number
    var random = SeededGenerator(seed: seed)
    let stage = crowdedStage()
    for step in 0..<1500 {
      let below = stage.shell.tilesPanel.levels.map {
        ($0.current, $0.shelves.map(\.carousel.currentItemIndex))
      }
      switch Int.random(in: 0..<12, using: &random) {
      case 0: stage.send(.key(KeyEvent([Key.up, .down, .escape, .enter].randomElement(using: &random)!)))
      case 1: stage.act([.nextShelf, .previousShelf, .back, .open].randomElement(using: &random)!)
      case 2: if stage.shell.tilesPanel.levels.count < 3 { stage.tap(stage.center) }
      default: stage.send(randomEvent(stage, using: &random))
      }
      if stage.shell.wantsFrame { stage.draw() } else { stage.wait(0.01) }
      let sound = isSound(stage.shell)
      #expect(sound, "seed \(seed), step \(step)")
      guard sound else { return }
      // The levels below an open folder keep their places.
      for level in 0..<max(0, min(below.count, stage.shell.tilesPanel.levels.count) - 1) {
        let now = stage.shell.tilesPanel.levels[level]
        let isKept =
          now.current == below[level].0 && now.shelves.map(\.carousel.currentItemIndex) == below[level].1
        #expect(isKept, "seed \(seed), step \(step), level \(level)")
      }
    }
    for program in stage.starts { stage.send(.ended(program.program, .exited(status: 0))) }
    stage.touch(.lost)
    #expect(stage.settle(), "seed \(seed)")
  }
}
