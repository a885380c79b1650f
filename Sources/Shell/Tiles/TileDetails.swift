import Configuration
import RotundaGeometry
import Scene

/// The text of the selected tile, in its own zone: the name, and facts about the tile. It stands below the
/// tiles, or in a column beside them with a button that opens the tile.
struct TileDetails: Sendable {
  /// The texts from top to bottom. All but the name may be empty.
  struct Text: Hashable {
    let kicker: String
    let name: String
    let description: String
    let meta: String
    /// The text of the button that opens the tile.
    let button: String

    init(_ tile: LauncherTile, button: String = "") {
      let look = tile.appearance
      (kicker, name, description, meta) = (look.kicker, tile.name, look.detail, look.meta)
      self.button = button
    }
  }

  /// The horizontal place of the text.
  enum Place: Hashable {
    /// In the middle of the screen.
    case middle
    /// At the margin where lines of text start.
    case margin
    /// Beside the tiles, in the middle of the height.
    case column(ClosedRange<Double>)
  }

  /// A part of the text with one font size. Lengths are in points.
  private struct Row: Hashable {
    var writing: Writing
    /// The free space above the row.
    let gap: Double
    /// The height of the row; nil for the height of its lines.
    let height: Double?
    var isButton = false
    /// Whether the row stands on a plate.
    var hasPlate = false
  }

  private struct Block: Hashable {
    let text: Text
    var rows: [Row]
    /// Whether the text appears as soon as it is drawn.
    var isFirst: Bool
    /// When the text began to fade in; nil before all of it is drawn.
    var start: Double?

    var isMeasured: Bool { rows.allSatisfy { $0.writing.size != nil } }
  }

  /// The text that is visible or fades in.
  private var block: Block?
  /// The text that fades out, and when that began.
  private var leaving: (block: Block, since: Double)?
  /// The next text, and when it became the next.
  private var wanted: (text: Text, since: Double)?
  private var place = Place.middle
  /// Whether the name stands on a plate.
  private var isOnPlate = false
  /// The rows of measured texts. A turning row of tiles shows the same texts again and again.
  private var written: [Text: [Row]] = [:]
  /// Whether no text has been drawn yet.
  private var isEmpty = true

  /// Seconds in which a text fades out, and in which the next fades in. The launcher draws a text after the
  /// previous one has gone: tiles that fly past show none.
  private static let (exit, entrance) = (0.12, 0.18)
  /// The distance by which a text rises as it fades in, in heights of letters.
  private static let rise = 0.4
  /// The sizes of the texts, and the greatest width of lines, in heights of letters.
  private static let (nameSize, descriptionSize) = (1.9, 0.95)
  static let furtherSize = 0.75
  private static let widestLine = 34.0
  /// The opacity of descriptions, and of kicker and meta.
  private static let (descriptionOpacity, furtherOpacity) = (0.82, 0.75)
  /// The gap below a description, in heights of letters.
  private static let metaGap = 0.2
  /// In a column: the most lines of a name, and the gaps above the texts and above the button, in heights of
  /// letters.
  private static let (nameLines, columnGap, buttonGap) = (3, 0.5, 1.4)
  /// The least height of a button in millimeters and in heights of letters, and its padding beside the text,
  /// in heights of letters.
  private static let (buttonMillimeters, buttonHeight, buttonPadding) = (15.0, 2.4, 3.6)
  /// The padding of a plate beyond its text, and the radius of its corners, in heights of letters.
  private static let plate = (across: 0.6, down: 0.1, radius: 0.25)
  /// The visible share of the button's touch height.
  private static let shownHeight = 0.74
  /// Drawn before any tile's card, as the header is.
  private static let order = -1
  /// The most texts whose rows the cache keeps.
  private static let mostWritten = 64

  /// Discards all texts, because the screen, the theme or the language changed.
  mutating func forget() {
    (block, leaving, wanted, isEmpty) = (nil, nil, nil, true)
    written.removeAll(keepingCapacity: true)
  }

  /// Shows the text of the tile in the middle; nil for none. The first text appears at once.
  mutating func follow(
    _ text: Text?, _ environment: Environment, _ zones: ScreenZones, at place: Place, onPlate: Bool = false,
    into effects: inout [ShellEffect]
  ) {
    if self.place != place || isOnPlate != onPlate { written.removeAll(keepingCapacity: true) }
    isOnPlate = onPlate
    self.place = place
    let time = environment.time
    if let leaving, time >= leaving.since + Self.exit { self.leaving = nil }
    guard let text else { return forget() }
    guard block?.text != text else { return wanted = nil }
    if wanted?.text != text { wanted = (text, time) }
    if let block {
      if block.start != nil { leaving = (block, time) }
      self.block = nil
    }
    guard let wanted, isEmpty || time >= wanted.since + Self.exit else { return }
    let known = written[text]
    let rows = known ?? rows(text, environment, zones, onPlate: onPlate)
    for index in rows.indices { effects.append(.draw(rows[index].writing.picture, order: Self.order)) }
    (block, self.wanted) = (Block(text: text, rows: rows, isFirst: isEmpty), nil)
    if known != nil { beginEntrance(at: time) }
    isEmpty = false
  }

