import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// The upper edge of the screen: title, logo, clock and date.
struct Header: Sendable {
  var settings = HeaderSettings()
  /// The visitor's languages, best first.
  var languages: [String] = []
  /// The time on clocks, and when the host reported it.
  private var told: (time: WallTime, at: Double)?
  private var title: Writing?
  private var clock: Writing?
  private var date: Writing?
  private var logo: Picture?
  /// The format of times of day, also without a clock.
  var clockStyle: HeaderSettings.Clock { settings.clock == .none ? .auto : settings.clock }
  /// The time of day, also without a clock; empty if unknown.
  var timeOfDay: String { told.map { CalendarWords(languages).clock($0.time, clockStyle) } ?? "" }
  var hasTime: Bool { settings.clock != .none || settings.date != .none }

  /// When clocks show the next minute; nil without a visible clock.
  var nextMinute: Double? {
    guard hasTime else { return nil }
    // The time is unknown until the first frame requests it.
    return told.map { $0.at + max(0.01, 60 - $0.time.second) }
  }

  /// Requests the pictures for a screen.
  ///
  /// - Parameter ground: The color behind the header.
  mutating func layOut(
    _ theme: Theme, on ground: Color, _ metrics: Metrics, scale: Double, into effects: inout [ShellEffect]
  ) {
    guard !metrics.size.isEmpty else { return }
    width = metrics.size.width - 2 * Self.margin(theme, metrics)
    title = settings.title.map { Self.title($0.resolved(for: languages), width, theme, metrics, scale) }
    logo = settings.logo(on: ground).map { logo in
      let pixels = PixelSize(
        Int((width * Self.logoWidth * scale).rounded()), Int((metrics.fontSize * Self.row * scale).rounded()))
      return Picture(.illustration(IconSource(logo)), size: pixels, scale: scale)
    }
    for picture in [title?.picture, logo] { if let picture { Self.ask(for: picture, into: &effects) } }
    layOutTime(theme, metrics, scale: scale, into: &effects)
  }

  /// The greatest width of a logo, as a share of the screen's width.
  private static let logoWidth = 0.45
  private static let row = ScreenZones.headerRow
  /// The sizes of the title and clock, and of the date, in heights of letters.
  private static let (titleSize, dateSize) = (1.45, 0.8)
  /// The gap between two things in the row, in heights of letters.
  private static let gap = 0.8
  /// The width in heights of letters below which the date has its own row.
  private static let leastWidth = 28.0
  /// The least room for a title beside a logo, in heights of letters.
  private static let leastTitle = 4.0
  /// The least scale of a logo. A logo that needs a smaller one is hidden.
  private static let leastLogo = 0.6

  private static func margin(_ theme: Theme, _ metrics: Metrics) -> Double {
    metrics.plainFontSize * theme.screenMargin
  }

  /// Reports whether the date has its own row: one row is too narrow, and two fit.
  func hasDateRow(_ metrics: Metrics) -> Bool {
    let rows = metrics.fontSize * (Self.row + ScreenZones.dateRow)
    return settings.date != .none && settings.clock != .none && Self.isNarrow(metrics)
      && rows <= metrics.size.height * Self.mostHeight
  }

  private static func isNarrow(_ metrics: Metrics) -> Bool {
    metrics.size.width < metrics.fontSize * leastWidth || metrics.size.width < metrics.size.height
  }

  /// The greatest height of two rows, as a share of the screen's height.
  private static let mostHeight = 0.18

  private static func title(
    _ text: String, _ width: Double, _ theme: Theme, _ metrics: Metrics, _ scale: Double
  ) -> Writing {
    writing(
      text, theme.header, metrics.fontSize * titleSize, true, theme, Size(width, metrics.fontSize * row),
      scale)
  }

  /// Sets the time that clocks show.
  mutating func setWallTime(_ time: WallTime, at now: Double) { told = (time, now) }

  /// Redraws clock and date after a change.
  mutating func layOutTime(
    _ theme: Theme, _ metrics: Metrics, scale: Double, into effects: inout [ShellEffect]
  ) {
    guard let time = told?.time, hasTime, !metrics.size.isEmpty else { return (clock, date) = (nil, nil) }
    let words = CalendarWords(languages)
    let room = Size(width, metrics.fontSize * Self.row)
    let (size, quiet) = (metrics.fontSize, theme.quieter(theme.header, 0.8))
    let newClock =
      settings.clock == .none
      ? nil
      : Self.writing(
        words.clock(time, settings.clock), theme.header, size * Self.titleSize, true, theme, room, scale)
    let newDate =
      settings.date == .none
      ? nil
      : Self.writing(
        words.date(time, withYear: settings.date == .long), quiet, size * metrics.legible(Self.dateSize),
        false, theme, room,
        scale)
    Self.replace(&clock, newClock, into: &effects)
    Self.replace(&date, newDate, into: &effects)
  }

  /// Stores the measured size of a picture. Returns whether the header shows the picture. Shortens a title
  /// that has no room.
  mutating func measured(
    _ picture: Picture, size: PixelSize, _ theme: Theme, _ metrics: Metrics, scale: Double,
    into effects: inout [ShellEffect]
  ) -> Bool {
    if picture == logo {
      logoSize = size
    } else {
      let isTitle = title?.measured(picture, size: size) == true
      let isClock = clock?.measured(picture, size: size) == true
      let isDate = date?.measured(picture, size: size) == true
      guard isTitle || isClock || isDate else { return false }
    }
    fitTitle(theme, metrics, scale, into: &effects)
    return true
  }

  /// The width that buttons beside the clock take from the row, with a gap, in points.
  var aside = 0.0

