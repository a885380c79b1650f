import Configuration
import RotundaGeometry
import Scene

/// The text of the selected tile, in a zone of its own: its name, and what there is to know about it.
struct TileDetails: Sendable {
  /// What is written.
  struct Text: Hashable {
    var name: String
    var description: String
  }

  private struct Block: Hashable {
    let text: Text
    var name: Writing
    var description: Writing?
    /// Whether it is there as soon as it has been drawn.
    var isFirst: Bool
    /// When it began to come in; nil before all of it had been drawn.
    var start: Double?

    var isMeasured: Bool { name.size != nil && (description == nil || description?.size != nil) }
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
  /// Sizes of both texts, in heights of letters, and the widest lines.
  private static let (nameSize, descriptionSize) = (1.9, 0.95)
  private static let widestLine = 34.0
  /// Drawn before any tile's card, as the header is.
  private static let order = -1

  /// Has it written anew: the screen, the theme or the language is another.
  mutating func forget() { (block, leaving, wanted, isEmpty) = (nil, nil, nil, true) }

  /// Has it follow the tile in the middle; nil for none. The first text is there at once.
  mutating func follow(
    _ text: Text?, _ environment: Environment, lines: Int,
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
    var new = Self.block(text, environment, lines: lines, alignment)
    new.isFirst = isEmpty
    isEmpty = false
    for writing in [new.name, new.description].compactMap(\.self) {
      effects.append(.draw(writing.picture, order: Self.order))
    }
    (block, self.wanted) = (new, nil)
  }

  private static func block(
    _ text: Text, _ environment: Environment, lines: Int, _ alignment: HeaderSettings.DetailsAlignment
  ) -> Block {
    let setting: TextBlock.Alignment = alignment == .start ? .natural : .center
    let (metrics, theme) = (environment.metrics, environment.theme)
    let (letters, margin) = (metrics.fontSize, metrics.plainFontSize * 2 * theme.screenMargin)
    let width = metrics.size.width - margin
    let name = TextBlock(
      text.name, color: theme.header, fontSize: (letters * nameSize).rounded(),
      fontFamily: theme.titleFontFamily, language: theme.language, isBold: true, alignment: setting,
      mostLines: 1)
    let description = TextBlock(
      text.description, color: theme.header.opacity(0.82), fontSize: letters * descriptionSize,
      fontFamily: theme.fontFamily, language: theme.language, alignment: setting, mostLines: lines)
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
    guard isName || isDescription else { return false }
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
    let (first, middle) = (frame.sprites.count, environment.metrics.size.width / 2)
    let margin = environment.metrics.plainFontSize * environment.theme.screenMargin
    func left(_ extent: Size) -> Double { alignment == .start ? margin : middle - extent.width / 2 }
    var top = zone.lowerBound + rise
    frame.append(block.name, at: Point(left(name).rounded(), top), scale: environment.scale)
    top += environment.metrics.fontSize * ScreenZones.nameRow
    if let description = block.description, let extent = description.extent(scale: environment.scale) {
      frame.append(
        description, at: Point(left(extent).rounded(), top.rounded()), scale: environment.scale
      )
    }
    frame.fade(from: first, by: opacity)
  }
}