  private mutating func beginEntrance(at time: Double) {
    guard let block, block.start == nil else { return }
    self.block?.start = block.isFirst ? time - Self.entrance : time
  }

  private func rows(
    _ text: Text, _ environment: Environment, _ zones: ScreenZones, onPlate: Bool
  ) -> [Row] {
    let (metrics, theme) = (environment.metrics, environment.theme)
    let letters = metrics.fontSize
    var width = metrics.size.width - metrics.plainFontSize * 2 * theme.screenMargin
    var isColumn = false
    if case .column(let column) = place { (isColumn, width) = (true, column.upperBound - column.lowerBound) }
    var rows: [Row] = []
    func add(
      _ text: String, _ size: Double, _ color: Color, font: String, isBold: Bool = false, lines: Int = 1,
      row: Double, isFixed: Bool = false, gap: Double = 0, isButton: Bool = false, hasPlate: Bool = false
    ) {
      guard !text.isEmpty else { return }
      let block = TextBlock(
        text, color: color, fontSize: letters * size, fontFamily: font, language: theme.language,
        isBold: isBold, alignment: place == .middle ? .center : .natural, mostLines: lines)
      let room = Size(width, letters * row * Double(lines))
      rows.append(
        Row(
          writing: Writing(block, within: room, scale: environment.scale),
          gap: gap, height: isFixed ? room.height : nil, isButton: isButton, hasPlate: hasPlate))
    }
    let further = theme.quieter(theme.header, Self.furtherOpacity)
    if isColumn || zones.hasKicker {
      add(
        text.kicker, metrics.legible(Self.furtherSize), further, font: theme.fontFamily, isBold: true,
        row: metrics.row(ScreenZones.kickerRow, of: Self.furtherSize), isFixed: true)
    }
    // Names stand at one height, with or without a kicker.
    let nameGap =
      !isColumn && zones.hasKicker && rows.isEmpty
      ? letters * metrics.row(ScreenZones.kickerRow, of: Self.furtherSize) : 0
    let hasPlate = onPlate && !isColumn
    if hasPlate { width -= 2 * letters * Self.plate.across }
    add(
      text.name, (letters * Self.nameSize).rounded() / letters, hasPlate ? theme.badgeText : theme.header,
      font: theme.titleFontFamily, isBold: true, lines: isColumn ? Self.nameLines : 1,
      row: ScreenZones.nameRow,
      isFixed: !isColumn, gap: nameGap, hasPlate: hasPlate)
    width = isColumn ? width : min(width, letters * Self.widestLine)
    add(
      text.description, metrics.legible(Self.descriptionSize),
      theme.quieter(theme.header, Self.descriptionOpacity),
      font: theme.fontFamily, lines: zones.descriptionLines, row: ScreenZones.descriptionRow,
      gap: letters * (isColumn ? Self.columnGap : hasPlate ? 2 * Self.plate.down : 0))
    if isColumn || zones.hasMeta {
      add(
        text.meta, metrics.legible(Self.furtherSize), further, font: theme.fontFamily,
        row: metrics.row(ScreenZones.metaRow, of: Self.furtherSize),
        gap: letters * (isColumn ? Self.columnGap : Self.metaGap))
    }
    if isColumn {
      add(
        text.button, 1, theme.background.opacity(1), font: theme.fontFamily, isBold: true,
        row: ScreenZones.nameRow, gap: letters * Self.buttonGap, isButton: true)
    }
    return rows
  }

  /// Reports whether the next frame differs from the latest.
  func isMoving(at time: Double) -> Bool {
    if leaving != nil || wanted != nil { return true }
    guard let start = block?.start else { return false }
    return time < start + Self.entrance
  }

