import RotundaGeometry
import Scene

/// The text of the selected tile, in a zone of its own: its name, and what there is to know about it.
struct TileDetails: Sendable {
  /// What is written.
  struct Text: Hashable {
    var name: String
    var description: String
    /// What is written on the button that opens the tile; empty for none.
    var button = ""
  }

  private struct Block: Hashable {
    let text: Text
    var name: Writing
    var description: Writing?
    var button: Writing?
    /// Whether it is there as soon as it has been drawn.
    var isFirst: Bool
    /// When it began to come in; nil before all of it had been drawn.
    var start: Double?

    var isMeasured: Bool { writings.allSatisfy { $0.size != nil } }
    var writings: [Writing] { [name, description, button].compactMap(\.self) }
  }

  /// What is seen, or comes in.
  private var block: Block?
  /// What goes, and since when.
  private var leaving: (block: Block, since: Double)?
  /// What is to be written next, and since when that is so.
  private var wanted: (text: Text, since: Double)?
  /// Where it stands from left to right, beside the tiles; nil for the middle of the screen, below them.
  private var column: ClosedRange<Double>?
  /// Whether nothing has been written yet.
  private var isEmpty = true

  /// Seconds in which a text goes, and in which the next one comes. It is written once the last one has gone: tiles that fly past
  /// have none.
  private static let (exit, entrance) = (0.12, 0.18)
  /// How far a text rises as it comes, in heights of letters.
  private static let rise = 0.4
  /// Sizes of both texts, in heights of letters, and the widest lines.
  private static let (nameSize, descriptionSize) = (1.9, 0.95)
  private static let widestLine = 34.0
  /// Drawn before any tile's card, as the header is.
  private static let order = -1

  /// Has it written anew: the screen, the theme or the language is another.
  mutating func forget() { (block, leaving, wanted, isEmpty) = (nil, nil, nil, true) }

  /// Has it follow the tile in the middle; nil for none. The first text is there at once.
  mutating func follow(
    _ text: Text?, _ environment: Environment, lines: Int, in column: ClosedRange<Double>? = nil,
    into effects: inout [ShellEffect]
  ) {
    self.column = column
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
    var new =
      column.map { Self.block(text, environment, lines: lines, in: $0) }
      ?? Self.block(text, environment, lines: lines)
    new.isFirst = isEmpty
    isEmpty = false
    for writing in new.writings {
      effects.append(.draw(writing.picture, order: Self.order))
    }
    (block, self.wanted) = (new, nil)
  }

  private static func block(_ text: Text, _ environment: Environment, lines: Int) -> Block {
    let (metrics, theme) = (environment.metrics, environment.theme)
    let (letters, margin) = (metrics.fontSize, metrics.plainFontSize * 2 * theme.screenMargin)
    let width = metrics.size.width - margin
    let name = TextBlock(
      text.name, color: theme.header, fontSize: (letters * nameSize).rounded(),
      fontFamily: theme.titleFontFamily, language: theme.language, isBold: true, alignment: .center,
      mostLines: 1)
    let description = TextBlock(
      text.description, color: theme.header.opacity(0.82), fontSize: letters * descriptionSize,
      fontFamily: theme.fontFamily, language: theme.language, alignment: .center, mostLines: lines)
    return Block(
      text: text,
      name: Writing(name, within: Size(width, letters * ScreenZones.nameRow), scale: environment.scale),
      description: text.description.isEmpty
        ? nil
        : Writing(
          description,
          within: Size(
            min(width, letters * widestLine), letters * ScreenZones.descriptionRow * Double(lines)),
          scale: environment.scale), isFirst: false)
  }

  /// Whether the next frame differs from the latest.
  func isMoving(at time: Double) -> Bool {
    if leaving != nil || wanted != nil { return true }
    guard let start = block?.start else { return false }
    return time < start + Self.entrance
  }

  /// Takes the measure of a picture; whether it is one of its own.
  mutating func measured(_ picture: Picture, size: PixelSize, at time: Double) -> Bool {
    let isName = block?.name.measured(picture, size: size) == true
    let isDescription = block?.description?.measured(picture, size: size) == true
    let isButton = block?.button?.measured(picture, size: size) == true
    guard isName || isDescription || isButton else { return false }
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
    guard opacity > 0, let name = block.name.extent(scale: environment.scale) else { return }
    if let column {
      return draw(block, in: zone, column, environment, opacity, rise: rise, to: &frame)
    }
    let (first, middle) = (frame.sprites.count, environment.metrics.size.width / 2)
    var top = zone.lowerBound + rise
    frame.append(block.name, at: Point((middle - name.width / 2).rounded(), top), scale: environment.scale)
    top += environment.metrics.fontSize * ScreenZones.nameRow
    if let description = block.description, let extent = description.extent(scale: environment.scale) {
      frame.append(
        description, at: Point((middle - extent.width / 2).rounded(), top.rounded()), scale: environment.scale
      )
    }
    frame.fade(from: first, by: opacity)
  }
}

