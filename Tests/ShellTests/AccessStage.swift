import Configuration
import RotundaGeometry
import Gestures
import Programs
import Scene

@testable import Shell

/// A stage with the PIN 4711. Tests answer the shell's PIN checks.
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

  /// Presses a corner of the screen several times. `seconds` is the time from one press to the next.
  func pressCorner(_ times: Int = 5, at point: Point = Point(8, 8), every seconds: Double = 0.2) {
    for _ in 0..<times {
      tap(point)
      wait(seconds - 0.06)
    }
  }

  /// Taps keys of the pad.
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

  /// Enters a PIN with taps and answers the check.
  func enter(_ digits: String, wait: Double = 0) {
    press(Self.keys(digits) + [.enter])
    answerPIN(wait: wait)
  }

  /// Answers a pending PIN check. A wrong PIN has a time-out of `wait` seconds.
  func answerPIN(wait: Double = 0) {
    guard let pin = checks.last?.pin, shell.access.gate.isChecking else { return }
    send(.pinChecked(pin.digits == Self.pin ? .right : .wrong(failures: 1, wait: wait)))
  }

  /// The requests to save.
  var saves: [SaveRequest] {
    effects.compactMap { if case .save(let request) = $0 { request } else { nil } }
  }

  /// The requested PIN checks.
  var checks: [(pin: PIN, setting: PINSetting)] {
    effects.compactMap { if case .checkPIN(let pin, let setting, _) = $0 { (pin, setting) } else { nil } }
  }

  /// Whether the last requested check gives the right to save the configuration.
  var givesRight: Bool? {
    effects.compactMap { if case .checkPIN(_, _, let givesRight) = $0 { givesRight } else { nil } }.last
  }

  /// The last requested state of the kept lock; nil without a request.
  var keptLock: Bool? {
    effects.compactMap { if case .keepLock(let isLocked) = $0 { isLocked } else { nil } }.last
  }

  var isPadShown: Bool { shell.pad != nil }
}

// Elements of the screen.
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
