import Configuration
import Gestures
import RotundaGeometry

/// Permissions: the PIN, the corner that asks for it, the lock of the launcher, and visitors' control of the
/// machine.
struct AccessControl: Hashable {
  private(set) var settings = AdminSettings()
  /// Whether visitors may turn the machine off.
  private(set) var allowsPower = false
  /// Whether the launcher is locked until the PIN is entered.
  private(set) var isLocked = false
  /// Whether no operator has set up the kiosk. Without a PIN, everyone may then set it up.
  var isUnset: Bool { isUnsetKnown && !hasPIN }
  var isUnsetKnown = false
  /// Whether an operator entered the PIN, and has not left all pages behind it.
  var isOperatorThere = false
  /// The file for the hash of a new PIN.
  var pinFile = PINServicePlace.hashFile
  /// The time until which PINs are refused.
  private var waitEnds = 0.0
  private var corner = CornerPresses()
  /// The purpose of the PIN that is being checked; nil for none.
  private var checking: PINPad.Purpose?
  /// The tile that opens when the launcher is unlocked.
  private var pendingTile: String?

  mutating func apply(_ configuration: KioskConfiguration) {
    (settings, allowsPower) = (configuration.admin, configuration.kiosk.allowsPower)
  }

  /// Whether a PIN is configured, even if it is unusable.
  var hasPIN: Bool { settings.pin != .none }
  /// Whether PINs are accepted.
  var gate: PINPad.Gate { PINPad.Gate(isChecking: checking != nil, waitEnds: waitEnds) }
  /// Whether the corner opens anything. Without a PIN, it does not reveal that there is none.
  private var hasWayIn: Bool { hasPIN || settings.showsPageWithoutPIN || isUnset }
  /// Whether visitors can open the system page without a PIN.
  var opensWithoutPIN: Bool { !hasPIN && settings.showsPageWithoutPIN }
  /// Whether presses of the corner count.
  var watchesCorner: Bool { settings.corner != nil && hasWayIn }

  /// Reports whether an action is allowed now. A locked launcher allows few actions.
  func allows(_ action: ShellAction) -> Bool { !isLocked || [.blank, .speech, .sounds].contains(action) }

  /// Restores the lock of an earlier launcher. `hasProblems` says that the configuration has problems.
  mutating func restore(isLocked: Bool, hasProblems: Bool, into effects: inout [ShellEffect]) -> [Intent] {
    self.isLocked = isLocked
    guard isLocked else { return [] }
    // The PIN's setting may be among the problems.
    return hasPIN || hasProblems ? [.showLock] : unlock(into: &effects)
  }

  /// Refuses PINs for a number of seconds after wrong ones.
  mutating func wait(seconds: Double, at time: Double) -> [Intent] {
    waitEnds = time + seconds
    return [.updatePad(seconds > 0 ? .wait(seconds: Int(seconds.rounded(.up))) : nil)]
  }

  /// Counts presses of the corner, over the launcher and over programs. Returns whether a frame has the last
  /// necessary press.
  mutating func countPresses(_ frame: TouchFrame, at time: Double, _ environment: Environment) -> Bool {
    hasWayIn
      && corner.count(
        frame, at: time, settings, isMirrored: environment.isMirrored, on: environment.metrics.size,
        pointsPerMillimeter: environment.pageMetrics.pointsPerMillimeter)
  }

  /// Starts the check of an entered PIN. Returns false if PINs cannot be checked.
  mutating func check(_ pin: PIN, for purpose: PINPad.Purpose, into effects: inout [ShellEffect]) -> Bool {
    switch settings.pin {
    case .none, .unknown: return false
    case .hash, .service: break
    }
    checking = purpose
    effects.append(.checkPIN(pin, settings.pin, givesRight: purpose.givesRight))
    return true
  }

  /// Handles the result of a check. Returns no intents if no check is pending.
  mutating func finishCheck(_ verdict: PINVerdict, at time: Double) -> [Intent] {
    guard let purpose = checking else { return [] }
    checking = nil
    switch verdict {
    case .right:
      waitEnds = 0
      // The right to save exists now, even if the pad has closed meanwhile.
      if purpose.givesRight { isOperatorThere = true }
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

  /// Unlocks the launcher, and opens the tile that was requested meanwhile.
  mutating func unlock(into effects: inout [ShellEffect]) -> [Intent] {
    isLocked = false
    effects.append(.keepLock(false))
    defer { pendingTile = nil }
    return [.removePad] + (pendingTile.map { [.openTrusted(tile: $0)] } ?? [])
  }

  /// Returns the intents for a purpose whose PIN was correct, except for those of operators.
  mutating func grant(_ purpose: PINPad.Purpose, into effects: inout [ShellEffect]) -> [Intent] {
    switch purpose {
    case .admin, .save: []
    case .unlock: unlock(into: &effects)
    case .open(let tile): [.openTrusted(tile: tile)]
    case .control(let control, let tile): [.activate(control, tile: tile)]
    }
  }

  /// Remembers a tile to open when the launcher is unlocked.
  mutating func openLater(_ tile: String) { pendingTile = tile }
}

/// Successive presses of a corner.
struct CornerPresses: Hashable {
  /// The times of the latest presses.
  private var presses: [Double] = []

  /// The reach of the corner along both edges, in millimeters: one and a half times a thumb's width.
  private static let reach = 18.0
  /// The greatest reach, as a share of the screen's shorter side.
  private static let share = 0.2

  /// Counts the presses in a frame. Returns whether the corner has been pressed often enough.
  ///
  /// A press anywhere else starts over.
  mutating func count(
    _ frame: TouchFrame, at time: Double, _ settings: AdminSettings, isMirrored: Bool, on size: Size,
    pointsPerMillimeter: Double
  ) -> Bool {
    guard let named = settings.corner, !size.isEmpty else { return false }
    // The setting names a corner of the glass, whatever the screen shows.
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

  /// Reports whether a point of a surface lies in the corner's square.
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
