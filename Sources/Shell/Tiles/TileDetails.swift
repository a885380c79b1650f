import Configuration
import RotundaGeometry
import Scene

/// The text of the selected tile, in a zone of its own: its name, and what there is to know about it.
struct TileDetails: Sendable {
  /// What is written, from top to bottom. All but the name may be empty.
  struct Text: Hashable {
    let kicker: String
    let name: String
    let description: String
    let meta: String

    init(_ tile: LauncherTile) {
      let look = tile.appearance
      (kicker, name, description, meta) = (look.kicker, tile.name, look.detail, look.meta)
    }
  }

  /// Some of it, in letters of one size.
  private struct Row: Hashable {
    var writing: Writing
    /// Its room, in points; what comes next begins below it, or as soon as its lines end.
    let height: Double
    var endsWithLines = false
  }

  private struct Block: Hashable {
    let text: Text
    var rows: [Row]
    /// Whether it is there as soon as it has been drawn.
    var isFirst: Bool
    /// When it began to come in; nil before all of it had been drawn.
    var start: Double?

    var isMeasured: Bool { rows.allSatisfy { $0.writing.size != nil } }
  }

  /// What is seen, or comes in.
  private var block: Block?
  /// What goes, and since when.
  private var leaving: (block: Block, since: Double)?
  /// What is to be written next, and since when that is so.
  private var wanted: (text: Text, since: Double)?
  /// Whether it stands in the middle of the screen.
  private var alignment = HeaderSettings.DetailsAlignment.center
  /// Whether nothing has been written yet.
  private var isEmpty = true

  /// Seconds in which a text goes, and in which the next one comes. It is written once the last one has gone: tiles that fly past
  /// have none.
  private static let (exit, entrance) = (0.12, 0.18)
  /// How far a text rises as it comes, in heights of letters.
  private static let rise = 0.4
  /// Sizes of the texts, in heights of letters, and the widest lines.
  private static let (nameSize, descriptionSize, furtherSize) = (1.9, 0.95, 0.75)
  /// How much of a text that is not the name is seen.
  private static let (descriptionOpacity, furtherOpacity) = (0.82, 0.75)
  private static let widestLine = 34.0
  /// Drawn before any tile's card, as the header is.
  private static let order = -1

  /// Has it written anew: the screen, the theme or the language is another.
  mutating func forget() { (block, leaving, wanted, isEmpty) = (nil, nil, nil, true) }

  /// Has it follow the tile in the middle; nil for none. The first text is there at once.
  mutating func follow(
    _ text: Text?, _ environment: Environment, _ zones: ScreenZones,
    _ alignment: HeaderSettings.DetailsAlignment = .center, into effects: inout [ShellEffect]
  ) {
    self.alignment = alignment
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
    let rows = Self.rows(text, environment, zones, alignment)
    for row in rows { effects.append(.draw(row.writing.picture, order: Self.order)) }
    (block, self.wanted) = (Block(text: text, rows: rows, isFirst: isEmpty), nil)
    isEmpty = false
  }

  private static func rows(
    _ text: Text, _ environment: Environment, _ zones: ScreenZones,
    _ alignment: HeaderSettings.DetailsAlignment
  ) -> [Row] {
    let setting: TextBlock.Alignment = alignment == .start ? .natural : .center
    let (metrics, theme) = (environment.metrics, environment.theme)
    let letters = metrics.fontSize
    let width = metrics.size.width - metrics.plainFontSize * 2 * theme.screenMargin
    var rows: [Row] = []
    func add(
      _ text: String, _ size: Double, height: Double, opacity: Double = 1, isBold: Bool = false,
      lines: Int = 1, isTitle: Bool = false
    ) {
      guard !text.isEmpty else { return }
      let block = TextBlock(
        text, color: theme.header.opacity(opacity), fontSize: (letters * size).rounded(),
        fontFamily: isTitle ? theme.titleFontFamily : theme.fontFamily, language: theme.language,
        isBold: isBold, alignment: setting, mostLines: lines)
      let room = Size(isTitle ? width : min(width, letters * widestLine), letters * height)
      rows.append(
        Row(
          writing: Writing(block, within: room, scale: environment.scale), height: room.height,
          endsWithLines: lines > 1))
    }
    if zones.hasKicker {
      add(text.kicker, furtherSize, height: ScreenZones.kickerRow, opacity: furtherOpacity, isBold: true)
    }
    add(text.name, nameSize, height: ScreenZones.nameRow, isBold: true, isTitle: true)
    let lines = zones.descriptionLines
    let height = ScreenZones.descriptionRow * Double(lines)
    add(text.description, descriptionSize, height: height, opacity: descriptionOpacity, lines: lines)
    if zones.hasMeta { add(text.meta, furtherSize, height: ScreenZones.metaRow, opacity: furtherOpacity) }
    return rows
  }

  /// Whether the next frame differs from the latest.
  func isMoving(at time: Double) -> Bool {
    if leaving != nil || wanted != nil { return true }
    guard let start = block?.start else { return false }
    return time < start + Self.entrance
  }

  /// Takes the measure of a picture; whether it is one of its own.
  mutating func measured(_ picture: Picture, size: PixelSize, at time: Double) -> Bool {
    guard let index = block?.rows.firstIndex(where: { $0.writing.picture == picture }) else { return false }
    _ = block?.rows[index].writing.measured(picture, size: size)
    if let block, block.isMeasured, block.start == nil {
      self.block?.start = block.isFirst ? time - Self.entrance : time
    }
    return true
  }

  /// Draws it in its zone. `opacity` is how much of it is seen.
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

  private func draw(
    _ block: Block, in zone: ClosedRange<Double>, _ environment: Environment, _ opacity: Double, rise: Double,
    to frame: inout SceneFrame
  ) {
    guard opacity > 0 else { return }
    let (first, middle) = (frame.sprites.count, environment.metrics.size.width / 2)
    let margin = environment.metrics.plainFontSize * environment.theme.screenMargin
    func left(_ extent: Size) -> Double { alignment == .start ? margin : middle - extent.width / 2 }
    var top = zone.lowerBound + rise
    for index in block.rows.indices {
      guard let extent = block.rows[index].writing.extent(scale: environment.scale) else { continue }
      let place = Point(left(extent).rounded(), top.rounded())
      frame.append(block.rows[index].writing, at: place, scale: environment.scale)
      let row = block.rows[index].height
      top +=
        block.rows[index].endsWithLines ? min(row, extent.height + environment.metrics.fontSize * 0.3) : row
    }
    frame.fade(from: first, by: opacity)
  }
}
