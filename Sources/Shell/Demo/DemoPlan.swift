import Programs
import RotundaGeometry

/// Where things are in the demo, in points of the surface. Lengths are in the size of its writing.
struct DemoPlan: Hashable, Sendable {
  /// The size of writing, in points.
  let unit: Double
  /// Where the launcher's screen is seen.
  let screen: Rectangle
  /// How much smaller than it is.
  let zoom: Double
  let bar: Rectangle
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

/// What the demo's bar offers.
enum DemoButton: Hashable, Sendable {
  case removeTile, addTile, wholeScreen, save, close
  /// While it is asked whether a file may be replaced.
  case replace, keep
  /// While the launcher has the whole screen.
  case options

  /// What is written on it.
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

  /// How wide it is beside the others.
  private var share: Double {
    switch self {
    case .removeTile, .addTile: 1
    case .wholeScreen: 2
    default: 1.25
    }
  }

  /// Room for the number of tiles, between the buttons that change it.
  private static let countShare = 1.4

  /// The buttons' places, and that of the number of tiles.
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

/// Tiles to play with.
enum DemoTiles {
  private static let names: [Phrase] = [
    .floorPlan, .exhibits, .games, .openingHours, .weather, .guestBook, .radio, .quiz, .films, .news, .trains,
    .recipes,
  ]
  /// At first: enough to fill a screen and few enough to see what wrapping does.
  static let count = 7
  /// More than anybody looks at.
  static let most = 100

  /// The tile of a number, counted from 0.
  static func tile(_ number: Int, in words: Localizer) -> LauncherTile {
    let name = number < names.count ? words(names[number]) : words(.tileNumber, "\(number + 1)")
    // Never started: the demo only shows how opening looks.
    return LauncherTile(
      id: id(of: number), name: name, icon: nil, action: .start(Command(["true"])))
  }

  /// The first of them.
  static func all(in words: Localizer) -> [LauncherTile] { (0..<count).map { tile($0, in: words) } }

  /// The same tiles in other words: those among `tiles` that are of the first so many.
  static func rename(_ tiles: inout [LauncherTile], made count: Int, in words: Localizer) {
    for number in 0..<count {
      guard let index = tiles.firstIndex(where: { $0.id == id(of: number) }) else { continue }
      tiles[index].name = tile(number, in: words).name
    }
  }

  private static func id(of number: Int) -> String { "demo-\(number)" }
}
