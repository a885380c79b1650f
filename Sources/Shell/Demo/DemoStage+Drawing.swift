import Configuration
import RotundaGeometry
import Scene

/// Drawing.
extension DemoStage {
  private static let ground = Color(hex: 0x0b0e14)
  private static let card = Color(hex: 0x1e2534)
  private static let chosen = Color(hex: 0x5cc8ff)
  private static let onChosen = Color(hex: 0x08131b)
  private static let line = Color(hex: 0x39445c)
  private static let text = Color(hex: 0xf4f6fb)
  private static let muted = Color(hex: 0x9aa6bf)
  private static let warning = Color(hex: 0xffb454)
  private static let code = "monospace"
  private static let light = Color(hex: 0xffffff, alpha: 0.12)

  /// Draws everything from back to front: the launcher first, because its parts beyond its screen are
  /// covered.
  func draw(_ launcher: SceneFrame, on canvas: inout PageCanvas) {
    canvas.rectangle(plan.screen, launcher.background)
    append(launcher, to: &canvas)
    guard !isWhole else { return drawBar(on: &canvas) }
    coverSurroundings(on: &canvas)
    for index in rows.indices { draw(rows[index], index, on: &canvas) }
    coverAbovePanel(on: &canvas)
    drawBar(on: &canvas)
    drawResult(on: &canvas)
    drawHelp(on: &canvas)
    if showsFocus, focus == .screen { frame(plan.screen, on: &canvas) }
  }

  private func append(_ launcher: SceneFrame, to canvas: inout PageCanvas) {
    let way = plan.screen.center - Point(metrics.size.width / 2, metrics.size.height / 2)
    for var sprite in launcher.sprites {
      sprite.transform = sprite.transform.onScreen(scaled: plan.zoom, moved: way)
      canvas.frame.sprites.append(sprite)
    }
  }

  private func coverSurroundings(on canvas: inout PageCanvas) {
    let (screen, size) = (plan.screen, metrics.size)
    for (left, top, right, bottom) in [
      (0, 0, size.width, screen.origin.y), (0, screen.maxY, size.width, size.height),
      (0, screen.origin.y, screen.origin.x, screen.maxY),
      (screen.maxX, screen.origin.y, size.width, screen.maxY),
    ] where right > left && bottom > top {
      let area = Rectangle(origin: Point(left, top), size: Size(right - left, bottom - top))
      canvas.rectangle(area, Self.ground)
    }
  }

  /// Covers the rows that extend above the panel.
  private func coverAbovePanel(on canvas: inout PageCanvas) {
    guard plan.panel.origin.y > 0 else { return }
    let top = plan.screen.maxY
    let area = Rectangle(origin: Point(0, top), size: Size(metrics.size.width, plan.panel.origin.y - top))
    canvas.rectangle(area, Self.ground)
  }

  /// Draws a line around the focused area.
  private func frame(_ area: Rectangle, on canvas: inout PageCanvas) {
    let width = 2.0
    let outer = area.inset(by: -width / 2)
    for (origin, size) in [
      (outer.origin, Size(outer.size.width, width)),
      (Point(outer.origin.x, outer.maxY - width), Size(outer.size.width, width)),
      (outer.origin, Size(width, outer.size.height)),
      (Point(outer.maxX - width, outer.origin.y), Size(width, outer.size.height)),
    ] {
      canvas.rectangle(Rectangle(origin: origin, size: size), Self.chosen)
    }
  }
}

/// The panel.
extension DemoStage {
  /// Returns a place in the panel, on the surface; nil if it is invisible.
  private func seen(_ area: Rectangle) -> Rectangle? {
    let place = Rectangle(
      origin: area.origin + plan.panel.origin - Point(0, scroll.offset), size: area.size)
    return place.maxY > plan.panel.origin.y && place.origin.y < plan.panel.maxY ? place : nil
  }

