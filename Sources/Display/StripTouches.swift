import RotundaGeometry
import Gestures

/// Where fingers that landed on the strip are on the screen.
///
/// A compositor tells it in coordinates of the surface that a finger landed on, also when the finger has left it. sway
/// up to 1.7 tells it in those of the window below the finger, which covers the screen. Of both meanings the one counts
/// that is on the screen, and nearer to where the finger was.
struct StripTouches {
  /// Where each finger was.
  private var last: [Int32: Point] = [:]

  /// More fingers are not told apart; a screen has ten.
  private static let limit = 32

  /// A frame on the strip as one on a screen of that size, where the strip's upper left corner is at `origin`.
  mutating func placed(_ frame: TouchFrame, origin: Point, screen: Size) -> TouchFrame {
    TouchFrame(frame.events.map { placed($0, origin, screen) })
  }

  private mutating func placed(_ event: TouchEvent, _ origin: Point, _ screen: Size) -> TouchEvent {
    switch event {
    case .down(let id, let point, let time):
      return .down(id: id, at: note(point + origin, of: id), milliseconds: time)
    case .motion(let id, let point, let time):
      var place = point + origin
      if let before = last[id] {
        let isOutside = place.x > screen.width || place.y > screen.height
        if isOutside || (point - before).length < (place - before).length { place = point }
      }
      return .motion(id: id, at: note(place, of: id), milliseconds: time)
    case .up(let id, _), .cancelContact(let id): last[id] = nil
    case .cancel, .lost: last = [:]
    }
    return event
  }

  private mutating func note(_ point: Point, of id: Int32) -> Point {
    if last.count < Self.limit || last[id] != nil { last[id] = point }
    return point
  }
}
