import Geometry
import Scene

/// Draws a frame without graphics drivers: plain colours and the placeholders of pictures, for the time until they have
/// started. What it draws looks as the renderer draws it.
public struct Sketch {
  private let size: PixelSize
  private var pool = PolygonPool()

  /// One for a surface of that extent.
  public init(_ size: PixelSize) { self.size = size }

  /// Draws `frame` into `size` pixels of four bytes, blue in the first, row by row from the top.
  ///
  /// - Parameter scale: pixels to a point.
  public mutating func draw(_ frame: SceneFrame, scale: Double, into bytes: UnsafeMutableRawBufferPointer) {
    let pixels = bytes.bindMemory(to: UInt32.self)
    guard pixels.count >= size.width * size.height else { return }
    pixels.update(repeating: SketchColor(frame.background).word)
    guard let view = View(frame.size, size, scale: scale) else { return }
    for sprite in frame.sprites { draw(sprite, view, into: pixels) }
  }

  private mutating func draw(_ sprite: Sprite, _ view: View, into pixels: UnsafeMutableBufferPointer<UInt32>)
  {
    let homography = Homography(sprite.transform, center: view.center, scale: view.scale)
    guard let color = Self.color(of: sprite), let quad = Quad(size: sprite.size, homography: homography),
      quad.isBeforeViewer, let box = bounds(quad)
    else { return }
    let shape = SketchShape(quad, radius: sprite.cornerRadius)
    let outline = sides(quad.corners, quad)
    let inside = quad.inside(radius: sprite.cornerRadius)
    let beams = inside.map {
      $0.beams.map { (Quad.corners($0.upright), Quad.corners($0.level)) } ?? ($0.core, $0.core)
    }
    let (upright, level) = (beams.flatMap { sides($0.0, quad) }, beams.flatMap { sides($0.1, quad) })
    for row in box.y..<box.y + box.height {
      guard let line = pixels.baseAddress.map({ $0 + row * size.width }) else { return }
      guard let touched = span(outline, row: row, box) else { continue }
      let solid = Self.longer(span(upright, row: row, box), span(level, row: row, box), within: touched)
      for column in touched.lowerBound..<solid.lowerBound { shape.blend(color, column, row, line) }
      color.cover(solid, of: line)
      for column in solid.upperBound..<touched.upperBound { shape.blend(color, column, row, line) }
    }
  }

  /// The longer of two spans as far as it lies in a third, an empty one where there is none.
  private static func longer(_ one: Range<Int>?, _ other: Range<Int>?, within whole: Range<Int>) -> Range<Int>
  {
    let spans = (one ?? 0..<0, other ?? 0..<0)
    let longer = (spans.0.count > spans.1.count ? spans.0 : spans.1).clamped(to: whole)
    return longer.isEmpty ? whole.lowerBound..<whole.lowerBound : longer
  }

  private static func color(of sprite: Sprite) -> SketchColor? {
    let fill =
      switch sprite.fill {
      case .color(let color): color
      case .picture(_, let placeholder): placeholder
      }
    let alpha = fill.alpha * min(sprite.opacity, 1)
    guard alpha > 0 else { return nil }
    return SketchColor(fill, light: min(max(0, sprite.brightness), 1), alpha: alpha)
  }

  private func pixel(_ place: SIMD2<Double>, _ quad: Quad) -> SIMD2<Double>? {
    let seen = quad.outward.apply(place)
    return seen.z > 0 ? SIMD2(seen.x, seen.y) / seen.z : nil
  }

  private func bounds(_ quad: Quad) -> PixelRectangle? {
    guard let a = pixel(quad.corners.0, quad), let b = pixel(quad.corners.1, quad),
      let c = pixel(quad.corners.2, quad), let d = pixel(quad.corners.3, quad)
    else { return nil }
    let least = SIMD2(min(min(a.x, b.x), min(c.x, d.x)), min(min(a.y, b.y), min(c.y, d.y)))
    let most = SIMD2(max(max(a.x, b.x), max(c.x, d.x)), max(max(a.y, b.y), max(c.y, d.y)))
    let (width, height) = (Double(size.width), Double(size.height))
    let left = Int(min(max(0, least.x.rounded(.down)), width))
    let top = Int(min(max(0, least.y.rounded(.down)), height))
    let right = Int(min(max(0, most.x.rounded(.up)), width))
    let bottom = Int(min(max(0, most.y.rounded(.up)), height))
    return right > left && bottom > top
      ? PixelRectangle(x: left, y: top, width: right - left, height: bottom - top) : nil
  }