  /// Returns the right end of the buttons beside the clock.
  func asideEnd(_ theme: Theme, _ metrics: Metrics, scale: Double) -> Double {
    let clock = clock?.extent(scale: scale).map { $0.width + metrics.fontSize * Self.gap } ?? 0
    return metrics.size.width - Self.margin(theme, metrics) - clock
  }

  /// Returns the middle of the header's row, in points from the upper edge.
  func middle(_ theme: Theme, _ metrics: Metrics) -> Double {
    Self.margin(theme, metrics) + metrics.fontSize * Self.row / 2
  }

  /// Shortens a title with an ellipsis if it is wider than the room beside logo, clock and buttons.
  mutating func fitTitle(
    _ theme: Theme, _ metrics: Metrics, _ scale: Double, into effects: inout [ShellEffect]
  ) {
    guard let extent = title?.extent(scale: scale), let text = settings.title?.resolved(for: languages) else {
      return
    }
    let room = titleRoom(metrics, scale)
    // Rounding alone needs no new text.
    guard extent.width > room + 1, room >= metrics.fontSize else { return }
    let fitted = Self.title(text, room, theme, metrics, scale)
    Self.replace(&title, fitted, into: &effects)
  }

  private func titleRoom(_ metrics: Metrics, _ scale: Double) -> Double {
    let gap = metrics.fontSize * Self.gap
    let clockWidth = clock?.extent(scale: scale).map { $0.width + gap } ?? 0
    let logoWidth = logoExtent(metrics, scale).map { $0.width + gap } ?? 0
    return (width - clockWidth - logoWidth - aside).rounded(.down)
  }

  /// Returns the extent of the logo, smaller if it would touch the clock; nil without room.
  private func logoExtent(_ metrics: Metrics, _ scale: Double) -> Size? {
    guard logo != nil, let logoSize else { return nil }
    let extent = Size(Double(logoSize.width) / scale, Double(logoSize.height) / scale)
    let clockWidth = clock?.extent(scale: scale).map { $0.width + metrics.fontSize * Self.gap } ?? 0
    let factor = min(1, (width - clockWidth - aside) / max(1, extent.width))
    guard factor >= Self.leastLogo else { return nil }
    return Size((extent.width * factor).rounded(), (extent.height * factor).rounded())
  }
  private var logoSize: PixelSize?
  /// The width between the margins, in points.
  private var width = 0.0

  /// The places of logo, title, clock and date, in points of the surface; nil if missing or without room.
  struct Boxes: Hashable {
    var (logo, title, clock, date): (Rectangle?, Rectangle?, Rectangle?, Rectangle?)
  }

  func boxes(_ theme: Theme, _ metrics: Metrics, scale: Double) -> Boxes {
    let margin = Self.margin(theme, metrics)
    let (line, gap) = (metrics.fontSize * Self.row, metrics.fontSize * Self.gap)
    var boxes = Boxes()
    func box(_ extent: Size, at left: Double, top: Double? = nil) -> Rectangle {
      let top = top ?? margin + (line - extent.height) / 2
      return Rectangle(origin: Point(left.rounded(), top.rounded()), size: extent)
    }
    var (left, right) = (margin, metrics.size.width - margin)
    if let extent = clock?.extent(scale: scale) {
      boxes.clock = box(extent, at: right - extent.width)
      right -= extent.width + gap
    }
    right -= aside
    if let extent = logoExtent(metrics, scale) {
      boxes.logo = box(extent, at: left)
      left += extent.width + gap
    }
    if let extent = title?.extent(scale: scale) {
      let isWorthIt = boxes.logo == nil || right - left >= metrics.fontSize * Self.leastTitle
      if isWorthIt, extent.width <= right - left + gap {
        boxes.title = box(extent, at: left)
        left += extent.width + gap
      }
    }
    guard let extent = date?.extent(scale: scale) else { return boxes }
    if hasDateRow(metrics) {
      boxes.date = box(extent, at: metrics.size.width - margin - extent.width, top: margin + line)
    } else if !(Self.isNarrow(metrics) && boxes.clock != nil), right - extent.width >= left {
      // Both texts share a baseline: the smaller one is a little lower.
      let drop = ((boxes.clock?.size.height ?? extent.height) - extent.height) * 0.14
      boxes.date = box(
        extent, at: right - extent.width, top: margin + (line - extent.height) / 2 + drop)
    }
    return boxes
  }

  /// Appends the header: logo and title at the left, clock and date at the right.
  func append(to frame: inout SceneFrame, _ theme: Theme, _ metrics: Metrics, scale: Double) {
    let boxes = boxes(theme, metrics, scale: scale)
    if let box = boxes.logo, let logo { frame.append(.picture(logo, placeholder: .clear), in: box) }
    if let box = boxes.title, let title {
      frame.append(.picture(title.picture, placeholder: .clear), in: box)
    }
    if let box = boxes.clock, let clock {
      frame.append(.picture(clock.picture, placeholder: .clear), in: box)
    }
    if let box = boxes.date, let date { frame.append(.picture(date.picture, placeholder: .clear), in: box) }
  }

  /// Drawn before any tile's card, as messages are.
  private static let order = -1

  private static func ask(for picture: Picture, into effects: inout [ShellEffect]) {
    effects.append(.draw(picture, order: order))
  }

  /// Replaces a text if it changed.
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
      isBold: isBold, mostLines: 1)
    return Writing(block, within: room, scale: scale)
  }
}

extension HeaderSettings {
  /// Returns the logo that is legible on a ground.
  fileprivate func logo(on ground: Color) -> IconReference? {
    ground.contrast(to: .white) > ground.contrast(to: .black) ? logoDark ?? logo : logo
  }
}
