import Configuration
import RotundaGeometry
import Scene

/// The contents of a live tile: its name, a list or a page, and buttons.
struct TileInterior: Sendable {
  /// A text with an icon before it.
  struct Label: Hashable {
    var writing: Writing
    var icon: Picture?
    /// The texts on the parts of a choice.
    var choices: [Writing] = []
  }

  let layout: InteriorLayout
  let tile: LauncherTile
  /// The screen for which the contents were made.
  let screen: ScreenMeasure
  private(set) var name: Writing
  private(set) var summary: Writing?
  private(set) var icon: Picture?
  private(set) var buttons: [Label] = []
  private(set) var rows: [Label] = []
  private(set) var column: PageColumn?
  /// The letters of values. They are drawn one by one, because a value can change in every frame.
  private(set) var valueLetters: [Character: Writing] = [:]
  var scroll = ContentScroll()
  /// The number of requested rows, and (in `isRequested`) whether the rest is requested.
  private var requestedRows = 0
  private var isRequested = false
  /// The color of the text.
  let text: Color
  private let scale: Double

  /// The size of a control's icon, as a share of the control's height, and the gap beside it.
  static let iconShare = 0.6
  static let iconGap = 0.2
  /// The share of the card's color in the name of a control that is unavailable now.
  static let faintness = 0.6
  /// The width of a switch with its gap, in heights of its control.
  static let switchRoom = 1.0
  /// The room for the sign of a row that leads on, in heights of the row.
  private static let chevronRoom = 0.35
  /// The greatest width of a slider's number, in heights of its control.
  private static let valueRoom = 1.2

  init(_ tile: LauncherTile, _ layout: InteriorLayout, _ look: ShelfLook) {
    (self.tile, self.layout, scale, screen) = (tile, layout, look.scale, look.screen)
    text = look.text(on: tile)
    let letters = layout.letters
    let room = Size(layout.header.size.width, letters * InteriorLayout.lineHeight)
    name = Self.line(tile.name, size: letters, in: room, isBold: true, text, look)
    if !tile.appearance.detail.isEmpty {
      summary = Self.line(
        tile.appearance.detail, size: letters * InteriorLayout.summaryShare,
        in: Size(room.width, room.height * InteriorLayout.summaryShare), isBold: false, text, look)
    }
    icon = zip(tile.icon, layout.icon).map { Self.picture($0, side: $1.size.width, look.scale) }
    let size = layout.controlLetters
    for (index, button) in tile.buttons.enumerated() where layout.buttons.indices.contains(index) {
      let area = layout.buttons[index]
      buttons.append(
        Self.label(button, area.size, size: size, isCentered: button.isCentered, text, look))
    }
    let row = Size(layout.viewport.size.width, layout.rowHeight)
    if !layout.viewport.size.isEmpty {
      rows = tile.rows.map { Self.label($0, row, size: size, isCentered: false, text, look) }
      if rows.isEmpty, tile.isPageInside, case .page(let content) = tile.action {
        let style = PageStyle(
          theme: theme(look), fontSize: size * 0.9, scale: look.scale, width: layout.viewport.size.width,
          room: layout.viewport.size)
        column = PageColumn(content.blocks, style)
      }
    }
    let hasSlider = (tile.buttons + tile.rows).contains { $0.value?.style == .slider }
    let height = layout.buttons.first?.size.height ?? layout.rowHeight
    let most = hasSlider ? min(layout.target, height) * ValueLayout.lineLetters : layout.target * 0.5
    valueLetters = Self.valueLetters(of: tile, size: min(size, most), text, look)
    fit(at: 0)
  }

  /// Returns the letters of all numbers and units that controls can show.
  private static func valueLetters(
    of tile: LauncherTile, size: Double, _ color: Color, _ look: ShelfLook
  ) -> [Character: Writing] {
    let controls = (tile.buttons + tile.rows).compactMap(\.value).filter { $0.style != .choice }
    guard !controls.isEmpty else { return [:] }
    let all = Set("0123456789-.").union(controls.flatMap(\.unit))
    return Dictionary(
      uniqueKeysWithValues: all.map {
        ($0, line(String($0), size: size, in: Size(size * 2, size * 1.6), isBold: false, color, look))
      })
  }

  private static func line(
    _ text: String, size: Double, in room: Size, isBold: Bool, _ color: Color, _ look: ShelfLook
  ) -> Writing {
    let block = TextBlock(
      text, color: color, fontSize: size, fontFamily: look.theme.fontFamily, language: look.theme.language,
      isBold: isBold, mostLines: 1)
    return Writing(block, within: Size(max(1, room.width), room.height), scale: look.scale)
  }

  /// Returns the theme with a text color that is legible on the tile.
  func theme(_ look: ShelfLook) -> Theme {
    var theme = look.theme
    theme.cardText = text
    return theme
  }

  private static func picture(_ source: IconSource, side: Double, _ scale: Double) -> Picture {
    let pixels = max(1, Int((side * scale).rounded()))
    return Picture(.image(source), size: PixelSize(pixels, pixels), scale: scale)
  }

