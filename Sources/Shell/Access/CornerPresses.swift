import Configuration
import RotundaGeometry
import Gestures

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