// Beside the tiles: from left to right in a column, in the middle of its height, with a button below.
extension TileDetails {
  /// A button is at least so many millimetres and heights of letters high, and so many heights of letters wider than its word.
  private static let (buttonMillimeters, buttonHeight, buttonPadding) = (15.0, 2.4, 3.6)
  /// Most lines of a name, and the gaps between the parts, in heights of letters.
  private static let (nameLines, descriptionGap, buttonGap) = (3, 0.5, 1.4)

  private static func block(
    _ text: Text, _ environment: Environment, lines: Int, in column: ClosedRange<Double>
  ) -> Block {
    let (letters, theme) = (environment.metrics.fontSize, environment.theme)
    let width = column.upperBound - column.lowerBound
    func writing(
      _ text: String, _ size: Double, _ color: Color, font: String, isBold: Bool, lines: Int, row: Double
    )
      -> Writing
    {
      let block = TextBlock(
        text, color: color, fontSize: size, fontFamily: font, language: theme.language, isBold: isBold,
        alignment: .natural, mostLines: lines)
      return Writing(block, within: Size(width, row * letters * Double(lines)), scale: environment.scale)
    }
    var block = Block(
      text: text,
      name: writing(
        text.name, (letters * nameSize).rounded(), theme.header, font: theme.titleFontFamily, isBold: true,
        lines: nameLines, row: ScreenZones.nameRow),
      isFirst: false)
    if !text.description.isEmpty {
      block.description = writing(
        text.description, letters * descriptionSize, theme.header.opacity(0.82), font: theme.fontFamily,
        isBold: false, lines: lines, row: ScreenZones.descriptionRow)
    }
    if !text.button.isEmpty {
      block.button = writing(
        text.button, letters, theme.background.opacity(1), font: theme.fontFamily, isBold: true, lines: 1,
        row: ScreenZones.nameRow)
    }
    return block
  }

  /// Where the parts of a text are; the button has a frame of its own.
  private func places(
    of block: Block, in zone: ClosedRange<Double>, _ column: ClosedRange<Double>, _ environment: Environment
  ) -> (name: Point, description: Point, button: Rectangle?)? {
    let (letters, scale) = (environment.metrics.fontSize, environment.scale)
    guard let name = block.name.extent(scale: scale) else { return nil }
    let description = block.description?.extent(scale: scale)
    let word = block.button?.extent(scale: scale)
    let high = max(
      environment.pageMetrics.pointsPerMillimeter * Self.buttonMillimeters, letters * Self.buttonHeight)
    let size = word.map {
      Size(min($0.width + letters * Self.buttonPadding, column.upperBound - column.lowerBound), high)
    }
    let height =
      name.height + (description.map { $0.height + letters * Self.descriptionGap } ?? 0)
      + (size.map { $0.height + letters * Self.buttonGap } ?? 0)
    var top = max(zone.lowerBound, (zone.lowerBound + zone.upperBound - height) / 2).rounded()
    let start = Point(column.lowerBound, top)
    top += name.height + letters * Self.descriptionGap
    let below = Point(column.lowerBound, top.rounded())
    if let description { top += description.height + letters * (Self.buttonGap - Self.descriptionGap) }
    let button = size.map { Rectangle(origin: Point(column.lowerBound, top.rounded()), size: $0) }
    return (start, below, button)
  }

  /// Where the button is, in points of the surface; nil where there is none.
  func button(in zone: ClosedRange<Double>?, _ environment: Environment) -> Rectangle? {
    guard let zone, let column, let block else { return nil }
    return places(of: block, in: zone, column, environment)?.button
  }

  private func draw(
    _ block: Block, in zone: ClosedRange<Double>, _ column: ClosedRange<Double>, _ environment: Environment,
    _ opacity: Double, rise: Double, to frame: inout SceneFrame
  ) {
    guard let places = places(of: block, in: zone, column, environment) else { return }
    let (first, scale) = (frame.sprites.count, environment.scale)
    frame.append(block.name, at: places.name + Point(0, rise), scale: scale)
    if let description = block.description {
      frame.append(description, at: places.description + Point(0, rise), scale: scale)
    }
    if let button = block.button, let area = places.button {
      frame.append(.color(environment.theme.header), in: area, radius: area.size.height / 2)
      frame.append(button, around: area.center, scale: scale)
    }
    frame.fade(from: first, by: opacity)
  }
}
