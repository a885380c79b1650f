import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// What stands at the edges of the screen: title, logo, clock and date above, the dots or the number below.
struct Header: Sendable {
  var settings = HeaderSettings()
  /// Best first.
  var languages: [String] = []
  /// What names of days and months are written in.
  var words = Words.english
  /// What clocks showed, and when that was told.
  private var told: (time: WallTime, at: Double)?
  private var title: Writing?
  private var clock: Writing?
  private var date: Writing?
  private var index: Writing?
  private var logo: Picture?
  /// What the number says.
  private var indexText = ""

  /// Whether no number has been drawn yet.
  var isUnnumbered: Bool { index == nil }

  var hasTime: Bool { settings.clock != .none || settings.date != .none }

  /// When clocks show the next minute; nil when there is none on the screen.
  var nextMinute: Double? {
    guard hasTime else { return nil }
    // Nobody has told the time yet: it is asked for with the first frame.
    return told.map { $0.at + max(0.01, 60 - $0.time.second) }
  }

  /// Has everything drawn for a screen.
  mutating func layOut(_ theme: Theme, _ metrics: Metrics, scale: Double, into effects: inout [ShellEffect]) {
    guard !metrics.size.isEmpty else { return }
    let room = Size(metrics.size.width * 0.45, metrics.fontSize * 3)
    title = settings.title.map {
      Self.writing(
        $0.resolved(for: languages), theme.header, metrics.fontSize * 1.1, true, theme, room, scale)
    }
    logo = settings.logo.map { logo in
      let pixels = PixelSize(Int(room.width * scale), Int((metrics.fontSize * 2 * scale).rounded()))
      return Picture(.illustration(IconSource(logo)), size: pixels, scale: scale)
    }
    (index, indexText) = (nil, "")
    for picture in [title?.picture, logo] { if let picture { Self.ask(for: picture, into: &effects) } }
    layOutTime(theme, metrics, scale: scale, into: &effects)
  }

  /// Clocks show another minute.
  mutating func setWallTime(_ time: WallTime, at now: Double) { told = (time, now) }

  /// Has clock and date drawn, where they say something new.
  mutating func layOutTime(
    _ theme: Theme, _ metrics: Metrics, scale: Double, into effects: inout [ShellEffect]
  ) {
    guard let time = told?.time, hasTime, !metrics.size.isEmpty else { return (clock, date) = (nil, nil) }
    let words = CalendarWords(languages, words)
    let room = Size(metrics.size.width * 0.45, metrics.fontSize * 3)
    let (size, quiet) = (metrics.fontSize, theme.quiet)
    let newClock =
      settings.clock == .none
      ? nil
      : Self.writing(words.clock(time, settings.clock), theme.header, size * 1.35, true, theme, room, scale)
    let newDate =
      settings.date == .none
      ? nil
      : Self.writing(
        words.date(time, withYear: settings.date == .long), quiet, size * 0.85, false, theme, room, scale)
    Self.replace(&clock, newClock, into: &effects)
    Self.replace(&date, newDate, into: &effects)
  }

