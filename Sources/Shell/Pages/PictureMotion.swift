import RotundaGeometry

/// The size and place of a full-screen picture. Lengths are in points, and places from the middle of the
/// screen.
///
/// Springs and glides are closed forms of time, which allow a frame for any instant.
struct PictureMotion: Sendable {
  /// The size of the picture at scale 1, which fits the screen.
  private(set) var base = Size.zero
  private var screen = Size.zero
  private var zoom = SpringValue(1, response: settling)
  private var (x, y) = (SpringValue(0, response: settling), SpringValue(0, response: settling))

  /// The state at the start of a pinch: the place between the fingers on the picture at scale 1, and the
  /// scale.
  private var grip: (place: Point, zoom: Double)?

  /// The greatest scale, and the scale of a double tap.
  static let (most, doubleTap) = (4.0, 2.5)
  /// Seconds in which the picture settles.
  private static let settling = 0.32
  /// The time constants of a glide, in seconds: after that time 1/e of the velocity remains. The greatest and
  /// the least.
  private static let (glide, shortGlide) = (0.32, 0.05)
  /// The share of a finger's movement that the picture follows beyond its ends, and of a pinch beyond its
  /// scales.
  private static let (stretch, give) = (0.45, 0.35)
  /// The height at the screen's width, as a multiple of the screen's height, from which the picture begins at
  /// its upper edge and scrolls.
  private static let scrollingHeight = 2.0

  /// Sets the extents of the picture and of the screen.
  mutating func fit(_ extent: Size, into screen: Size, at time: Double) {
    guard !extent.isEmpty, !screen.isEmpty else { return }
    let wide = extent.height / extent.width * screen.width
    let factor =
      wide > Self.scrollingHeight * screen.height
      ? screen.width / extent.width : min(screen.width / extent.width, screen.height / extent.height)
    let base = extent * factor
    guard base != self.base || screen != self.screen else { return }
    let isFirst = self.base.isEmpty || screen != self.screen
    (self.base, self.screen) = (base, screen)
    if isFirst { set(1, Point(0, range(1).y)) }
  }

  func zoom(at time: Double) -> Double { zoom.value(at: time) }
  func center(at time: Double) -> Point { Point(x.value(at: time), y.value(at: time)) }
  func isMoving(at time: Double) -> Bool {
    !zoom.isOver(at: time) || !x.isOver(at: time) || !y.isOver(at: time)
  }
  /// The scale at the end of the motion.
  var target: Double { zoom.target }
  /// Whether fingers hold the picture.
  private(set) var isHeld = false

  /// Returns the covered area of the screen.
  func area(at time: Double) -> Rectangle {
    let zoom = zoom(at: time)
    return Rectangle(center: center(at: time), size: base * zoom)
  }

  /// Returns the greatest distance of the picture's middle from the screen's at a scale.
  private func range(_ zoom: Double) -> Point {
    Point(max(0, (base.width * zoom - screen.width) / 2), max(0, (base.height * zoom - screen.height) / 2))
  }

  /// Returns the distance by which the picture is pulled down beyond its beginning.
  func pull(at time: Double) -> Double { center(at: time).y - range(zoom(at: time)).y }

  /// Returns the distance by which the picture has moved up from its beginning.
  func way(at time: Double) -> Double { max(0, -pull(at: time)) }

  private mutating func set(_ zoom: Double, _ center: Point) {
    self.zoom = SpringValue(zoom, response: Self.settling)
    (x, y) = (
      SpringValue(center.x, response: Self.settling), SpringValue(center.y, response: Self.settling)
    )
  }

  private mutating func go(to zoom: Double, _ center: Point, at time: Double) {
    let (now, at) = (self.zoom(at: time), self.center(at: time))
    // The lift of a finger that started this motion does not stop it.
    isHeld = false
    set(now, at)
    self.zoom.go(to: zoom, at: time)
    x.go(to: center.x, at: time)
    y.go(to: center.y, at: time)
  }

  /// Returns the nearest resting place at a scale.
  private func resting(_ center: Point, _ zoom: Double) -> Point {
    let range = range(zoom)
    return Point(min(max(center.x, -range.x), range.x), min(max(center.y, -range.y), range.y))
  }

  /// Returns the picture's middle for which a place of the picture is below a finger.
  private func center(holding place: Point, below finger: Point, _ zoom: Double) -> Point {
    finger - place * zoom
  }

  // Gestures. Places are from the middle of the screen.

  /// Stops all motion for a finger that lands.
  mutating func hold(at time: Double) {
    set(zoom(at: time), center(at: time))
    isHeld = true
  }

