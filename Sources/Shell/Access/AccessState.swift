import Configuration
import Gestures
import RotundaGeometry

/// Who may do what: the PIN, the corner that asks for it, and whether the launcher is closed.
struct AccessState: Hashable {
  var settings = AdminSettings()
  var record = AccessRecord()
  /// Until when no PIN is taken.
  var waitEnds = 0.0
  var hatch = CornerPresses()
  /// What the PIN that is being checked was entered for; nil when none is.
  var checking: PINPad.Purpose?
  /// What is to be opened when the launcher is no longer closed.
  var pendingTile: String?

  /// Whether there is, or should be, a PIN.
  var hasPIN: Bool { settings.pin != .none }

  /// Whether PINs are taken.
  var gate: PINPad.Gate { PINPad.Gate(isChecking: checking != nil, waitEnds: waitEnds) }
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
  mutating func take(
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
