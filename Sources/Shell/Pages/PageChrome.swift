import Configuration
import RotundaGeometry
import Scene

/// The fixed parts over a page: the control that closes it, the line that shows the reading progress, and the
/// ring around the focused element.
struct PageChrome: Sendable {
  private var sign: Writing?
  /// Whether the close control is pressed.
  var isClosePressed = false

  /// The sign of the close control: a multiplication sign, which every font has.
  private static let closeSign = "×"
  /// The opacity of the close control's ground, the share of the text color in it, and its scale while
  /// pressed.
  private static let (opacity, light, pressedScale) = (0.92, 0.14, 0.92)
  /// The width of the focus ring, in points.
  private static let focusWidth = 4.0
  /// The opacity of the progress line's track.
  private static let trackOpacity = 0.35

  mutating func layOut(_ environment: Environment, order: Int, into effects: inout [ShellEffect]) {
    let places = environment.pageMetrics
    let sign = environment.label(
      Self.closeSign, size: places.targetSide * 0.7, color: environment.theme.cardText,
      within: places.close.size)
    self.sign = sign
    effects.append(.draw(sign.picture, order: order))
  }

  /// Stores the measured size of a picture. Returns whether the close control shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    sign?.measured(picture, size: size) == true
  }

  /// Reports whether a point of the surface is on the close control.
  func isOnClose(_ point: Point, _ environment: Environment) -> Bool {
    let metrics = environment.metrics
    let place = point - Point(metrics.size.width / 2, metrics.size.height / 2)
    return environment.pageMetrics.close.inset(by: -metrics.padding / 2).contains(place)
  }

  func drawClose(on plane: Plane, _ environment: Environment, to frame: inout SceneFrame) {
    let (theme, place) = (environment.theme, environment.pageMetrics.close)
    let area = isClosePressed ? place.scaled(by: Self.pressedScale) : place
    let ground = theme.background.opacity(1).mixed(with: theme.cardText, Self.light)
    plane.append(
      .color(ground), in: area, corner: area.size.width / 2, opacity: theme.isOpaque ? 1 : Self.opacity,
      to: &frame)
    if let sign { plane.append(sign, around: area.center, scale: environment.scale, to: &frame) }
  }

  /// Draws the progress line.
  ///
  /// - Parameter share: The share of the page that has been read, 0 to 1.
  func drawProgress(
    _ share: Double, on plane: Plane, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let (theme, track) = (environment.theme, environment.pageMetrics.progress)
    plane.append(
      .color(theme.background), in: track, opacity: theme.isOpaque ? 1 : Self.trackOpacity, to: &frame)
    let read = track.size.width * min(max(0, share), 1)
    let line = Rectangle(origin: track.origin, size: Size(read, track.size.height))
    if read > 0 { plane.append(.color(theme.progress), in: line, to: &frame) }
  }

  func drawFocus(
    around target: PageTarget, on plane: Plane, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let (area, width) = (target.area, Self.focusWidth)
    let outer = area.inset(by: -width)
    for line in [
      Rectangle(origin: outer.origin, size: Size(outer.size.width, width)),
      Rectangle(origin: Point(outer.origin.x, area.maxY), size: Size(outer.size.width, width)),
      Rectangle(origin: Point(outer.origin.x, area.origin.y), size: Size(width, area.size.height)),
      Rectangle(origin: Point(area.maxX, area.origin.y), size: Size(width, area.size.height)),
    ] {
      plane.append(.color(environment.theme.progress), in: line, to: &frame)
    }
  }
}