  /// Moves the picture with a finger.
  ///
  /// - Parameter isFree: Whether it follows the finger sideways beyond its ends, because another picture
  ///   follows.
  mutating func drag(by way: Point, isFree: Bool = false, at time: Double) {
    let (zoom, center) = (zoom(at: time), center(at: time))
    let range = range(zoom)
    func moved(_ place: Double, _ way: Double, _ range: Double, isFree: Bool = false) -> Double {
      // Beyond an end, the picture moves outward by only a part of the movement.
      let isBeyond = !isFree && (place + way) * way > 0 && abs(place + way) > range
      return place + (isBeyond ? way * Self.stretch : way)
    }
    set(zoom, Point(moved(center.x, way.x, range.x, isFree: isFree), moved(center.y, way.y, range.y)))
  }

  /// Releases the picture with a velocity, in points per second.
  mutating func release(velocity: Point, at time: Double) {
    isHeld = false
    let (zoom, center) = (min(max(zoom(at: time), 1), Self.most), center(at: time))
    let end = resting(center + velocity * Self.glide, zoom)
    func glide(_ from: Double, _ to: Double, _ velocity: Double) -> SpringValue {
      let way = to - from
      // A thrown picture slows down exponentially. A nearer end stops it sooner.
      guard way * velocity > 0, abs(from - to) > 0.5 else {
        return SpringValue(from, velocity: 0, to: to, response: Self.settling, at: time)
      }
      let lasts = min(max(way / velocity, Self.shortGlide), Self.glide)
      return SpringValue(from, velocity: velocity, to: to, response: 2 * .pi * lasts, at: time)
    }
    (x, y) = (glide(center.x, end.x, velocity.x), glide(center.y, end.y, velocity.y))
    self.zoom.go(to: zoom, at: time)
  }

  mutating func beginPinch(at point: Point, at time: Double) {
    hold(at: time)
    let zoom = zoom(at: time)
    grip = ((point - center(at: time)) * (1 / zoom), zoom)
  }

  /// Scales the picture with two fingers. `scale` is their distance as a multiple of the first, and `point`
  /// their middle.
  mutating func pinch(by scale: Double, at point: Point) {
    guard let grip, scale.isFinite, scale > 0 else { return }
    var zoom = grip.zoom * scale
    if zoom > Self.most { zoom = Self.most + (zoom - Self.most) * Self.give * Self.most / zoom }
    if zoom < 1 { zoom = 1 - (1 - zoom) * Self.give }
    set(zoom, center(holding: grip.place, below: point, zoom))
  }

  mutating func endPinch(at point: Point, at time: Double) {
    guard let grip else { return release(velocity: .zero, at: time) }
    (self.grip, isHeld) = (nil, false)
    let target = min(max(zoom(at: time), 1), Self.most)
    go(to: target, resting(center(holding: grip.place, below: point, target), target), at: time)
  }

  // Control without fingers.

  /// Animates to a scale. A point of the screen keeps its place on the picture.
  mutating func resize(to zoom: Double, at point: Point, at time: Double) {
    let target = min(max(zoom, 1), Self.most)
    let place = (point - center(at: time)) * (1 / self.zoom(at: time))
    go(to: target, resting(center(holding: place, below: point, target), target), at: time)
  }

  /// Animates by a distance within the picture. Returns whether the picture moves.
  mutating func move(by way: Point, at time: Double) -> Bool {
    let from = Point(x.target, y.target)
    let end = resting(from + way, zoom.target)
    guard (end - from).length > 0.5 else { return false }
    go(to: zoom.target, end, at: time)
    return true
  }

  /// Reports whether the picture extends further in a direction.
  func canMove(by way: Point) -> Bool {
    let from = Point(x.target, y.target)
    return (resting(from + way, zoom.target) - from).length > 1
  }

  /// Moves through the picture in reading order: to the right, and then a row further down, or backward.
  /// Returns whether the picture moves.
  mutating func step(on: Bool, at time: Double) -> Bool {
    let (way, share) = (on ? -1.0 : 1.0, 0.8)
    if move(by: Point(way * screen.width * share, 0), at: time) { return true }
    guard canMove(by: Point(0, way * screen.height)) else { return false }
    let row = Point(-way * range(zoom.target).x * 2, way * screen.height * share)
    return move(by: row, at: time)
  }

  /// Reports whether a step forward or back is possible.
  func canStep(on: Bool) -> Bool {
    let way = on ? -1.0 : 1.0
    return canMove(by: Point(way * screen.width, 0)) || canMove(by: Point(0, way * screen.height))
  }

  /// Centers the picture horizontally at once. From now on, the transition moves the whole screen.
  mutating func recenter(at time: Double) { set(zoom(at: time), Point(0, center(at: time).y)) }

  /// Animates the picture from a place on the screen.
  mutating func come(from place: Rectangle, at time: Double) {
    guard base.width > 0 else { return }
    let (zoom, center) = (zoom.target, Point(x.target, y.target))
    set(place.size.width / base.width, place.center)
    go(to: zoom, center, at: time)
  }

  mutating func leave(to place: Rectangle, at time: Double) {
    guard base.width > 0 else { return }
    go(to: place.size.width / base.width, place.center, at: time)
  }
}
