import RotundaGeometry

/// The handle in the home strip: a bright rounded bar in a dark glow, which is seen on any program.
struct HandlePicture {
  /// The bar, in pixels.
  let bar: Rectangle
  /// How far the glow reaches beyond it, in pixels.
  let glow: Double

  /// How much of what lies below the bar and its glow hide, 0 to 1.
  private static let barOpacity = 0.88
  private static let glowOpacity = 0.4
  /// How far the glow reaches, in points.
  private static let glowReach = 3.0

  init(_ bar: Rectangle, scale: Double) {
    self.bar = bar
    glow = Self.glowReach * scale
  }

  /// Draws it into a buffer of clear pixels: ARGB, premultiplied, row by row.
  func draw(into pixels: UnsafeMutableBufferPointer<UInt32>, width: Int, height: Int) {
    let area = Rectangle(
      origin: Point(bar.origin.x - glow, bar.origin.y - glow),
      size: Size(bar.size.width + 2 * glow, bar.size.height + 2 * glow))
    let columns = Self.indices(from: area.origin.x, to: area.maxX, below: width)
    for y in Self.indices(from: area.origin.y, to: area.maxY, below: height) {
      for x in columns { pixels[y * width + x] = pixel(at: Point(Double(x) + 0.5, Double(y) + 0.5)) }
    }
  }

  private static func indices(from start: Double, to end: Double, below limit: Int) -> Range<Int> {
    let first = min(max(0, Int(start.rounded(.down))), limit)
    return first..<max(first, min(limit, Int(end.rounded(.up))))
  }

  /// What is seen at a point.
  func pixel(at point: Point) -> UInt32 {
    let distance = distance(to: point)
    let white = Self.barOpacity * min(max(0.5 - distance, 0), 1)
    let nearness = min(max(1 - distance / glow, 0), 1)
    let alpha = white + (1 - white) * Self.glowOpacity * nearness * nearness
    let level = UInt32((white * 255).rounded())
    return UInt32((alpha * 255).rounded()) << 24 | level << 16 | level << 8 | level
  }

  /// From the outline of the bar, whose ends are half circles, in pixels; negative inside.
  private func distance(to point: Point) -> Double {
    let radius = min(bar.size.width, bar.size.height) / 2
    let offset = point - bar.center
    let x = max(0, abs(offset.x) - (bar.size.width / 2 - radius))
    let y = max(0, abs(offset.y) - (bar.size.height / 2 - radius))
    return Point(x, y).length - radius
  }
}
