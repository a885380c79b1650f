import RotundaGeometry

/// A place to touch on purpose.
enum TouchTestTarget: CaseIterable, Hashable {
  case topLeft, topRight, bottomLeft, bottomRight, middle

  /// Corners across from each other.
  static let diagonals: [Set<TouchTestTarget>] = [[.topLeft, .bottomRight], [.topRight, .bottomLeft]]

  /// What is written beside it.
  var name: Phrase {
    switch self {
    case .topLeft: .topLeft
    case .topRight: .topRight
    case .bottomLeft: .bottomLeft
    case .bottomRight: .bottomRight
    case .middle: .middle
    }
  }

  /// -1 on the left, 1 on the right.
  var side: Double {
    switch self {
    case .topLeft, .bottomLeft: -1
    case .topRight, .bottomRight: 1
    case .middle: 0
    }
  }

  /// -1 at the top, 1 at the bottom.
  var row: Double {
    switch self {
    case .topLeft, .topRight: -1
    case .bottomLeft, .bottomRight: 1
    case .middle: 0
    }
  }
}
