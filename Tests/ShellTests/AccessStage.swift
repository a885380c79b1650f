import Configuration
import RotundaGeometry
import Gestures
import Programs
import Scene

@testable import Shell

/// A stage with a PIN, 4711, that is checked when the shell asks for that.
extension ShellStage {
  static let pin = "4711"
  static let hash = PINHash("$y$j9T$salt$hash")!

  static func withPIN(
    tiles: [LauncherTile] = ShellStage.tiles(5), size: Size = Size(1280, 800),
    isLocked: Bool = false,
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(tiles: tiles, size: size) {
      $0.admin.pin = .hash(hash)
      change(&$0)
    }
    stage.send(.remembered(isLocked: isLocked))
    return stage
  }

  /// Presses a corner of the screen, a fifth of a second each.
  func pressCorner(_ times: Int = 5, at point: Point = Point(8, 8), every seconds: Double = 0.2) {
    for _ in 0..<times {
      tap(point)
      wait(seconds - 0.06)
    }
  }

  /// Presses keys of the pad with a finger.
  func press(_ keys: [PINPad.PadKey]) {
    guard let pad = shell.pad else { return }
    for key in keys {
      guard let index = pad.keys.firstIndex(of: key) else { continue }
      let place = shell.padLayout.keys[index].center
      tap(shell.environment.isMirrored ? Point(size.width - place.x, place.y) : place)
      wait(0.4)
    }
  }

  static func keys(_ digits: String) -> [PINPad.PadKey] {
    digits.compactMap { $0.wholeNumberValue.map { .digit($0) } }
  }

  /// Enters a PIN with a finger, and has it checked.
  func enter(_ digits: String, wait: Double = 0) {
    press(Self.keys(digits) + [.enter])
    answerPIN(wait: wait)
  }

  /// Checks what is to be checked; after a wrong PIN there is a wait.
  func answerPIN(wait: Double = 0) {
    guard let pin = checks.last?.pin, shell.access.gate.isChecking else { return }
    send(.pinChecked(pin.digits == Self.pin ? .right : .wrong(failures: 1, wait: wait)))
  }

  /// What was to be checked.
  var checks: [(pin: PIN, setting: PINSetting)] {
    effects.compactMap { if case .checkPIN(let pin, let setting) = $0 { (pin, setting) } else { nil } }
  }

  /// Whether it was to be kept last that the launcher is locked; nil where nothing was to be kept.
  var keptLock: Bool? {
    effects.compactMap { if case .keepLock(let isLocked) = $0 { isLocked } else { nil } }.last
  }

  var isPadShown: Bool { shell.pad != nil }
}

// Where things are, and what they are called.
extension Shell {
  var padLayout: PINPadLayout {
    PINPadLayout(environment.pageMetrics, isMirrored: environment.isMirrored)
  }
  var controlsLayout: SystemControlsLayout { systemPage?.layout ?? SystemControlsLayout() }
}

extension ShellStage {
  /// A key of the pad.
  func element(_ key: PINPad.PadKey) -> ElementID {
    let place = shell.pad?.keys.firstIndex(of: key) ?? 0
    let row = shell.elements(in: ElementID("keys", place / PINPad.columns))
    return row.isEmpty ? .close : row[place % PINPad.columns].id
  }

  /// A control of the system's page.
  func element(_ control: SystemControl) -> ElementID {
    ElementID("control", shell.systemPage?.controls.firstIndex(of: control) ?? 0)
  }
}
