import RotundaGeometry
import Gestures
import Scene

// A mirrored screen. The shell does not know of it: input is mirrored before handling, and frames when they
// are complete.

extension ShellEvent {
  /// Returns the event mirrored on a surface of a width.
  func mirrored(width: Double) -> ShellEvent {
    switch self {
    case .touch(let frame): .touch(frame.mirrored(width: width))
    case .globalTouch(let frame): .globalTouch(frame.mirrored(width: width))
    case .key(let key): .key(key.mirrored)
    case .scroll(let scroll): .scroll(scroll.mirrored)
    default: self
    }
  }
}

extension SceneFrame {
  /// Mirrors all sprites.
  mutating func mirror() {
    for index in sprites.indices {
      sprites[index].transform = sprites[index].transform.mirrored
      guard let clip = sprites[index].clip else { continue }
      sprites[index].clip = Rectangle(
        center: Point(-clip.center.x, clip.center.y), size: clip.size)
    }
  }
}

extension TouchFrame {
  /// Returns the touches mirrored on a surface of a width.
  fileprivate func mirrored(width: Double) -> TouchFrame {
    TouchFrame(
      events.map { event in
        switch event {
        case .down(let id, let place, let milliseconds):
          .down(id: id, at: Point(width - place.x, place.y), milliseconds: milliseconds)
        case .motion(let id, let place, let milliseconds):
          .motion(id: id, at: Point(width - place.x, place.y), milliseconds: milliseconds)
        case .up, .cancelContact, .cancel, .lost: event
        }
      }, shapes: shapes)
  }
}

extension KeyEvent {
  var mirrored: KeyEvent {
    var event = self
    switch key {
    case .left: event.key = .right
    case .right: event.key = .left
    default: break
    }
    return event
  }
}

extension ScrollEvent {
  fileprivate var mirrored: ScrollEvent {
    var event = self
    switch kind {
    // A wheel that turns down always moves to the next tile, on both sides.
    case .steps(let x, let y): event.kind = .steps(x: -x, y: y)
    case .moved(let distance): event.kind = .moved(Point(-distance.x, distance.y))
    case .stopped: break
    }
    return event
  }
}
