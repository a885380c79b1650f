import RotundaGeometry
import Scene

/// Drawing.
extension TouchTestPage {
  private static let grid = Color(hex: 0xffffff, alpha: 0.05)
  private static let edge = Color(hex: 0x5cc8ff, alpha: 0.6)
  private static let card = Color(hex: 0x1e2534)
  private static let line = Color(hex: 0x5d6b87)
  private static let muted = Color(hex: 0x9aa6bf)
  private static let text = Color(hex: 0xf4f6fb)
  private static let hit = Color(hex: 0x8ee66b)
  private static let missed = Color(hex: 0xffb454)
  /// The distance between the grid's lines, in units.
  private static let gridStep = 3.0

  func draw(on canvas: inout PageCanvas) {
    drawGrid(on: &canvas)
    for (target, place) in targets { draw(target, at: place, on: &canvas) }
    drawClose(on: &canvas)
    drawFigures(on: &canvas)
    drawHistory(on: &canvas)
    drawHint(on: &canvas)
    for contact in contacts.contacts { drawTrail(of: contact, on: &canvas) }
    for contact in contacts.contacts where contact.isDown { draw(contact, on: &canvas) }
  }

  /// Draws lines that show whether the picture is straight and complete. The outermost lines lie on the
  /// edges.
  private func drawGrid(on canvas: inout PageCanvas) {
    let (width, height) = (metrics.size.width, metrics.size.height)
    let step = Self.gridStep * unit
    for x in stride(from: (width / 2).truncatingRemainder(dividingBy: step), to: width, by: step) {
      canvas.rectangle(Rectangle(origin: Point(x.rounded(), 0), size: Size(1, height)), Self.grid)
    }
    for y in stride(from: (height / 2).truncatingRemainder(dividingBy: step), to: height, by: step) {
      canvas.rectangle(Rectangle(origin: Point(0, y.rounded()), size: Size(width, 1)), Self.grid)
    }
    let thickness = 2.0
    for (origin, size) in [
      (Point.zero, Size(width, thickness)), (Point(0, height - thickness), Size(width, thickness)),
      (Point.zero, Size(thickness, height)), (Point(width - thickness, 0), Size(thickness, height)),
    ] {
      canvas.rectangle(Rectangle(origin: origin, size: size), Self.edge)
    }
  }

  private func draw(_ target: TouchTestTarget, at place: Point, on canvas: inout PageCanvas) {
    let miss = misses[target]
    let color = miss.map { $0.length <= targetRadius ? Self.hit : Self.missed } ?? Self.line
    ring(place, radius: targetRadius, color, on: &canvas)
    ring(place, radius: targetRadius * 0.5, color, on: &canvas)
    let arm = targetReach
    canvas.line(from: place - Point(arm, 0), to: place + Point(arm, 0), width: 1.5, color)
    canvas.line(from: place - Point(0, arm), to: place + Point(0, arm), width: 1.5, color)
    // The name stands toward the middle of the screen.
    let down = target.row == 1 ? -1.0 : 1
    let label = place + Point(0, down * (arm + 0.7 * unit))
    canvas.write(words(target.name), .init(size: 0.75 * unit, color: Self.muted), at: label)
    guard let miss else { return }
    canvas.circle(place + miss, radius: 0.28 * unit, color)
    let distance = "\(Self.signed(miss.x)), \(Self.signed(miss.y))"
    canvas.write(
      distance, .init(size: 0.85 * unit, color: color, isBold: true), at: label + Point(0, down * 1.05 * unit)
    )
  }

  private func ring(_ center: Point, radius: Double, _ color: Color, on canvas: inout PageCanvas) {
    canvas.circle(center, radius: radius, color)
    canvas.circle(center, radius: radius - 0.09 * unit, theme.background)
  }

  private static func signed(_ value: Double) -> String {
    let whole = Self.whole(value)
    return whole < 0 ? "−\(-whole)" : "+\(whole)"
  }

  /// Returns a number within a printable range; touchscreens may report any number.
  private static func whole(_ value: Double) -> Int {
    value.isFinite ? Int(min(max(value.rounded(), -99_999), 99_999)) : 0
  }

  private func drawClose(on canvas: inout PageCanvas) {
    let target = closeTarget
    canvas.circle(target.center, radius: target.radius, theme.card)
    let arm = target.radius * 0.36
    for way in [Point(arm, arm), Point(arm, -arm)] {
      canvas.line(from: target.center - way, to: target.center + way, width: 0.16 * unit, Self.text)
    }
    canvas.write(
      words(.close), .init(size: 0.75 * unit, color: Self.muted),
      at: target.center + Point(0, target.radius + 0.85 * unit))
  }

  private func drawFigures(on canvas: inout PageCanvas) {
    let figures = [
      ("\(contacts.downCount)", words(.fingers)), ("\(contacts.peak)", words(.mostFingers)),
      (device.rate.map { "\(Self.whole($0)) Hz" } ?? "–", words(.touchRate)),
      (device.latency.map { "\(Self.whole($0 * 1000)) ms" } ?? "–", words(.pictureDelay)),
    ]
    for ((value, name), area) in zip(figures, figureAreas(figures.count)) {
      canvas.rectangle(area, Self.card, radius: 0.45 * unit)
      canvas.write(
        value, .init(size: 1.4 * unit, color: Self.text, isBold: true),
        at: area.center - Point(0, 0.45 * unit))
      canvas.write(
        name, .init(size: 0.75 * unit, color: Self.muted), at: area.center + Point(0, 0.95 * unit))
    }
  }

  private func drawHistory(on canvas: inout PageCanvas) {
    let lines = historyLines
    guard let top = lines.first else { return }
    let middle = metrics.size.width / 2
    canvas.write(words(.gestures), .init(size: 0.75 * unit, color: Self.muted), at: Point(middle, top))
    for (index, (name, y)) in zip(history.names, lines.dropFirst()).enumerated() {
      let style = PageCanvas.Style(
        size: (index == 0 ? 1.15 : 0.9) * unit, color: Self.text, isBold: index == 0)
      canvas.write(name, style, at: Point(middle, y), opacity: index == 0 ? 1 : 0.75 - 0.13 * Double(index))
    }
  }

  private func drawHint(on canvas: inout PageCanvas) {
    let place = Point(metrics.size.width / 2, metrics.size.height - 1.3 * unit)
    let hint = words(exit.isHolding ? .keepHolding : .howToClose)
    canvas.write(hint, .init(size: 0.75 * unit, color: exit.isHolding ? Self.hit : Self.muted), at: place)
  }
}