  private func draw(_ row: DemoRow, _ index: Int, on canvas: inout PageCanvas) {
    guard let area = seen(row.area) else { return }
    let (key, unit) = (row.control.key, plan.unit)
    let isSet = look.isSet(key)
    if helpKey == key { canvas.rectangle(clipped(area), Self.card.opacity(0.55), radius: 0.4 * unit) }
    if let head = seen(row.head) { drawHead(row, head, isSet: isSet, on: &canvas) }
    let value = look.value(of: key)
    if case .choice(let words) = row.control.kind {
      let current = row.control.index(of: value)
      for (place, chip) in row.chips.enumerated() {
        guard let chip = seen(chip) else { continue }
        draw(words[place], in: chip, isChosen: place == current, on: &canvas)
      }
    }
    if case .sliders(let scales) = row.control.kind {
      let numbers = row.control.numbers(value)
      for (place, track) in row.tracks.enumerated() where numbers.indices.contains(place) {
        guard let track = seen(track) else { continue }
        draw(scales[place].part(of: numbers[place]), in: track, isSet: isSet, on: &canvas)
      }
    }
    if showsFocus, focus == .row(index) { frame(clipped(area), on: &canvas) }
  }

  /// Returns the part of a place within the panel.
  private func clipped(_ area: Rectangle) -> Rectangle {
    area.intersection(plan.panel) ?? .zero
  }

  private func drawHead(_ row: DemoRow, _ head: Rectangle, isSet: Bool, on canvas: inout PageCanvas) {
    let (key, unit) = (row.control.key, plan.unit)
    let style = PageCanvas.Style(size: 0.8 * unit, color: isSet ? Self.text : Self.muted, isBold: isSet)
    let name = key.section == .theme ? key.dottedName : key.name
    canvas.write(name, style, at: Point(head.origin.x, head.center.y), alignment: 0)
    let value = look.value(of: key)
    if row.control.kind == .toggle {
      return drawSwitch(at: head, isOn: value != .boolean(false), isSet: isSet, on: &canvas)
    }
    var right = head.maxX
    if isSet {
      let center = Point(head.maxX - 0.4 * unit, head.center.y)
      for way in [Point(0.26 * unit, 0.26 * unit), Point(0.26 * unit, -0.26 * unit)] {
        canvas.line(from: center - way, to: center + way, width: 0.11 * unit, Self.muted)
      }
      right -= 1.3 * unit
    }
    guard case .sliders = row.control.kind else { return }
    let written = value?.text ?? (isSet ? "" : words(.automatic))
    canvas.write(written, style, at: Point(right, head.center.y), alignment: 1)
  }

  private func drawSwitch(at head: Rectangle, isOn: Bool, isSet: Bool, on canvas: inout PageCanvas) {
    let unit = plan.unit
    let size = Size(2.2 * unit, 1.2 * unit)
    let center = Point(head.maxX - size.width / 2, head.center.y)
    canvas.rectangle(
      Rectangle(center: center, size: size), isOn ? Self.chosen.opacity(isSet ? 1 : 0.6) : Self.line,
      radius: size.height / 2)
    let way = (size.width - size.height) / 2
    canvas.circle(center + Point(isOn ? way : -way, 0), radius: 0.45 * unit, isOn ? Self.onChosen : Self.text)
  }

  private func draw(_ word: String, in chip: Rectangle, isChosen: Bool, on canvas: inout PageCanvas) {
    let isPressed = pressed.map { chip.contains($0) } ?? false
    let color = isChosen ? Self.chosen : isPressed ? Self.line : Self.card
    canvas.rectangle(chip, color, radius: chip.size.height / 2)
    let style = PageCanvas.Style(
      size: 0.8 * plan.unit, color: isChosen ? Self.onChosen : Self.text, isBold: isChosen)
    canvas.write(word, style, at: chip.center)
  }

  private func draw(_ part: Double, in track: Rectangle, isSet: Bool, on canvas: inout PageCanvas) {
    let unit = plan.unit
    let (start, end) = Self.line(of: track, unit: unit)
    let (y, x) = (track.center.y, start + (end - start) * part)
    canvas.line(from: Point(start, y), to: Point(end, y), width: 0.22 * unit, Self.line)
    if isSet { canvas.line(from: Point(start, y), to: Point(x, y), width: 0.22 * unit, Self.chosen) }
    canvas.circle(Point(x, y), radius: 0.6 * unit, isSet ? Self.chosen : Self.muted)
    if !isSet { canvas.circle(Point(x, y), radius: 0.42 * unit, Self.ground) }
  }
}

