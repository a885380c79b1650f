import Gestures
import Glibc
import RotundaGeometry
import Wayland

/// Computes a strip's geometry from the compositor's events, without Wayland objects.
struct HomeStripLayout: Hashable {
  var options: HomeStripOptions
  /// The size in the compositor's last configure event, in points; 0 means free choice.
  var asked = Size.zero
  /// The size of the screen in points; zero when unknown.
  var screen = Size.zero
  /// The output's integer scale in pixels per point.
  var outputScale: Int32 = 1
  /// The preferred scale of fractional-scale-v1 in pixels per point; nil if unsupported.
  var fractionalScale: Double?
  /// The label in the handle; nil for none.
  var label: HandleLabel?
  /// The phase of the pulse: 0 at rest to 1.
  var breath = 0.0

  /// The longest strip in pixels: the texture limit of typical kiosk hardware.
  private static let longest = 16384.0
  /// The handle's length in points, and its maximum share of the edge.
  private static let handleLength = 120.0
  private static let handleShare = 0.4
  /// The handle's thickness in points, and its maximum share of the strip.
  private static let handleThickness = 5.0
  private static let thicknessShare = 0.5
  /// The growth of length and thickness at the peak of a pulse, as shares of the size at rest.
  private static let breathed = (length: 0.3, thickness: 0.7)
  /// The padding beside the label, as a share of the handle's thickness.
  private static let labelSide = 0.7

  var isVertical: Bool { options.edge == .left || options.edge == .right }
  /// The scale in pixels per point.
  var scale: Double { fractionalScale ?? Double(outputScale) }

  /// The anchor: its edge, and both ends of that edge.
  var anchor: ZwlrLayerSurfaceV1.Anchor {
    switch options.edge {
    case .left: [.left, .top, .bottom]
    case .right: [.right, .top, .bottom]
    case .top: [.top, .left, .right]
    case .bottom: [.bottom, .left, .right]
    }
  }

  /// The requested size in points; 0 means the full length of the edge.
  var request: (width: UInt32, height: UInt32) {
    let thickness = UInt32(options.thickness.rounded())
    return isVertical ? (thickness, 0) : (0, thickness)
  }

  /// The size in whole points, and the scale.
  var configuration: WindowConfiguration {
    let across = isVertical ? asked.width : asked.height
    let along = isVertical ? asked.height : asked.width
    let thickness = across > 0 ? min(across, HomeStripOptions.thicknesses.upperBound) : options.thickness
    let open = isVertical ? screen.height : screen.width
    let fallback = isVertical ? WindowOptions.defaultSize.height : WindowOptions.defaultSize.width
    let limit = max(1, (Self.longest / scale).rounded(.down))
    let length = min(limit, along > 0 ? along : open > 0 ? open : fallback)
    return WindowConfiguration(size: oriented(length.rounded(), max(1, thickness.rounded())), scale: scale)
  }

  /// The size of the area that the strip borders: the screen or, if its size is unknown, one deep enough for
  /// any swipe.
  var surroundings: Size {
    let strip = configuration.size
    let depth = isVertical ? screen.width : screen.height
    return oriented(
      isVertical ? strip.height : strip.width,
      max(depth, HomeStripOptions.thicknesses.upperBound + WindowOptions.defaultSize.height))
  }

  /// The position of the strip's upper left corner in `surroundings`.
  var origin: Point {
    let (screen, strip) = (surroundings, configuration.size)
    return switch options.edge {
    case .left, .top: .zero
    case .right: Point(screen.width - strip.width, 0)
    case .bottom: Point(0, screen.height - strip.height)
    }
  }

  /// The handle in the buffer, on whole pixels for sharp sides at any scale; nil for none.
  var handle: Rectangle? {
    guard options.showsHandle else { return nil }
    let strip = configuration
    let (along, across) =
      isVertical ? (strip.size.height, strip.size.width) : (strip.size.width, strip.size.height)
    let length = (min(Self.handleLength, along * Self.handleShare) * scale).rounded()
    let thickness = (min(Self.handleThickness, across * Self.thicknessShare) * scale).rounded()
    guard thickness >= 1, length > thickness else { return nil }
    if let pill = pill(Size(length, thickness)) { return pill }
    if breath > 0 {
      let size = oriented(
        min(length * (1 + Self.breathed.length * breath), along * scale),
        min(thickness * (1 + Self.breathed.thickness * breath), across * scale))
      return Rectangle(
        center: Point(Double(strip.pixelWidth) / 2, Double(strip.pixelHeight) / 2), size: size)
    }
    let size = oriented(length, thickness)
    return Rectangle(
      origin: Point(
        ((Double(strip.pixelWidth) - size.width) / 2).rounded(.down),
        ((Double(strip.pixelHeight) - size.height) / 2).rounded(.down)),
      size: size)
  }

  /// Returns the handle around its label; nil without a label or without room for it.
  private func pill(_ handle: Size) -> Rectangle? {
    guard let label, !isVertical else { return nil }
    let strip = configuration
    let height = Double(strip.pixelHeight)
    let width = max(handle.width, (Double(label.width) + 2 * height * Self.labelSide).rounded())
    guard Double(label.height) <= height, width <= Double(strip.pixelWidth) else { return nil }
    return Rectangle(
      origin: Point(((Double(strip.pixelWidth) - width) / 2).rounded(.down), 0), size: Size(width, height))
  }