  /// Stores the measured size of a picture. Returns whether the text shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize, at time: Double) -> Bool {
    guard let count = block?.rows.count else { return false }
    var index = 0
    while index < count, block?.rows[index].writing.picture != picture { index += 1 }
    guard index < count else { return false }
    // The block shares its rows with the cache, and a change would copy them.
    guard block?.rows[index].writing.size != size else { return true }
    _ = block?.rows[index].writing.measured(picture, size: size)
    guard let block, block.isMeasured else { return true }
    beginEntrance(at: time)
    if written.count >= Self.mostWritten { written.removeAll(keepingCapacity: true) }
    written[block.text] = block.rows
    return true
  }

  /// Draws the text in its zone, with `opacity`.
  func draw(
    in zone: ClosedRange<Double>, _ environment: Environment, opacity: Double, to frame: inout SceneFrame
  ) {
    let time = environment.time
    if let leaving {
      let part = min(max((time - leaving.since) / Self.exit, 0), 1)
      draw(leaving.block, in: zone, environment, (1 - part) * opacity, rise: 0, to: &frame)
    }
    guard let block, let start = block.start else { return }
    let part = min(max((time - start) / Self.entrance, 0), 1)
    let eased = part * part * (3 - 2 * part)
    let rise = environment.theme.hasReducedMotion ? 0 : Self.rise * environment.metrics.fontSize * (1 - eased)
    draw(block, in: zone, environment, eased * opacity, rise: rise, to: &frame)
  }

  /// Returns the area of the button, in points of the surface; nil without a button.
  func button(in zone: ClosedRange<Double>?, _ environment: Environment) -> Rectangle? {
    guard let zone, let block, let index = block.rows.firstIndex(where: \.isButton) else { return nil }
    var top = top(of: block, in: zone, environment)
    for row in block.rows[..<index] { top += row.gap + height(of: row, environment) }
    return frame(of: block.rows[index], below: top, environment)
  }

  private func draw(
    _ block: Block, in zone: ClosedRange<Double>, _ environment: Environment, _ opacity: Double, rise: Double,
    to frame: inout SceneFrame
  ) {
    guard opacity > 0 else { return }
    let (first, scale) = (frame.sprites.count, environment.scale)
    var top = top(of: block, in: zone, environment) + rise
    for index in block.rows.indices {
      let row = block.rows[index]
      guard let area = self.frame(of: row, below: top, environment) else { continue }
      if row.isButton {
        let shown = Rectangle(
          center: area.center, size: Size(area.size.width, area.size.height * Self.shownHeight))
        frame.append(.color(environment.theme.header), in: shown, radius: shown.size.height / 2)
        frame.append(row.writing, around: area.center, scale: scale)
      } else {
        if row.hasPlate { appendPlate(around: area, environment, to: &frame) }
        frame.append(row.writing, at: area.origin, scale: scale)
      }
      top += row.gap + height(of: row, environment)
    }
    frame.fade(from: first, by: opacity)
  }

  private func appendPlate(around area: Rectangle, _ environment: Environment, to frame: inout SceneFrame) {
    let (letters, plate) = (environment.metrics.fontSize, Self.plate)
    let size = Size(area.size.width + 2 * letters * plate.across, area.size.height + 2 * letters * plate.down)
    frame.append(
      .color(environment.theme.badge), in: Rectangle(center: area.center, size: size),
      radius: letters * plate.radius)
  }

  /// Returns the top of the first row. In a column, all rows together stand in the middle.
  private func top(of block: Block, in zone: ClosedRange<Double>, _ environment: Environment) -> Double {
    guard case .column = place else { return zone.lowerBound }
    var height = 0.0
    for index in block.rows.indices {
      height += block.rows[index].gap + self.height(of: block.rows[index], environment)
    }
    return max(zone.lowerBound, (zone.lowerBound + zone.upperBound - height) / 2).rounded()
  }

  private func height(of row: Row, _ environment: Environment) -> Double {
    guard !row.isButton else {
      return max(
        environment.pageMetrics.pointsPerMillimeter * Self.buttonMillimeters,
        environment.metrics.fontSize * Self.buttonHeight)
    }
    return row.height ?? row.writing.extent(scale: environment.scale)?.height ?? 0
  }

  /// Returns the area of a row below `top` and its gap; nil before the row is drawn.
  private func frame(of row: Row, below top: Double, _ environment: Environment) -> Rectangle? {
    guard var size = row.writing.extent(scale: environment.scale) else { return nil }
    let metrics = environment.metrics
    let left: Double
    switch place {
    case .middle: left = ((metrics.size.width - size.width) / 2).rounded()
    case .margin:
      let plate = row.hasPlate ? metrics.fontSize * Self.plate.across : 0
      left = (metrics.plainFontSize * environment.theme.screenMargin + plate).rounded()
    case .column(let column):
      left = column.lowerBound
      if row.isButton {
        let width = size.width + metrics.fontSize * Self.buttonPadding
        size = Size(min(width, column.upperBound - left), height(of: row, environment))
      }
    }
    return Rectangle(origin: Point(left, (top + row.gap).rounded()), size: size)
  }
}
