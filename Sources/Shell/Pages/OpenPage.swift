import CarouselEngine
import RotundaGeometry
import Scene

/// A page that has the screen, on its way in or out of it.
struct OpenPage: Sendable {
  /// The tile that was opened.
  let tileID: String
  let title: String
  let content: PageContent
  /// Its writing; nil until the screen's size is known.
  var column: PageColumn?
  var scroll = ContentScroll()
  /// The control that closes it.
  var close: Writing?
  /// When it began to come, or to go.
  var start: Double
  var isClosing = false
  /// Whether a finger presses the control that closes it.
  var isClosePressed = false

  /// Seconds in which it comes and goes: as long as a folder takes.
  static let duration = LevelChange.duration
  /// How far below its place it is when it begins to come, as a part of the screen.
  private static let rise = 0.12

  init(_ tile: LauncherTile, _ content: PageContent, at time: Double) {
    (tileID, title, self.content) = (tile.id, tile.name, content)
    start = time
  }

  /// How far it has come, 0 to 1.
  func openness(at time: Double) -> Double {
    let part = AnimationCurve.easeOut.value(at: (time - start) / Self.duration)
    return isClosing ? 1 - part : part
  }

  func isChanging(at time: Double) -> Bool { time < start + Self.duration }

  /// On what it is drawn.
  func plane(at time: Double, _ metrics: Metrics) -> Plane {
    let openness = openness(at: time)
    let way = (1 - openness) * Self.rise * metrics.size.height
    return Plane(transform: .identity.translated(0, way, 0), opacity: openness)
  }

  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    let isInColumn = column?.measured(picture, size: size) == true
    return close?.measured(picture, size: size) == true || isInColumn
  }
}
