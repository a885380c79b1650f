import Configuration
import RotundaGeometry
import Scene

/// What stands over a page and does not scroll with it: the control that closes it, the line that shows how
/// much has been read, and the ring around what keys have chosen.
struct PageChrome: Sendable {
  private var sign: Writing?
  /// Whether a finger presses the control that closes.
  var isClosePressed = false

  /// The sign that closes a page: a multiplication sign, which every font has.
  private static let closeSign = "×"
  /// How opaque the ground of the control that closes is, how far it is on the way to the writing, and how
  /// small it gets while a finger presses it.
  private static let (opacity, light, pressedScale) = (0.92, 0.14, 0.92)
  /// The line around what keys have chosen, in points.
  private static let focusWidth = 4.0
  /// How dark the way of the progress line is.
  private static let trackOpacity = 0.35

  mutating func layOut(_ environment: Environment, order: Int, into effects: inout [ShellEffect]) {
    let places = environment.pageMetrics
    let sign = environment.label(
      Self.closeSign, size: places.targetSide * 0.7, color: environment.theme.cardText,
      within: places.close.size)
    self.sign = sign
    effects.append(.draw(sign.picture, order: order))
  }

  /// Takes the measure of its picture; whether it was that.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    sign?.measured(picture, size: size) == true
  }

  /// Whether a point of the surface is on the control that closes.
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

  /// - Parameter share: how much has been read, 0 to 1.
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