  private static func label(
    _ tile: LauncherTile, _ area: Size, size: Double, isCentered: Bool, _ color: Color, _ look: ShelfLook
  ) -> Label {
    // Only icons from the configuration. Drawn symbols are for cards.
    let icon = tile.icon.flatMap { source in
      switch source {
      case .path, .file, .named: picture(source, side: area.height * iconShare, look.scale)
      case .back, .folder, .nothing: nil
      }
    }
    let padding = area.height * iconGap
    let place = ValueLayout(Rectangle(origin: .zero, size: area))
    let used =
      (icon == nil ? 0 : area.height * iconShare + padding)
      + (tile.offAction == nil ? 0 : area.height * switchRoom)
      + (!isCentered && tile.leadsOn ? area.height * chevronRoom : 0)
      + (tile.value.map { $0.style == .stepper ? area.width - place.less.origin.x : area.height * valueRoom }
        ?? 0)
    let isSlider = tile.value?.style == .slider
    let letters = min(size, area.height * (isSlider ? ValueLayout.lineLetters : 0.5))
    let color = tile.isEnabled ? color : color.mixed(with: look.theme.card, faintness)
    let room = Size(max(1, area.width - 2 * padding - used), area.height)
    let choices = tile.value?.choices ?? []
    let segment = Size(area.width / Double(max(1, choices.count)) - padding, area.height)
    return Label(
      writing: line(
        choices.isEmpty ? tile.name : "", size: letters, in: room, isBold: false, color, look),
      icon: choices.isEmpty ? icon : nil,
      choices: choices.map { line($0, size: letters, in: segment, isBold: false, color, look) })
  }

  /// Updates the scroll range after the content may have been measured.
  mutating func fit(at time: Double) {
    guard !layout.viewport.size.isEmpty else { return }
    let length =
      if let column {
        layout.isSideways
          ? Double(column.screens(of: layout.viewport.size.height)) * layout.room : column.height
      } else {
        layout.length(rows: rows.count)
      }
    scroll.fit(length: length, into: layout.room, isPaged: layout.isSideways, at: time)
  }

  /// Stores the measured size of a picture. Returns whether the tile shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize, at time: Double) -> Bool {
    var isOne = name.measured(picture, size: size)
    if summary?.measured(picture, size: size) == true { isOne = true }
    // Two controls may have equal text.
    for index in buttons.indices where buttons[index].measured(picture, size: size) { isOne = true }
    for index in rows.indices where rows[index].measured(picture, size: size) { isOne = true }
    for letter in valueLetters.keys where valueLetters[letter]?.measured(picture, size: size) == true {
      isOne = true
    }
    if column?.measured(picture, size: size) == true {
      isOne = true
      fit(at: time)
    }
    return isOne || icon == picture
  }

  /// Requests the pictures that will soon be visible.
  mutating func request(order: Int, into effects: inout [ShellEffect]) {
    if !isRequested {
      isRequested = true
      let parts = buttons.map(\.pictures).joined()
      for case let picture? in [icon, name.picture, summary?.picture] + parts
        + valueLetters.values.map(\.picture)
      {
        effects.append(.draw(picture, order: order))
      }
    }
    // A screen's content is at most as high as the screen.
    let seen = (scroll.offset / layout.room + 2) * layout.viewport.size.height
    column?.request(above: seen, order: order, into: &effects)
    while requestedRows < rows.count,
      along(layout.row(requestedRows).origin) < scroll.offset + layout.room * 2
    {
      let row = rows[requestedRows]
      requestedRows += 1
      for case let picture? in row.pictures {
        effects.append(.draw(picture, order: order))
      }
    }
  }

  private func along(_ place: Point) -> Double { layout.isSideways ? place.x : place.y }
}

extension TileInterior.Label {
  var pictures: [Picture?] { choices.isEmpty ? [icon, writing.picture] : choices.map(\.picture) }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = writing.measured(picture, size: size) || icon == picture
    for index in choices.indices where choices[index].measured(picture, size: size) { isOne = true }
    return isOne
  }
}

/// Returns both values, if both exist.
private func zip<First, Second>(_ first: First?, _ second: Second?) -> (First, Second)? {
  guard let first, let second else { return nil }
  return (first, second)
}

/// Hit tests.
extension TileInterior {
  /// The displacement of the list or page, in points.
  private var way: Point { layout.isSideways ? Point(-scroll.offset, 0) : Point(0, -scroll.offset) }

  /// Returns the present place of a row, from the middle of the tile.
  func place(ofRow index: Int) -> Rectangle {
    let row = layout.row(index)
    return Rectangle(origin: layout.viewport.origin + row.origin + way, size: row.size)
  }

  /// Returns the area of a control with a value. On a row, it has a margin.
  func area(of control: TileControl) -> Rectangle? {
    switch control {
    case .button(let index): return layout.buttons.indices.contains(index) ? layout.buttons[index] : nil
    case .row(let index):
      guard rows.indices.contains(index) else { return nil }
      let row = place(ofRow: index)
      return row.inset(by: row.size.height * Self.rowMargin)
    case .gesture: return nil
    }
  }

  private static let rowMargin = 0.08

  /// Returns the control at a place from the middle of the tile.
  func control(at place: Point) -> TileControl? {
    if let button = layout.buttons.firstIndex(where: { $0.contains(place) }) { return .button(button) }
    guard layout.viewport.contains(place) else { return nil }
    return rows.indices.first { self.place(ofRow: $0).contains(place) }.map { .row($0) }
  }

  /// Reports whether a swipe across the tiles from a place scrolls the list or the page.
  func scrolls(at place: Point) -> Bool { scroll.isNeeded && layout.viewport.contains(place) }

  /// Scrolls a row into view.
  mutating func reveal(_ control: TileControl, at time: Double) {
    guard case .row(let index) = control else { return }
    let row = layout.row(index)
    scroll.reveal(along(row.origin), along(Point(row.maxX, row.maxY)), at: time)
  }

  /// The beginning of the list's or page's content.
  var contentOrigin: Point { layout.viewport.origin + way }
}

extension LauncherTile {
  /// Whether the name is centered on a button.
  var isCentered: Bool { offAction == nil && !$value.hasValue }
  /// Whether the action of a list's row shows another screen.
  var leadsOn: Bool {
    guard isCentered else { return false }
    return switch action {
    case .page, .folder: true
    case .start: opensWindow
    case .perform, .unavailable: false
    }
  }
}
