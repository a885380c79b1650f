import Gestures

/// A gesture that can have its own action on a tile.
package enum TileGesture: Hashable, Sendable, CaseIterable {
  case doubleTap
  case longPress
  /// A fling across the direction of the tiles.
  case flick(SwipeDirection)

  /// Every gesture, in the order of the documentation.
  package static let allCases: [TileGesture] =
    [.doubleTap, .longPress] + SwipeDirection.allCases.map { .flick($0) }

  /// The corresponding gesture of `[gestures]`, whose name the key has.
  var trigger: GestureTrigger {
    switch self {
    case .doubleTap: .doubleTap
    case .longPress: .longPress
    case .flick(let direction): .flick(direction)
    }
  }

  /// The recognizers that detect the gesture.
  package var recognizer: Recognizers { trigger.recognizer }

  package var key: ConfigurationKey {
    ConfigurationKey(.tile, trigger.name, .tiles, example: example, description)
  }

  private var example: String {
    switch self {
    case .doubleTap: "[{ run = [\"play\", \"--shuffle\"], window = false }]"
    case .longPress: "[{ page = \"about.md\" }]"
    case .flick: "[{ action = \"home\" }]"
    }
  }

  private var description: String {
    switch self {
    case .doubleTap:
      """
      What two taps in a row on this tile do: a list with a single tile in braces. A single tap then waits
      for the second (double-tap-delay).
      """
    case .longPress:
      "What a resting finger on this tile does: a list with a single tile. A long touch no longer counts as a tap."
    case .flick(let direction):
      """
      What a flick \(direction.way) on this tile does: a list with a single tile. It takes precedence over a
      bound swipe. Along the row it has no effect, because there it turns the carousel.
      """
    }
  }
}

extension SwipeDirection {
  fileprivate var way: String {
    switch self {
    case .left: "to the left"
    case .right: "to the right"
    case .up: "upward"
    case .down: "downward"
    }
  }
}