  private mutating func sides(_ corners: Quad.Corners, _ quad: Quad) -> PolygonPool.Sides? {
    guard let a = pixel(corners.0, quad), let b = pixel(corners.1, quad), let c = pixel(corners.2, quad),
      let d = pixel(corners.3, quad)
    else { return nil }
    pool.removeAll()
    let polygon = pool.add(a, b, d, c)
    return pool.sides(of: polygon)
  }

  /// The pixels of a row whose middles lie within all sides.
  private func span(_ sides: PolygonPool.Sides?, row: Int, _ box: PixelRectangle) -> Range<Int>? {
    guard let sides else { return nil }
    var (from, to) = (Double(box.x), Double(box.x + box.width))
    for index in 0..<PolygonPool.Sides.count {
      let side = sides[index]
      let rest = side.offset - side.normal.y * (Double(row) + 0.5)
      if side.normal.x == 0 {
        if rest > 0 { return nil }
      } else if side.normal.x > 0 {
        from = max(from, (rest / side.normal.x - 0.5).rounded(.up))
      } else {
        to = min(to, (rest / side.normal.x - 0.5).rounded(.down) + 1)
      }
    }
    return from < to ? Int(from)..<Int(to) : nil
  }
}

/// How much of a pixel a rounded rectangle covers: the arithmetic of `ShaderSource.fragment`.
struct SketchShape {
  private let quad: Quad
  private let radius: Double

  init(_ quad: Quad, radius: Double) {
    self.quad = quad
    self.radius = min(max(0, radius.isNaN ? 0 : radius), quad.half.min())
  }

  func blend(_ color: SketchColor, _ column: Int, _ row: Int, _ line: UnsafeMutablePointer<UInt32>) {
    let coverage = coverage(SIMD2(Double(column) + 0.5, Double(row) + 0.5))
    if coverage > 0 { line[column] = color.over(line[column], coverage: coverage) }
  }

  func coverage(_ pixel: SIMD2<Double>) -> Double {
    let found = quad.inward.apply(pixel)
    guard found.z > 0 else { return 0 }
    let place = SIMD2(found.x, found.y) / found.z
    let slopes = quad.slopes(at: place) / found.z
    let span = SIMD2(Self.length(slopes.x, slopes.y), Self.length(slopes.z, slopes.w))
    let beyond = SIMD2(abs(place.x), abs(place.y)) - quad.half
    let across = min(max(0.5 - beyond.x / span.x, 0), min(1, 2 * quad.half.x / span.x))
    let down = min(max(0.5 - beyond.y / span.y, 0), min(1, 2 * quad.half.y / span.y))
    let corner = SIMD2(max(beyond.x + radius, 0), max(beyond.y + radius, 0))
    guard corner.x > 0, corner.y > 0 else { return across * down }
    let reach = Self.length(corner.x, corner.y)
    let normal = SIMD2(place.x < 0 ? -corner.x : corner.x, place.y < 0 ? -corner.y : corner.y)
    let steep = max(
      Self.length(
        normal.x * slopes.x + normal.y * slopes.z, normal.x * slopes.y + normal.y * slopes.w), 0.0001)
    return min(across * down, min(max(0.5 - (reach - radius) * reach / steep, 0), 1))
  }

  private static func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
}

/// A colour to be laid over pixels.
struct SketchColor {
  /// Blue, green, red and a full byte.
  let word: UInt32
  private let alpha: Double

  var isOpaque: Bool { alpha >= 1 }

  init(_ color: Color, light: Double = 1, alpha: Double = 1) {
    func byte(_ value: Double) -> UInt32 { UInt32((min(max(0, value.isNaN ? 0 : value), 1) * 255).rounded()) }
    word =
      0xff00_0000 | byte(color.red * light) << 16 | byte(color.green * light) << 8 | byte(color.blue * light)
    self.alpha = alpha
  }

  /// Lays it over some pixels of a row.
  func cover(_ columns: Range<Int>, of line: UnsafeMutablePointer<UInt32>) {
    if isOpaque { return (line + columns.lowerBound).update(repeating: word, count: columns.count) }
    for column in columns { line[column] = over(line[column], coverage: 1) }
  }

  func over(_ below: UInt32, coverage: Double) -> UInt32 {
    let part = UInt32((min(max(0, alpha * coverage), 1) * 256).rounded())
    let mask: UInt32 = 0x00ff_00ff
    let even = ((word & mask) * part + (below & mask) * (256 - part)) >> 8
    let odd = ((word >> 8) & 0xff) * part + ((below >> 8) & 0xff) * (256 - part)
    return 0xff00_0000 | (even & mask) | (odd & 0xff00)
  }
}