  /// The position of the label's upper left corner in the buffer; nil if it is hidden.
  var labelCorner: (x: Int, y: Int)? {
    guard let label, let handle, pill(.zero) != nil else { return nil }
    return (
      Int((handle.center.x - Double(label.width) / 2).rounded(.down)),
      Int((handle.center.y - Double(label.height) / 2).rounded(.down))
    )
  }

  private func oriented(_ along: Double, _ across: Double) -> Size {
    isVertical ? Size(across, along) : Size(along, across)
  }
}

/// A label in the handle, as pixels.
package nonisolated struct HandleLabel: Hashable, Sendable {
  /// The size in pixels.
  package let width, height: Int
  /// Premultiplied ARGB, row by row.
  private let pixels: [UInt32]

  /// Creates a label. Returns nil if `pixels` does not have `width * height` elements, or is empty.
  package init?(width: Int, height: Int, pixels: [UInt32]) {
    guard width > 0, height > 0, pixels.count == width * height else { return nil }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Draws the label over a buffer's content, with its upper left corner at a pixel.
  func draw(
    into buffer: UnsafeMutableBufferPointer<UInt32>, width: Int, height: Int, at corner: (x: Int, y: Int)
  ) {
    for row in 0..<self.height where (0..<height).contains(corner.y + row) {
      for column in 0..<self.width where (0..<width).contains(corner.x + column) {
        let at = (corner.y + row) * width + corner.x + column
        buffer[at] = Self.over(pixels[row * self.width + column], buffer[at])
      }
    }
  }

  /// Composites one pixel with Porter and Duff's "over" operator.
  private static func over(_ upper: UInt32, _ lower: UInt32) -> UInt32 {
    let rest = 255 - (upper >> 24)
    var sum: UInt32 = 0
    for shift in [0, 8, 16, 24] as [UInt32] {
      let channel = (upper >> shift & 255) + ((lower >> shift & 255) * rest + 127) / 255
      sum |= min(channel, 255) << shift
    }
    return sum
  }
}

/// One pulse of the handle: it grows and shrinks again.
enum HandleBreath {
  /// The duration in seconds.
  static let duration = 1.2

  /// Returns the size of the handle after `elapsed` seconds, 0 to 1; nil after the pulse.
  static func size(at elapsed: Double) -> Double? {
    guard (0..<duration).contains(elapsed) else { return nil }
    let wave = sin(elapsed / duration * .pi)
    return wave * wave
  }
}

/// The picture of the handle: a bright rounded bar in a dark glow, visible on any program.
struct HandlePicture {
  /// The bar, in pixels.
  let bar: Rectangle
  /// The width of the glow around it, in pixels.
  let glow: Double

  /// The opacities of the bar and its glow, 0 to 1.
  private static let barOpacity = 0.88
  private static let glowOpacity = 0.4
  /// The width of the glow, in points.
  private static let glowReach = 3.0

  init(_ bar: Rectangle, scale: Double) {
    self.bar = bar
    glow = Self.glowReach * scale
  }

  /// Draws the handle into a clear buffer of premultiplied ARGB pixels, row by row.
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

  /// Returns the color at a point.
  func pixel(at point: Point) -> UInt32 {
    let distance = distance(to: point)
    let white = Self.barOpacity * min(max(0.5 - distance, 0), 1)
    let nearness = min(max(1 - distance / glow, 0), 1)
    let alpha = white + (1 - white) * Self.glowOpacity * nearness * nearness
    let level = UInt32((white * 255).rounded())
    return UInt32((alpha * 255).rounded()) << 24 | level << 16 | level << 8 | level
  }

  /// Returns the signed distance in pixels from the outline of the bar, whose ends are half circles; negative
  /// inside.
  private func distance(to point: Point) -> Double {
    let radius = min(bar.size.width, bar.size.height) / 2
    let offset = point - bar.center
    let x = max(0, abs(offset.x) - (bar.size.width / 2 - radius))
    let y = max(0, abs(offset.y) - (bar.size.height / 2 - radius))
    return Point(x, y).length - radius
  }
}

/// Maps touches on the strip to screen coordinates.
///
/// Compositors report touches in coordinates of the surface where a finger landed, also after it has left
/// that. Up to version 1.7, sway uses those of the window below the finger, which covers the screen. Of both
/// interpretations, the one on the screen and nearer to the finger's last position is used.
struct StripTouches {
  /// The last position of each finger.
  private var last: [Int32: Point] = [:]

  /// The most fingers to track; a person has ten.
  private static let limit = 32

  /// Converts a frame on the strip to screen coordinates. `origin` is the position of the strip's upper left
  /// corner.
  mutating func placed(_ frame: TouchFrame, origin: Point, screen: Size) -> TouchFrame {
    TouchFrame(frame.events.map { placed($0, origin, screen) })
  }

  private mutating func placed(_ event: TouchEvent, _ origin: Point, _ screen: Size) -> TouchEvent {
    switch event {
    case .down(let id, let point, let time):
      return .down(id: id, at: note(point + origin, of: id), milliseconds: time)
    case .motion(let id, let point, let time):
      var place = point + origin
      if let before = last[id] {
        let isOutside = place.x > screen.width || place.y > screen.height
        if isOutside || (point - before).length < (place - before).length { place = point }
      }
      return .motion(id: id, at: note(place, of: id), milliseconds: time)
    case .up(let id, _), .cancelContact(let id): last[id] = nil
    case .cancel, .lost: last = [:]
    }
    return event
  }

  private mutating func note(_ point: Point, of id: Int32) -> Point {
    if last.count < Self.limit || last[id] != nil { last[id] = point }
    return point
  }
}
