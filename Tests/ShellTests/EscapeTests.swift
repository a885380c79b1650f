import Configuration
import LongCheck
import RotundaGeometry
import Gestures
import Programs
import SeededRandom
import Testing

@testable import Shell

/// Random touches, keys and scrolling start only configured programs. Nothing ends the kiosk without the PIN.
struct EscapeTests {
  private static let keys: [Key] =
    [.left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .enter, .escape, .tab, .space, .backspace]
    + "0123456789012345678901234567890aZ;$%\u{7}".map { .character($0) } + [.enter, .enter]
  private static let modifiers: [KeyEvent.Modifiers] = [
    [], .shift, .control, .alt, .logo, [.control, .alt], [.control, .shift], [.alt, .logo],
    [.control, .alt, .shift, .logo],
  ]

  /// Requests over a message bus: tiles with a PIN, unknown names, and texts that other programs would
  /// interpret.
  private static let requests: [ControlRequest] =
    [.reload, .home, .blank, .unblank, .brightness(percent: 0), .lock, .screenshot]
    + [
      "Tile 0", "Tile 1", "Desk 1", "Office", "", "/bin/sh", "$(id)", "../..", "admin", "rotunda:touch-test",
    ].map {
      .open(tile: $0)
    }
    + ["$(id)", "; id", "\u{1B}[2J", "\u{202E}a", "%s%n", String(repeating: "a", count: 2000), ""].map {
      .message($0, seconds: 1)
    }

  /// Gestures have all actions except those that lead out of the launcher on purpose. Some tiles need a PIN.
  private func stage(using random: inout SeededGenerator) -> ShellStage {
    var tiles = ShellStage.tiles(4)
    tiles[1].needsPIN = true
    var folder = ShellStage.folder("Office", ShellStage.tiles(2, named: "Desk"))
    folder.needsPIN = true
    tiles.append(folder)
    // A locked launcher ignores everything else.
    let actions: [ShellAction] =
      ShellAction.plain.filter { $0 != .lock } + [.openTile("Tile 1"), .openTile("Desk 1")]
    var bindings: [GestureTrigger: ShellAction] = [.tap: .open]
    for trigger in GestureTrigger.all where trigger != .tap {
      bindings[trigger] = actions.randomElement(using: &random)
    }
    let stage = ShellStage.withPIN(tiles: tiles) {
      $0.kiosk.hasKeyboard = true
      $0.gestures.bindings = bindings
      $0.admin.shufflesDigits = true
      $0.admin.allowsConsole = true
      $0.control.allowed = Set(ControlVerb.allCases)
    }
    stage.send(.programKeyboard(.screen(stage.size, scale: 1)))
    return stage
  }

  private func randomEvent(_ stage: ShellStage, using random: inout SeededGenerator) -> ShellEvent {
    func point() -> Point {
      // The corner is as likely as the rest of the screen.
      .random(using: &random)
        ? Point(.random(in: 0...40, using: &random), .random(in: 0...40, using: &random))
        : Point(.random(in: 0...1280, using: &random), .random(in: 0...800, using: &random))
    }
    func frame() -> TouchFrame {
      let id = Int32.random(in: 0...4, using: &random)
      let stamp = UInt32(stage.now * 1000)
      return switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: TouchFrame([.down(id: id, at: point(), milliseconds: stamp)])
      case 4..<6: TouchFrame([.motion(id: id, at: point(), milliseconds: stamp)])
      default: TouchFrame([.up(id: id, milliseconds: stamp)])
      }
    }
    switch Int.random(in: 0..<23, using: &random) {
    case 0..<8: return .touch(frame())
    case 8..<11: return .globalTouch(frame())
    case 11..<15:
      return .key(
        KeyEvent(
          Self.keys.randomElement(using: &random) ?? .enter,
          [.pressed, .repeated, .released].randomElement(using: &random) ?? .pressed,
          modifiers: .random(using: &random) ? [] : Self.modifiers.randomElement(using: &random) ?? []))
    case 15:
      return .scroll(ScrollEvent(.steps(x: .random(in: -3...3, using: &random), y: 1), milliseconds: 0))
    case 16: return .stripSwiped(Edge.allCases.randomElement(using: &random) ?? .left)
    case 17: return .random(random.next())
    case 18: return .focus(.random(using: &random))
    case 19: return .programKeyboard(.touch(frame()))
    case 20: return .programKeyboard(Bool.random(using: &random) ? .entered(ProgramField()) : .left)
    case 21:
      let request = Self.requests.randomElement(using: &random) ?? .home
      return .control(ControlCall(.random(in: 0..<1000, using: &random), request))
    default:
      return .ended(
        ProgramID(.random(in: 1...max(1, stage.starts.count), using: &random)), .exited(status: 0))
    }
  }

  @Test(arguments: 0..<(LongCheck.isOn ? 8 : 2)) func noInputLeadsPastThePIN(round: Int) {
    var random = SeededGenerator(seed: 20_261_122 &+ UInt64(round))
    let stage = stage(using: &random)
    var (asked, typing) = (0, 0)
    let allowed = Set([0, 2, 3].map { ["program-\($0)"] })
    for step in 0..<4000 {
      stage.send(randomEvent(stage, using: &random))
      if stage.isPadShown { asked += 1 }
      if stage.shell.programKeyboardView != nil { typing += 1 }
      // None of the entered PINs is correct.
      if stage.shell.access.gate.isChecking { stage.send(.pinChecked(.wrong(failures: 1, wait: 0))) }
      if stage.shell.wantsFrame { stage.draw() } else { stage.wait(.random(in: 0...0.3, using: &random)) }
      let isClosed = stage.shell.systemPage == nil && stage.shell.tilesPanel.levels.count == 1
      #expect(isClosed, "round \(round), step \(step)")
      guard isClosed else { return }
    }
    for effect in stage.effects {
      switch effect {
      case .start(_, let request): #expect(allowed.contains(request.command.arguments), "round \(round)")
      case .restart, .leaveToConsole, .power: Issue.record("round \(round): \(effect)")
      default: break
      }
    }
    #expect(!stage.starts.isEmpty && asked > 0 && typing > 0, "round \(round)")
  }
}
