import Configuration
import Gestures
import RotundaGeometry

/// Who may do what: the PIN, the corner that asks for it, whether the launcher is locked, and what visitors
/// may do with the machine.
struct AccessControl: Hashable {
  private(set) var settings = AdminSettings()
  /// Whether visitors may switch the machine off.
  private(set) var allowsPower = false
  /// Whether the launcher is locked until the PIN is entered.
  private(set) var isLocked = false
  /// Whether no operator has set up the kiosk: then everybody may, as long as there is no PIN.
  var isUnset: Bool { isUnsetKnown && !hasPIN }
  var isUnsetKnown = false
  /// Whether an operator uses what is behind the PIN.
  var isOperatorThere = false
  /// Where the hash of a new PIN goes.
  var pinFile = PINServicePlace.hashFile
  /// Until when no PIN is taken.
  private var waitEnds = 0.0
  private var corner = CornerPresses()
  /// What the PIN that is being checked was entered for; nil when none is.
  private var checking: PINPad.Purpose?
  /// What is to be opened when the launcher is no longer locked.
  private var pendingTile: String?

  /// Another configuration is in force.
  mutating func apply(_ configuration: KioskConfiguration) {
    (settings, allowsPower) = (configuration.admin, configuration.kiosk.allowsPower)
  }

  /// Whether there is, or should be, a PIN.
  var hasPIN: Bool { settings.pin != .none }
  /// Whether PINs are taken.
  var gate: PINPad.Gate { PINPad.Gate(isChecking: checking != nil, waitEnds: waitEnds) }
  /// Whether the corner leads anywhere. Without a PIN it tells no one that there is none.
  private var hasWayIn: Bool { hasPIN || settings.showsPageWithoutPIN || isUnset }
  /// Whether the page about the system is for everybody.
  var opensWithoutPIN: Bool { !hasPIN && settings.showsPageWithoutPIN }
  /// Whether presses of the corner count.
  var watchesCorner: Bool { settings.corner != nil && hasWayIn }

  /// Whether an action may be performed now: while the launcher is locked few may.
  func allows(_ action: ShellAction) -> Bool { !isLocked || [.blank, .speech, .sounds].contains(action) }

  /// Whether an earlier launcher was locked is known. `hasProblems` says that something in the configuration
  /// is wrong.
  mutating func restore(isLocked: Bool, hasProblems: Bool, into effects: inout [ShellEffect]) -> [Intent] {
    self.isLocked = isLocked
    guard isLocked else { return [] }
    // What is broken may be what names the PIN.
    return hasPIN || hasProblems ? [.showLock] : unlock(into: &effects)
  }

  /// No PIN is checked for so many seconds, because earlier ones were wrong.
  mutating func wait(seconds: Double, at time: Double) -> [Intent] {
    waitEnds = time + seconds
    return [.updatePad(seconds > 0 ? .wait(seconds: Int(seconds.rounded(.up))) : nil)]
  }

  /// Counts presses of the corner, on the launcher and on programs alike; whether a frame has the last one
  /// that it takes.
  mutating func countPresses(_ frame: TouchFrame, at time: Double, _ environment: Environment) -> Bool {
    hasWayIn
      && corner.count(
        frame, at: time, settings, isMirrored: environment.isMirrored, on: environment.metrics.size,
        pointsPerMillimeter: environment.pageMetrics.pointsPerMillimeter)
  }

  /// A PIN was entered and is to be checked. False where none can be.
  mutating func check(_ pin: PIN, for purpose: PINPad.Purpose, into effects: inout [ShellEffect]) -> Bool {
    switch settings.pin {
    case .none, .unknown: return false
    case .hash, .service: break
    }
    checking = purpose
    effects.append(.checkPIN(pin, settings.pin))
    return true
  }

  /// The PIN was checked; nothing follows where no one waits for that.
  mutating func finishCheck(_ verdict: PINVerdict, at time: Double) -> [Intent] {
    guard let purpose = checking else { return [] }
    checking = nil
    switch verdict {
    case .right:
      waitEnds = 0
      return [.grant(purpose), .updatePad(nil)]
    case .wrong(let failures, let wait):
      waitEnds = time + wait
      return [.logError(.wrongPIN(times: failures)), .updatePad(.wrong)]
    case .early(let wait):
      waitEnds = time + wait
      return [.updatePad(.wrong)]
    case .failed(let reason): return [.logError(.pinFailed(reason: reason)), .updatePad(.broken)]
    }
  }

  mutating func lock(into effects: inout [ShellEffect]) {
    isLocked = true
    effects.append(.keepLock(true))
  }

  /// Unlocks the launcher, and has the tile opened that was to be opened then.
  mutating func unlock(into effects: inout [ShellEffect]) -> [Intent] {
    isLocked = false
    effects.append(.keepLock(false))
    defer { pendingTile = nil }
    return [.removePad] + (pendingTile.map { [.openTrusted(tile: $0)] } ?? [])
  }

  /// What the right PIN was asked for, but the system's page.
  mutating func grant(_ purpose: PINPad.Purpose, into effects: inout [ShellEffect]) -> [Intent] {
    switch purpose {
    case .admin: []
    case .unlock: unlock(into: &effects)
    case .open(let tile): [.openTrusted(tile: tile)]
    case .control(let control, let tile): [.activate(control, tile: tile)]
    }
  }

  /// A tile is to be opened as soon as the launcher is unlocked.
  mutating func openLater(_ tile: String) { pendingTile = tile }
}

/// Presses of a corner in a row.
struct CornerPresses: Hashable {
  /// When the latest ones were.
  private var presses: [Double] = []

  /// How far the corner reaches along both edges, in millimeters: a thumb's width and a half.
  private static let reach = 18.0
  /// The same as a part of the screen's shorter side, at most.
  private static let share = 0.2

  /// Takes in what fingers did; whether the corner has now been pressed often enough.
  ///
  /// A press anywhere else begins anew.
  mutating func count(
    _ frame: TouchFrame, at time: Double, _ settings: AdminSettings, isMirrored: Bool, on size: Size,
    pointsPerMillimeter: Double
  ) -> Bool {
    guard let named = settings.corner, !size.isEmpty else { return false }
    // It is the corner of the glass, whatever is shown there.
    let corner = isMirrored ? named.mirrored : named
    let reach = min(Self.reach * pointsPerMillimeter, min(size.width, size.height) * Self.share)
    for case .down(_, let point, _) in frame.events {
      guard corner.contains(point, in: size, reach: reach) else {
        presses.removeAll(keepingCapacity: true)
        continue
      }
      presses.removeAll { time - $0 > settings.time }
      presses.append(time)
      guard presses.count >= settings.presses else { continue }
      presses.removeAll(keepingCapacity: true)
      return true
    }
    return false
  }
}

extension ScreenCorner {
  fileprivate var mirrored: ScreenCorner {
    switch self {
    case .topLeft: .topRight
    case .topRight: .topLeft
    case .bottomLeft: .bottomRight
    case .bottomRight: .bottomLeft
    }
  }

  /// Whether a point of a surface lies in a square of it.
  fileprivate func contains(_ point: Point, in size: Size, reach: Double) -> Bool {
    let (isLeft, isTop) = (point.x < reach, point.y < reach)
    let (isRight, isBottom) = (point.x >= size.width - reach, point.y >= size.height - reach)
    return switch self {
    case .topLeft: isLeft && isTop
    case .topRight: isRight && isTop
    case .bottomLeft: isLeft && isBottom
    case .bottomRight: isRight && isBottom
    }
  }
}