  /// Has the number drawn that says which tile is in the middle.
  mutating func layOutIndex(
    _ current: Int, of count: Int, _ theme: Theme, _ metrics: Metrics, scale: Double,
    into effects: inout [ShellEffect]
  ) {
    guard settings.showsIndex(of: count), current >= 0 else {
      (index, indexText) = (nil, "")
      return
    }
    let text = "\(current + 1) / \(count)"
    guard text != indexText else { return }
    indexText = text
    let room = Size(metrics.size.width * 0.45, metrics.fontSize * 3)
    let writing = Self.writing(text, theme.quiet, metrics.fontSize * 0.9, false, theme, room, scale)
    Self.replace(&index, writing, into: &effects)
  }

  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    if picture == logo {
      logoSize = size
      return true
    }
    return [
      title?.measured(picture, size: size), clock?.measured(picture, size: size),
      date?.measured(picture, size: size), index?.measured(picture, size: size),
    ].contains(true)
  }
  private var logoSize: PixelSize?

  /// Adds what stands at the upper edge: logo and title at the left, clock and date at the right.
  func append(to frame: inout SceneFrame, _ theme: Theme, _ metrics: Metrics, scale: Double) {
    let margin = metrics.fontSize * theme.screenMargin
    let line = metrics.fontSize * 2
    var left = margin
    if let logo, let size = logoSize {
      let extent = Size(Double(size.width) / scale, Double(size.height) / scale)
      Self.append(logo, extent, at: Point(left, margin + (line - extent.height) / 2), to: &frame)
      left += extent.width + metrics.fontSize * 0.8
    }
    if let title, let extent = title.extent(scale: scale) {
      Self.append(title.picture, extent, at: Point(left, margin + (line - extent.height) / 2), to: &frame)
    }
    let right = metrics.size.width - margin
    guard let clockSize = clock?.extent(scale: scale) ?? date.map({ _ in Size(0, 0) }) else { return }
    if let clock {
      Self.append(
        clock.picture, clockSize, at: Point(right - clockSize.width, margin + (line - clockSize.height) / 2),
        to: &frame)
    }
    guard let date, let extent = date.extent(scale: scale) else { return }
    // Beside the clock where there is room for both and the title, else below it.
    let isBelow = metrics.size.width < metrics.size.height
    let place =
      isBelow && clock != nil
      ? Point(right - extent.width, margin + (line + clockSize.height) / 2)
      : Point(
        right - clockSize.width - (clock == nil ? 0 : metrics.fontSize) - extent.width,
        margin + (line - extent.height) / 2 + (clockSize.height - extent.height) * 0.14)
    Self.append(date.picture, extent, at: place, to: &frame)
  }

  /// Diameter of a dot and the way to the next, in heights of letters.
  private static let dotSize = 0.42
  private static let dotStep = 0.95
  /// How opaque the dots of other tiles are.
  private static let otherDots = 0.35

  /// Adds the dots or the number at the lower edge.
  func appendIndicator(
    for carousel: Carousel, tiles: Int, to frame: inout SceneFrame, _ theme: Theme, _ metrics: Metrics,
    scale: Double
  ) {
    let bottom = metrics.size.height - metrics.fontSize * theme.screenMargin
    if settings.showsIndex(of: tiles) {
      guard let index, let extent = index.extent(scale: scale) else { return }
      let corner = Point((metrics.size.width - extent.width) / 2, bottom - extent.height)
      return Self.append(index.picture, extent, at: corner, to: &frame)
    }
    guard settings.indicator == .dots, tiles > 1 else { return }
    let size = metrics.fontSize * Self.dotSize
    for dot in 0..<tiles {
      let near = max(0, 1 - abs(carousel.offset(forItemAt: dot)))
      let across = (Double(dot) - Double(tiles - 1) / 2) * metrics.fontSize * Self.dotStep
      frame.sprites.append(
        Sprite(
          .color(theme.quiet), size: Size(size, size),
          transform: .identity.translated(across, bottom - size / 2 - metrics.size.height / 2, 0),
          cornerRadius: size / 2, opacity: Self.otherDots + (1 - Self.otherDots) * near))
    }
  }

  private static func append(
    _ picture: Picture, _ size: Size, at corner: Point, to frame: inout SceneFrame
  ) {
    guard !size.isEmpty else { return }
    let center = Rectangle(origin: Point(corner.x.rounded(), corner.y.rounded()), size: size).center
    frame.sprites.append(
      Sprite(
        .picture(picture, placeholder: .clear), size: size,
        transform: .identity.translated(
          center.x - frame.size.width / 2, center.y - frame.size.height / 2, 0)))
  }

  /// Drawn before any tile's card, as messages are.
  private static let order = -1

  private static func ask(for picture: Picture, into effects: inout [ShellEffect]) {
    effects.append(.draw(picture, order: order))
  }

  /// Another writing takes the place of one, unless it says the same.
  private static func replace(_ writing: inout Writing?, _ other: Writing?, into effects: inout [ShellEffect])
  {
    guard writing?.picture != other?.picture else { return }
    writing = other
    if let other { ask(for: other.picture, into: &effects) }
  }

  private static func writing(
    _ text: String, _ color: Color, _ size: Double, _ isBold: Bool, _ theme: Theme, _ room: Size,
    _ scale: Double
  ) -> Writing {
    let block = TextBlock(
      text, color: color, fontSize: size, fontFamily: theme.titleFontFamily, language: theme.language,
      isBold: isBold)
    return Writing(block, within: room, scale: scale)
  }
}

extension HeaderSettings {
  /// Whether so many tiles have their number shown.
  func showsIndex(of tiles: Int) -> Bool {
    indicator == .index || (indicator == .dots && tiles > Self.mostDots)
  }
}
