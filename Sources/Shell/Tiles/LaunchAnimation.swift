import Configuration
import RotundaGeometry
import Scene

/// A tile that grows to the screen while its program starts, and shrinks back when the launcher is seen again.
struct LaunchAnimation: Hashable {
  /// What is seen of the tile.
  let face: Picture
  /// Its colour: what the screen becomes.
  let color: Color
  /// Where it stands among the tiles, in points from the screen's middle.
  let place: Rectangle
  /// Radius of its corners, in points.
  let cornerRadius: Double
  /// When it was opened.
  let start: Double
  /// How far it has grown, 0 to 1.
  var growth = SpringValue(0, response: Motion.open)
  /// Whether something else is seen in front of the launcher, so that nobody sees it move.
  var isCovered = false

  /// Seconds after which a program that has not come yet is said to be on its way. Shorter waits are not felt as such (Nielsen,
  /// "Usability Engineering", 1993: 0.1 s is at once, 1 s keeps the train of thought).
  static let patience = 0.4

  /// Seconds after which nothing moves any more: by then the program is seen, or never will be.
  static let longestWait = 6.0

  /// Whether it is on its way to the screen.
  var isOpen: Bool { growth.target == 1 }

  /// Whether the next frame differs from the latest.
  func isMoving(at time: Double) -> Bool {
    guard !isCovered else { return false }
    return !growth.isOver(at: time) || (isOpen && time < start + Self.longestWait)
  }
}

/// Tiles that grow to the screen.
extension TilesPanel {
  /// How much larger the face is at the end.
  private static let faceGrowth = 1.12
  /// The dots that show that a program is starting: how many, seconds from one wave to the next, and how opaque they are at
  /// least and at most.
  private static let dots = 3
  private static let dotPeriod = 1.2
  private static let dotLight = (least: 0.2, most: 0.85)
  /// Diameter of a dot and the way from one to the next, in heights of letters.
  private static let dotSize = 0.42
  private static let dotStep = 1.0
  /// Seconds in which they appear.
  private static let dotFade = 0.3

  /// Has a tile grow, if it is on the screen.
  mutating func beginLaunch(_ tile: LauncherTile) {
    launch = nil
    guard let index = tiles.firstIndex(where: { $0.id == tile.id }),
      let place = shelf.placements.first(where: { $0.index == index && !$0.isHidden }),
      let seen = Self.bounds(of: shelf.size(of: index), place.transform)
    else { return }
    let (center, size, look) = (
      level.place(of: level.current), shelf.size(of: index), self.look(isShaded: false)
    )
    let (common, hue) = (shelf.tileSize, shelf.hues[index])
    let colors = tile.appearance.colors
    let color =
      colors.first.map { first in colors.dropFirst().first.map { first.mixed(with: $0, 0.5) } ?? first }
      ?? theme.card
    var launch = LaunchAnimation(
      face: shelf.faces.picture(of: index) {
        look.face(of: tile, size, beside: common, hue: hue)
      },
      color: color.opacity(1), place: Rectangle(origin: seen.origin + center, size: seen.size),
      cornerRadius: shelf.cornerRadius(of: size, look), start: clock)
    // One that is still on its way to the middle grows meanwhile, and both are one movement.
    if carousel.isScrolling { launch.growth = SpringValue(0, response: Motion.openBeside) }
    launch.growth.go(to: 1, at: clock)
    self.launch = launch
  }

  /// The launcher is seen again: what had grown shrinks.
  mutating func endLaunch() {
    guard launch != nil else { return }
    launch?.isCovered = false
    launch?.growth.go(to: 0, at: environment.time)
  }

  /// Forgets what has come back to its place.
  mutating func advanceLaunch() {
    if let launch, !launch.isOpen, launch.growth.isOver(at: clock) { self.launch = nil }
  }

  /// What of the screen a tile covers, in points from the screen's middle; nil when it reaches behind the viewer.
  private static func bounds(of size: Size, _ transform: Transform) -> Rectangle? {
    let corners = [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)].compactMap {
      transform.project(Point($0.0 * size.width, $0.1 * size.height))
    }
    guard corners.count == 4, let left = corners.map(\.x).min(), let right = corners.map(\.x).max(),
      let top = corners.map(\.y).min(), let bottom = corners.map(\.y).max()
    else { return nil }
    return Rectangle(origin: Point(left, top), size: Size(right - left, bottom - top))
  }

  /// Draws it over the tiles.
  func append(_ launch: LaunchAnimation, to frame: inout SceneFrame) {
    let part = min(max(launch.growth.value(at: clock), 0), 1)
    let isReduced = theme.hasReducedMotion
    let grown = isReduced ? 1 : part
    func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * grown }
    let (place, screen) = (launch.place, metrics.size)
    let center = Point(between(place.center.x, 0), between(place.center.y, 0))
    let size = Size(between(place.size.width, screen.width), between(place.size.height, screen.height))
    let opacity = isReduced ? part : min(1, part * 8)
    frame.sprites.append(
      Sprite(
        .color(launch.color), size: size, transform: .identity.translated(center.x, center.y, 0),
        cornerRadius: between(launch.cornerRadius, 0), opacity: opacity))
    let zoom = between(1, Self.faceGrowth)
    frame.sprites.append(
      Sprite(
        .picture(launch.face, placeholder: .clear),
        size: Size(place.size.width * zoom, place.size.height * zoom),
        transform: .identity.translated(center.x, center.y, 0),
        cornerRadius: launch.cornerRadius * zoom, opacity: opacity))
    appendDots(launch, below: place.size.height * zoom / 2, part, to: &frame)
  }

  /// What shows that it takes a while.
  private func appendDots(
    _ launch: LaunchAnimation, below: Double, _ part: Double, to frame: inout SceneFrame
  ) {
    let waited = min(clock - launch.start, LaunchAnimation.longestWait) - LaunchAnimation.patience
    guard launch.isOpen, waited > 0 else { return }
    let size = metrics.fontSize * Self.dotSize
    let color = launch.color.legible(theme.progress)
    for index in 0..<Self.dots {
      let phase =
        theme.hasReducedMotion ? 0.5 : waited / Self.dotPeriod - Double(index) / Double(Self.dots) / 2
      let wave = 0.5 + 0.5 * Self.wave(phase)
      let light = Self.dotLight.least + (Self.dotLight.most - Self.dotLight.least) * wave
      let across = (Double(index) - Double(Self.dots - 1) / 2) * metrics.fontSize * Self.dotStep
      frame.sprites.append(
        Sprite(
          .color(color), size: Size(size, size),
          transform: .identity.translated(across, below + metrics.fontSize * 1.6, 0), cornerRadius: size / 2,
          opacity: light * part * min(1, waited / Self.dotFade)))
    }
  }

  /// A smooth wave of period 1 between −1 and 1: a parabola for each half.
  private static func wave(_ phase: Double) -> Double {
    let turn = phase - phase.rounded(.down)
    return turn < 0.5 ? 16 * turn * (0.5 - turn) : -16 * (turn - 0.5) * (1 - turn)
  }
}
