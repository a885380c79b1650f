import Configuration
import Gestures
import RotundaGeometry

/// Who may do what: the PIN, the corner that asks for it, whether the launcher is locked, and what visitors may do with the machine.
struct AccessControl: Hashable {
  private(set) var settings = AdminSettings()
  /// Whether visitors may switch the machine off.
  private(set) var allowsPower = false
  private var record = AccessRecord()
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
  /// Whether the launcher is locked until the PIN is entered.
  var isLocked: Bool { record.isLocked }
  /// Whether PINs are taken.
  var gate: PINPad.Gate { PINPad.Gate(isChecking: checking != nil, waitEnds: waitEnds) }
  /// Whether the corner leads anywhere. Without a PIN it tells nobody that there is none.
  private var hasWayIn: Bool { hasPIN || settings.showsPageWithoutPIN }
  /// Whether the page about the system is for everybody.
  var opensWithoutPIN: Bool { !hasPIN && settings.showsPageWithoutPIN }
  /// Whether presses of the corner count.
  var watchesCorner: Bool { settings.corner != nil && hasWayIn }

  /// Whether an action may be performed now: while the launcher is locked few may.
  func allows(_ action: ShellAction) -> Bool { !isLocked || [.blank, .speech, .sounds].contains(action) }

  /// What was kept of earlier PINs is known; nil when nothing was. `hasProblems` says that something in the configuration is wrong.
  mutating func restore(
    _ record: AccessRecord?, at time: Double, hasProblems: Bool, into effects: inout [ShellEffect]
  ) -> [Intent] {
    self.record = record ?? (hasPIN ? .missing : AccessRecord())
    waitEnds = time + self.record.delay
    guard isLocked else { return [] }
    // What is broken may be what names the PIN.
    return hasPIN || hasProblems ? [.showLock] : unlock(into: &effects)
  }

  /// Counts presses of the corner, on the launcher and on programs alike; whether a frame has the last one that it takes.
  mutating func countPresses(_ frame: TouchFrame, at time: Double, _ environment: Environment) -> Bool {
    hasWayIn
      && corner.count(
        frame, at: time, settings, isMirrored: environment.isMirrored, on: environment.metrics.size,
        pointsPerMillimeter: environment.pageMetrics.pointsPerMillimeter)
  }

  /// A PIN was entered: it is counted as a wrong one, and then checked. False where none can be.
  mutating func check(_ pin: PIN, for purpose: PINPad.Purpose, into effects: inout [ShellEffect]) -> Bool {
    guard case .hash(let hash) = settings.pin else { return false }
    checking = purpose
    record.count()
    effects.append(.checkPIN(pin, hash, record: record))
    return true
  }

  /// The PIN was checked; nothing follows where nobody waits for that.
  mutating func finishCheck(
    _ verdict: PINVerdict, at time: Double, into effects: inout [ShellEffect]
  ) -> [Intent] {
    guard let purpose = checking else { return [] }
    checking = nil
    switch verdict {
    case .right:
      record.failures = 0
      waitEnds = 0
      effects.append(.keepRecord(record))
      return [.grant(purpose), .updatePad(nil)]
    case .wrong:
      waitEnds = time + record.delay
      return [.logError(.wrongPIN(times: record.failures)), .updatePad(.wrong)]
    case .failed(let reason): return [.logError(.pinFailed(reason: reason)), .updatePad(.broken)]
    }
  }

  mutating func lock(into effects: inout [ShellEffect]) {
    record.isLocked = true
    effects.append(.keepRecord(record))
  }

  /// Unlocks the launcher, and has the tile opened that was to be opened then.
  mutating func unlock(into effects: inout [ShellEffect]) -> [Intent] {
    record.isLocked = false
    effects.append(.keepRecord(record))
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

/// What has to be remembered of PINs beyond the launcher's end, so that starting it again helps nobody.
package struct AccessRecord: Hashable, Sendable {
  /// PINs that were entered since the last right one. Counted before they are checked.
  package var failures = 0
  /// Whether the launcher is closed until the PIN is entered.
  package var isLocked = false

  /// Nothing to be remembered.
  package init() {}

  /// What holds where nothing is found that was remembered: a first start, or somebody took it away.
  ///
  /// It begins with a wait, so that nothing is gained by that.
  package static let missing: AccessRecord = {
    var record = AccessRecord()
    record.failures = 6
    return record
  }()

  /// So many failures can be had for nothing.
  private static let free = 2
  /// Seconds to wait after the next one, and at most: less than who looks after a machine gives up in, and 100 tries a day.
  private static let firstDelay = 5.0
  private static let longestDelay = 900.0
  /// More failures change nothing.
  private static let most = 1000

  /// Seconds after the latest failure, or the launcher's start, in which no PIN is taken.
  package var delay: Double {
    guard failures > Self.free else { return 0 }
    let doublings = min(failures - Self.free - 1, 16)
    return min(Self.firstDelay * Double(1 << doublings), Self.longestDelay)
  }

  /// Counts a PIN that was entered.
  mutating func count() { failures = min(failures + 1, Self.most) }
}

// On disk: a line for each, such as `failures 3`.
extension AccessRecord {
  /// The longest that it gets on disk, in bytes.
  package static let sizeLimit = 256

  /// As it is kept.
  package var bytes: [UInt8] { Array("failures \(failures)\nlocked \(isLocked ? 1 : 0)\n".utf8) }

  /// What was kept; nil for anything that this does not write.
  package init?(bytes: some Sequence<UInt8>) {
    let lines = String(decoding: Array(bytes), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, lines[2].isEmpty, lines[0].hasPrefix("failures "),
      let failures = Int(lines[0].dropFirst(9)), (0...Self.most).contains(failures),
      let isLocked = ["locked 0": false, "locked 1": true][lines[1]]
    else { return nil }
    (self.failures, self.isLocked) = (failures, isLocked)
  }
}

/// What came of checking a PIN.
package enum PINVerdict: Hashable, Sendable {
  /// It is the one.
  case right
  /// It is not.
  case wrong
  /// It could not be checked, and why.
  case failed(reason: String)
}

/// Presses of a corner in a row.
struct CornerPresses: Hashable {
  /// When the latest ones were.
  private var presses: [Double] = []

  /// How far the corner reaches along both edges, in millimetres: a thumb's width and a half.
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
