import Programs
import RotundaGeometry

/// The layout of the demo, in points of the surface. Constants are in font sizes.
struct DemoPlan: Hashable, Sendable {
  /// The font size, in points.
  let unit: Double
  /// The area of the launcher's screen.
  let screen: Rectangle
  /// The scale of that screen.
  let zoom: Double
  let bar: Rectangle
  let panel: Rectangle
  /// The areas for the result, and for the description of an option.
  let result: Rectangle
  let help: Rectangle

  private static let gap = 0.5
  private static let barHeight = 2.9
  /// The width of the panel beside the screen: a share of the surface, and the least in font sizes.
  private static let panelShare = 0.34
  private static let panelWidth = 18.0
  /// The height of the screen above the panel: a share of the surface.
  private static let screenShare = 0.45
  /// The least height or width for the result, in font sizes.
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

  /// Returns a scale, which is never 0: pictures are drawn at that scale.
  private static func zoom(_ size: Size, into room: Size) -> Double {
    guard !size.isEmpty else { return 1 }
    return max(0.05, min(1, min(room.width / size.width, room.height / size.height)))
  }

  /// Returns a point of the surface in coordinates of the launcher's screen.
  func onScreen(_ point: Point) -> Point {
    Point((point.x - screen.origin.x) / zoom, (point.y - screen.origin.y) / zoom)
  }
}

/// The buttons of the demo's bar.
enum DemoButton: Hashable, Sendable {
  case removeTile, addTile, wholeScreen, save, close
  /// While the demo asks whether to replace a file.
  case replace, keep
  /// While the launcher has the whole screen.
  case options

  /// Returns the label.
  func label(in words: Localizer) -> String {
    switch self {
    case .removeTile: "−"
    case .addTile: "+"
    case .wholeScreen: words(.wholeScreen)
    case .save: words(.save)
    case .close: words(.close)
    case .replace: words(.replace)
    case .keep: words(.keep)
    case .options: words(.options)
    }
  }

  /// The width relative to other buttons.
  private var share: Double {
    switch self {
    case .removeTile, .addTile: 1
    case .wholeScreen: 2
    default: 1.25
    }
  }

  /// The room for the number of tiles, between the buttons that change it.
  private static let countShare = 1.4

  /// Returns the places of the buttons, and of the number of tiles.
  static func places(
    of buttons: [DemoButton], in bar: Rectangle, gap: Double
  ) -> (buttons: [(button: DemoButton, area: Rectangle)], count: Rectangle) {
    let hasCount = buttons.contains(.addTile)
    let shares = buttons.reduce(hasCount ? countShare : 0) { $0 + $1.share }
    let gaps = Double(buttons.count - 1 + (hasCount ? 1 : 0)) * gap
    let unit = max(0, bar.size.width - gaps) / max(1, shares)
    var left = bar.origin.x
    func take(_ share: Double) -> Rectangle {
      defer { left += share * unit + gap }
      return Rectangle(origin: Point(left, bar.origin.y), size: Size(share * unit, bar.size.height))
    }
    var (places, count): ([(DemoButton, Rectangle)], Rectangle) = ([], .zero)
    for button in buttons {
      if button == .addTile { count = take(countShare) }
      places.append((button, take(button.share)))
    }
    return (places, count)
  }
}

/// Tiles for the demo.
enum DemoTiles {
  private static let names: [Phrase] = [
    .floorPlan, .exhibits, .games, .openingHours, .weather, .guestBook, .radio, .quiz, .films, .news, .trains,
    .recipes,
  ]
  /// The initial number: enough to fill a screen, and few enough to show the effect of wrapping.
  static let count = 7
  /// More tiles than visitors look at.
  static let most = 100

  /// Returns the tile with a number, counted from 0.
  static func tile(_ number: Int, in words: Localizer) -> LauncherTile {
    let name = number < names.count ? words(names[number]) : words(.tileNumber, "\(number + 1)")
    // The demo never starts it, and shows only how it opens.
    return LauncherTile(
      id: id(of: number), name: name, icon: nil, action: .start(Command(["true"])))
  }

  /// Returns the initial tiles.
  static func all(in words: Localizer) -> [LauncherTile] { (0..<count).map { tile($0, in: words) } }

  /// Renames the tiles of the first `count` numbers in another language.
  static func rename(_ tiles: inout [LauncherTile], made count: Int, in words: Localizer) {
    for number in 0..<count {
      guard let index = tiles.firstIndex(where: { $0.id == id(of: number) }) else { continue }
      tiles[index].name = tile(number, in: words).name
    }
  }

  private static func id(of number: Int) -> String { "demo-\(number)" }
}
