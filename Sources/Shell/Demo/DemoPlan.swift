import RotundaGeometry

/// Where things are in the demo, in points of the surface. Lengths are in the size of its writing.
struct DemoPlan: Hashable, Sendable {
  /// The size of writing, in points.
  let unit: Double
  /// Where the launcher's screen is seen.
  let screen: Rectangle
  /// How much smaller than it is.
  let zoom: Double
  /// The buttons.
  let bar: Rectangle
  /// The options.
  let panel: Rectangle
  /// What is written about the result, and about an option.
  let result: Rectangle
  let help: Rectangle

  private static let gap = 0.5
  private static let barHeight = 2.9
  /// The panel beside the screen: a part of the surface, and at least so many letters.
  private static let panelShare = 0.34
  private static let panelWidth = 18.0
  /// The screen above the panel: a part of the surface.
  private static let screenShare = 0.45
  /// Room for the result: at least so many letters high, or wide.
  private static let resultHeight = 5.0
  private static let resultWidth = 11.0

  init(_ metrics: Metrics, isWhole: Bool) {
    unit = metrics.plainFontSize
    let (size, gap) = (metrics.size, Self.gap * unit)
    guard !isWhole else {
      (screen, zoom) = (Rectangle(origin: .zero, size: size), 1)
      let width = min(size.width, 9 * unit)
      let corner = Point(size.width - width - gap, size.height - 2.4 * unit - gap)
      bar = Rectangle(origin: corner, size: Size(width, 2.4 * unit))
      (panel, result, help) = (.zero, .zero, .zero)
      return
    }
    let barHeight = Self.barHeight * unit
    if size.width >= size.height {
      let side = min(max(size.width * Self.panelShare, Self.panelWidth * unit), size.width / 2)
      let room = Size(
        size.width - side - 2 * gap, size.height - barHeight - Self.resultHeight * unit - 3 * gap)
      zoom = Self.zoom(size, into: room)
      screen = Rectangle(origin: Point(gap, gap), size: size * zoom)
      panel = Rectangle(origin: Point(size.width - side, 0), size: Size(side, size.height))
      bar = Rectangle(origin: Point(gap, screen.maxY + gap), size: Size(room.width, barHeight))
      let below = Size((room.width - gap) / 2, max(0, size.height - bar.maxY - 2 * gap))
      result = Rectangle(origin: Point(gap, bar.maxY + gap), size: below)
      help = Rectangle(origin: Point(result.maxX + gap, result.origin.y), size: below)
    } else {
      let room = Size(
        size.width - Self.resultWidth * unit - 3 * gap, max(0, size.height * Self.screenShare - gap))
      zoom = Self.zoom(size, into: room)
      screen = Rectangle(origin: Point(gap, gap), size: size * zoom)
      let beside = Size(max(0, size.width - screen.maxX - 2 * gap), (screen.size.height - gap) / 2)
      result = Rectangle(origin: Point(screen.maxX + gap, gap), size: beside)
      help = Rectangle(origin: Point(result.origin.x, result.maxY + gap), size: beside)
      bar = Rectangle(
        origin: Point(gap, screen.maxY + gap), size: Size(size.width - 2 * gap, barHeight))
      panel = Rectangle(
        origin: Point(0, bar.maxY + gap),
        size: Size(size.width, max(0, size.height - bar.maxY - gap)))
    }
  }

  /// Never nothing at all: what is seen there is drawn that large.
  private static func zoom(_ size: Size, into room: Size) -> Double {
    guard !size.isEmpty else { return 1 }
    return max(0.05, min(1, min(room.width / size.width, room.height / size.height)))
  }

  /// A point of the surface, on the launcher's screen.
  func onScreen(_ point: Point) -> Point {
    Point((point.x - screen.origin.x) / zoom, (point.y - screen.origin.y) / zoom)
  }
}
