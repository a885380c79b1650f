import Configuration
import RotundaGeometry
import Scene

/// A tile that grows to the screen while its program starts, and shrinks back when the launcher is visible
/// again.
struct LaunchAnimation: Sendable {
  /// The growing tile; nil if no tile is visible. Without it, the screen only fades.
  let tile: GrowingTile?
  /// The final look of the screen: the light of the tile's picture, or a color of the theme.
  let ground: Picture?
  let color: Color
  /// The name of the opened tile; nil if it is not shown.
  var name: Writing?
  /// When the tile was opened.
  let start: Double
  /// The growth of the tile, 0 to 1.
  var growth: SpringValue
  /// Whether another window hides the launcher and its motion.
  var isCovered = false

  /// Seconds after which the launcher announces a late program. Visitors do not notice shorter waits
  /// (Nielsen, "Usability Engineering", 1993: 0.1 s is at once, 1 s keeps the train of thought).
  static let patience = 0.4

  /// Seconds after which all motion ends. By then the program is visible, or never will be.
  static let longestWait = 6.0

  /// Whether the tile grows to the screen.
  var isOpen: Bool { growth.target == 1 }

  /// Returns the growth at a time, within 0 and 1.
  func part(at time: Double) -> Double { min(max(growth.value(at: time), 0), 1) }

  /// Reports whether the next frame differs from the latest.
  func isMoving(at time: Double) -> Bool {
    guard !isCovered else { return false }
    return !growth.isOver(at: time) || (isOpen && time < start + Self.longestWait)
  }
}

/// Tiles that grow to the screen.
extension TilesPanel {
  /// The size of the opened tile's name, and its greatest width, in heights of letters.
  private static let (nameSize, nameWidth) = (1.9, 34.0)
  /// Drawn before any tile's card.
  private static let order = -1
  /// The line that shows that a program is starting. Its extent is in heights of letters. `part` is the share
  /// of its bright part, and `opacity` that of the rest.
  private static let line = (width: 24.0, height: 0.12, part: 0.3, opacity: 0.22)
  /// The distance of the line below the name, in heights of letters.
  private static let lineDrop = 2.2
  /// Seconds in which the bright part moves there and back, and in which the line appears.
  private static let (linePeriod, lineFade) = (1.8, 0.3)

  /// Starts the growth of a tile.
  mutating func beginLaunch(_ tile: LauncherTile) {
    let index = tiles.firstIndex { $0.id == tile.id }
    let growing = growingTile(tile.id)
    let isReduced = theme.hasReducedMotion
    // A tile that still moves to the middle grows meanwhile, in one motion.
    let pace =
      isReduced ? Motion.fade : growing != nil && carousel.isScrolling ? Motion.openBeside : Motion.open
    var launch = LaunchAnimation(
      tile: isReduced ? nil : growing,
      ground: backdrop.light(ambient(of: tile, hue: index.map { shelf.hues[$0] }), theme),
      color: theme.background.opacity(1), name: header.settings.showsOpening ? title(of: tile) : nil,
      start: clock, growth: SpringValue(0, response: pace))
    for picture in [launch.ground, launch.name?.picture].compactMap(\.self) {
      outbox.append(.draw(picture, order: Self.order))
    }
    launch.growth.go(to: 1, at: clock)
    self.launch = launch
  }

  private func title(of tile: LauncherTile) -> Writing? {
    guard !metrics.size.isEmpty else { return nil }
    let letters = metrics.fontSize
    let block = TextBlock(
      tile.name, color: theme.header, fontSize: (letters * Self.nameSize).rounded(),
      fontFamily: theme.titleFontFamily, language: theme.language, isBold: true, alignment: .center,
      mostLines: 1)
    let width = min(metrics.size.width * 0.9, letters * Self.nameWidth)
    return Writing(block, within: Size(width, letters * ScreenZones.nameRow), scale: scale)
  }

  /// Shrinks the tile, because the launcher is visible again.
  mutating func endLaunch() {
    guard launch != nil else { return }
    launch?.isCovered = false
    launch?.growth.go(to: 0, at: environment.time)
  }

  /// Ends the animation when the tile is back in its place.
  mutating func advanceLaunch() {
    if let launch, !launch.isOpen, launch.growth.isOver(at: clock) { self.launch = nil }
  }

  /// Draws the animation over the tiles.
  func append(_ launch: LaunchAnimation, to frame: inout SceneFrame) {
    let part = launch.part(at: clock)
    launch.tile?.append(part, to: &frame)
    let area = launch.tile?.area(part) ?? Rectangle(center: .zero, size: metrics.size)
    let seen = launch.tile == nil ? part : GrowingTile.arrived(part)
    guard seen > 0 else { return }
    var ground = Sprite(
      launch.ground.map { .picture($0, placeholder: .clear) } ?? .color(launch.color), size: area.size,
      transform: .identity.translated(area.center.x, area.center.y, 0),
      cornerRadius: launch.tile?.radius(part) ?? 0, opacity: seen)
    let screen = metrics.size
    // The ground is as large as the screen, and its visible part grows.
    ground.part = Rectangle(
      origin: Point(area.origin.x / screen.width + 0.5, area.origin.y / screen.height + 0.5),
      size: Size(area.size.width / screen.width, area.size.height / screen.height))
    frame.sprites.append(ground)
    guard let name = launch.name else { return }
    let first = frame.sprites.count
    let (letters, middle) = (metrics.fontSize, middle)
    frame.append(name, around: middle - Point(0, letters * Self.lineDrop / 2), scale: scale)
    appendLine(launch, around: Point(0, letters * Self.lineDrop / 2), to: &frame)
    frame.fade(from: first, by: seen)
  }

  /// Appends the line that shows that the program takes a while.
  private func appendLine(_ launch: LaunchAnimation, around place: Point, to frame: inout SceneFrame) {
    let waited = min(clock - launch.start, LaunchAnimation.longestWait) - LaunchAnimation.patience
    guard launch.isOpen, waited > 0 else { return }
    let letters = metrics.fontSize
    let size = Size(
      min(letters * Self.line.width, metrics.size.width * 0.6),
      max(2, (letters * Self.line.height).rounded()))
    let seen = min(1, waited / Self.lineFade)
    func append(_ center: Point, _ size: Size, _ opacity: Double) {
      frame.sprites.append(
        Sprite(
          .color(theme.progress), size: size, transform: .identity.translated(center.x, center.y, 0),
          cornerRadius: size.height / 2, opacity: opacity * seen))
    }
    append(place, size, Self.line.opacity)
    guard !theme.hasReducedMotion else { return }
    let bright = Size(size.width * Self.line.part, size.height)
    let way = (size.width - bright.width) / 2 * Self.wave(waited / Self.linePeriod - 0.25)
    append(place + Point(way, 0), bright, 1)
  }

  /// Returns a smooth wave of period 1 between −1 and 1: a parabola for each half.
  private static func wave(_ phase: Double) -> Double {
    let turn = phase - phase.rounded(.down)
    return turn < 0.5 ? 16 * turn * (0.5 - turn) : -16 * (turn - 0.5) * (1 - turn)
  }
}