/// The buttons, and the texts below the launcher.
extension DemoStage {
  private func drawBar(on canvas: inout PageCanvas) {
    let places = DemoButton.places(of: buttons, in: plan.bar, gap: 0.3 * plan.unit)
    for (index, (button, area)) in places.buttons.enumerated() {
      let isPressed = pressed.map { area.contains($0) } ?? false
      let isMain = button == .save || button == .replace
      let isFaint =
        (button == .removeTile && tileCount <= 1) || (button == .addTile && tileCount >= DemoTiles.most)
      canvas.rectangle(area, isPressed ? Self.line : Self.card, radius: 0.5 * plan.unit)
      let style = PageCanvas.Style(
        size: (button == .addTile || button == .removeTile ? 1.4 : 0.85) * plan.unit,
        color: isMain ? Self.chosen : Self.text, isBold: isMain)
      canvas.write(
        button.label(in: words), style, at: area.center, opacity: isFaint ? 0.35 : 1,
        within: area.size.width - 0.4 * plan.unit)
      if showsFocus, focus == .button(index) { frame(area, on: &canvas) }
    }
    guard buttons.contains(.addTile) else { return }
    let center = places.count.center
    canvas.write(
      "\(tileCount)", .init(size: plan.unit, color: Self.text, isBold: true),
      at: center - Point(0, 0.4 * plan.unit))
    canvas.write(
      words(.tiles), .init(size: 0.7 * plan.unit, color: Self.muted),
      at: center + Point(0, 0.65 * plan.unit), within: places.count.size.width)
  }

  /// The height of a line of the result, in font sizes.
  private static let lineHeight = 1.02
  private static let codeSize = 0.72
  private static let messageSize = 0.74
  /// The estimated greatest width of a letter, in its font sizes.
  private static let letter = 0.56

  /// Draws the sections as they will be in the file: the last lines, if not all fit.
  private func drawResult(on canvas: inout PageCanvas) {
    let (area, unit) = (plan.result, plan.unit)
    canvas.rectangle(area, Self.card.opacity(0.6), radius: 0.4 * unit)
    let (text, color) = savingWords
    let letters = Int((area.size.width - 1.2 * unit) / (Self.messageSize * Self.letter * unit))
    let message = text.count > letters ? text.prefix(max(0, letters - 1)) + "…" : text
    let height = Self.lineHeight * unit
    let room = max(0, Int((area.size.height - unit * 0.6) / height) - 1)
    var y = area.origin.y + 0.3 * unit + height / 2
    let left = area.origin.x + 0.6 * unit
    canvas.write(
      String(message), .init(size: Self.messageSize * unit, color: color), at: Point(left, y), alignment: 0)
    var lines = look.lines
    if lines.count > room { lines.removeAll { $0.isEmpty } }
    if lines.count > room { lines = Array(([""] + lines.suffix(max(0, room - 1))).suffix(room)) }
    if lines.first == "" { lines[0] = "…" }
    for line in lines {
      y += height
      canvas.write(
        line, .init(size: Self.codeSize * unit, color: Self.text, fontFamily: Self.code),
        at: Point(left, y), alignment: 0)
    }
  }

  private var savingWords: (String, Color) {
    switch saving {
    case .changed: (words(.willBeSaved, fileName), Self.muted)
    case .asks: (words(.replaceFile, fileName), Self.warning)
    case .done: (words(.savedIn, fileName), Self.chosen)
    case .failed(let reason): (words(.notSaved, reason), Self.warning)
    }
  }

  private func drawHelp(on canvas: inout PageCanvas) {
    let (area, unit) = (plan.help, plan.unit)
    canvas.rectangle(area, Self.card.opacity(0.6), radius: 0.4 * unit)
    guard let help, let extent = help.extent(scale: scale) else { return }
    let corner = area.origin + Point(0.6 * unit, 0.5 * unit)
    canvas.put(help.picture, in: Rectangle(origin: corner, size: extent))
  }

  /// Requests the description of an option.
  mutating func requestHelp(into effects: inout [ShellEffect]) {
    guard help == nil, !isWhole, !plan.help.size.isEmpty else { return }
    // The description of a key comes from the manual.
    let text = ConfigurationKey.all.first { $0 == helpKey }.map(\.manual) ?? words(.tryItOut)
    let block = TextBlock(
      text, color: Self.muted, fontSize: 0.74 * plan.unit, fontFamily: theme.fontFamily,
      language: theme.language)
    let room = Size(plan.help.size.width - 1.2 * plan.unit, plan.help.size.height - plan.unit)
    guard !room.isEmpty else { return }
    let writing = Writing(block, within: room, scale: scale)
    help = writing
    effects.append(.draw(writing.picture, order: -1))
  }
}
