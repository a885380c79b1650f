import RotundaGeometry
import Gestures

/// What contacts look like.
extension TouchTestPage {
  /// Colours that are told apart on the dark page, one for each finger of two hands.
  private static let palette: [Color] = [
    0x5cc8ff, 0xffb454, 0x8ee66b, 0xff6b8b, 0xb79bff, 0x4fe0c5, 0xffe066, 0xff8f5c, 0x6b9bff, 0xf58bff,
  ].map { Color(hex: $0) }
  private static let label = Color(hex: 0x0b0e14, alpha: 0.82)

  private func color(of contact: TouchTestContacts.Contact) -> Color {
    Self.palette[contact.slot % Self.palette.count]
  }

  /// Lines from sample to sample, with a dot at each: where the dots lie far apart, the finger was fast or samples were
  /// lost.
  func drawTrail(of contact: TouchTestContacts.Contact, on canvas: inout PageCanvas) {
    let color = color(of: contact)
    let opacity = contact.isDown ? 0.8 : 0.4
    for (start, end) in zip(contact.trail, contact.trail.dropFirst()) {
      canvas.line(from: start, to: end, width: 0.1 * unit, color.opacity(opacity * 0.6))
    }
    for point in contact.trail { canvas.circle(point, radius: 0.13 * unit, color.opacity(opacity)) }
  }

  func draw(_ contact: TouchTestContacts.Contact, on canvas: inout PageCanvas) {
    let (color, place) = (color(of: contact), contact.position)
    let (width, height) = (metrics.size.width, metrics.size.height)
    canvas.rectangle(Rectangle(origin: Point(0, place.y - 0.5), size: Size(width, 1)), color.opacity(0.3))
    canvas.rectangle(Rectangle(origin: Point(place.x - 0.5, 0), size: Size(1, height)), color.opacity(0.3))
    canvas.circle(place, radius: 1.9 * unit, color)
    canvas.circle(place, radius: 1.78 * unit, theme.background.mixed(with: color, 0.22))
    if let shape = contact.shape, let major = shape.major, let minor = shape.minor {
      let area = Size(Self.usable(minor, within: width), Self.usable(major, within: height))
      canvas.ellipse(place, area, angle: (shape.orientation ?? 0) * .pi / 180, color.opacity(0.45))
    }
    canvas.circle(place, radius: 0.35 * unit, color)
    drawLabel(of: contact, color, on: &canvas)
  }

  /// A length that can be drawn; touchscreens may tell any.
  private static func usable(_ length: Double, within limit: Double) -> Double {
    length.isFinite ? min(max(length, 0), limit) : 0
  }

  /// Id and place, above the finger where there is room, and never beyond the edges.
  private func drawLabel(
    of contact: TouchTestContacts.Contact, _ color: Color, on canvas: inout PageCanvas
  ) {
    let place = contact.position
    let (name, position) = ("\(contact.id)", "\(Self.coordinate(place.x)), \(Self.coordinate(place.y))")
    let strong = PageCanvas.Style(size: 0.9 * unit, color: color, isBold: true)
    let plain = PageCanvas.Style(size: 0.75 * unit, color: Color(hex: 0xf4f6fb))
    let (nameWidth, width) = (canvas.width(of: name, strong), canvas.width(of: position, plain))
    let size = Size(nameWidth + width + 1.6 * unit, 1.6 * unit)
    let above = place.y - 3.1 * unit
    let (halfWidth, edge) = (size.width / 2, 0.3 * unit)
    let x = min(max(place.x, halfWidth + edge), max(halfWidth + edge, metrics.size.width - halfWidth - edge))
    let center = Point(x, above > size.height ? above : place.y + 3.1 * unit)
    canvas.rectangle(Rectangle(center: center, size: size), Self.label, radius: size.height / 2)
    let left = center.x - halfWidth + 0.55 * unit
    canvas.write(name, strong, at: Point(left, center.y), alignment: 0)
    canvas.write(position, plain, at: Point(left + nameWidth + 0.5 * unit, center.y), alignment: 0)
  }

  private static func coordinate(_ value: Double) -> String {
    let whole = Int(min(max(value.rounded(), -99_999), 99_999))
    return whole < 0 ? "−\(-whole)" : "\(whole)"
  }
}
