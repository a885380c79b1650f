import Configuration
import Gestures
import Glibc
import RotundaGeometry
import Scene

/// Moves the whole picture a little once a minute, in a circle, while the screen is idle, because static
/// edges burn into some screens.
///
/// Visitors find everything in place: the picture returns when the first touch ends. Until then, that touch
/// counts for the visible places of tiles.
struct Orbit: Hashable {
  var setting = AutomaticSetting.automatic
  /// The distance of the picture from its place, in points.
  private(set) var offset = Point.zero
  /// When the picture moves next; nil for never.
  private(set) var due: Double?
  private var step = 0

  /// Seconds between two steps, the radius of the circle in heights of letters, and the number of its steps.
  private static let (period, radius, steps) = (60.0, 0.2, 8)

  /// Turns the motion on in attract mode, or always if configured.
  mutating func follow(isAttracting: Bool, isSeen: Bool, at time: Double) {
    let isOn = isSeen && (setting == .always || (setting == .automatic && isAttracting))
    if !isOn { due = nil } else if due == nil { due = time + Self.period }
  }

  /// Restarts the period, because a visitor acts.
  mutating func visitorCame() { due = nil }

  /// Moves the picture if it is due, by whole pixels to keep text sharp. Returns whether it moves.
  mutating func meet(at time: Double, letters: Double, scale: Double) -> Bool {
    guard let due, due <= time else { return false }
    self.due = time + Self.period
    step = (step + 1) % Self.steps
    let (angle, reach) = (Double(step) / Double(Self.steps) * 2 * .pi, letters * Self.radius * scale)
    offset = Point((cos(angle) * reach).rounded() / scale, (sin(angle) * reach).rounded() / scale)
    return true
  }

  /// Returns the picture to its place. The result says whether it was elsewhere.
  mutating func reset() -> Bool {
    defer { offset = .zero }
    return offset != .zero
  }
}

extension ShellEvent {
  /// Returns the event in coordinates of the unmoved picture.
  func moved(back offset: Point) -> ShellEvent {
    guard case .touch(let frame) = self else { return self }
    let events = frame.events.map { event -> TouchEvent in
      switch event {
      case .down(let id, let place, let milliseconds):
        .down(id: id, at: place - offset, milliseconds: milliseconds)
      case .motion(let id, let place, let milliseconds):
        .motion(id: id, at: place - offset, milliseconds: milliseconds)
      case .up, .cancelContact, .cancel, .lost: event
      }
    }
    return .touch(TouchFrame(events, shapes: frame.shapes))
  }
}

extension SceneFrame {
  /// Moves all sprites. Sprites as wide or high as the screen grow, to keep their edges invisible.
  mutating func move(by offset: Point) {
    let way = 2 * max(abs(offset.x), abs(offset.y))
    for index in sprites.indices {
      if sprites[index].size.width >= size.width { sprites[index].size.width += way }
      if sprites[index].size.height >= size.height { sprites[index].size.height += way }
      sprites[index].transform = sprites[index].transform.onScreen(moved: offset)
      if let clip = sprites[index].clip {
        sprites[index].clip = Rectangle(origin: clip.origin + offset, size: clip.size)
      }
    }
  }
}
