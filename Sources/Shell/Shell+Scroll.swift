import CarouselEngine
import Geometry
import Gestures

/// A scroll on a touchpad, from its first movement to its stop.
struct ScrollState: Hashable {
  /// Whether the touchpad moves the carousel.
  var isActive = false
  /// Points per second along the carousel's axis.
  var velocity = 0.0
  /// The device's stamp of the last movement.
  var milliseconds: UInt32 = 0

  /// A fling does not begin when the fingers rested this long before they left: as for fingers on a screen.
  static let restMilliseconds: UInt32 = 40
  /// Share of the newest movement in the velocity; the rest is what it was. Touchpads report every 8 to 16 ms,
  /// so that this looks back about 30 ms.
  static let smoothing = 0.4

  /// Takes in a movement along the axis.
  mutating func moved(_ distance: Double, at milliseconds: UInt32) {
    let elapsed = milliseconds &- self.milliseconds
    self.milliseconds = milliseconds
    guard isActive, elapsed > 0, elapsed <= Self.restMilliseconds else {
      velocity = 0
      return
    }
    velocity += Self.smoothing * (distance * 1000 / Double(elapsed) - velocity)
  }

  /// The velocity of a fling that begins at that stamp.
  func fling(at milliseconds: UInt32) -> Double {
    milliseconds &- self.milliseconds <= Self.restMilliseconds ? velocity : 0
  }
}

/// What wheels and touchpads mean.
extension Shell {
  mutating func handle(_ event: ScrollEvent, at time: Double) {
    guard !tiles.isEmpty, takesInput(at: time) else { return }
    switch event.kind {
    case .steps(let x, let y): step(by: x != 0 ? x : y)
    case .moved(let delta): scroll(by: delta, at: event.milliseconds)
    case .stopped: if scrolling.isActive { stopScrolling(velocity: scrolling.fling(at: event.milliseconds)) }
    }
  }

  private mutating func scroll(by delta: Point, at milliseconds: UInt32) {
    guard !touch.drivesCarousel else { return }
    let distance = carousel.distance(along: delta)
    scrolling.moved(distance, at: milliseconds)
    if !scrolling.isActive {
      guard distance != 0 else { return }
      scrolling.isActive = true
      carousel.beginDragging(at: clock)
    }
    carousel.drag(by: distance, at: clock)
    isDirty = true
  }

  mutating func stopScrolling(velocity: Double) {
    scrolling = ScrollState()
    carousel.endDragging(velocity: velocity, at: clock)
  }
}
