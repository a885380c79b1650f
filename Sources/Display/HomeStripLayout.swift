import Gestures
import Glibc
import RotundaGeometry
import Wayland

/// From what a compositor said to a strip: the rules, without the objects.
struct HomeStripLayout: Hashable {
  var options: HomeStripOptions
  /// What the compositor last asked for, in points; 0 leaves it to us.
  var asked = Size.zero
  /// The screen in points; zero when unknown.
  var screen = Size.zero
  /// Pixels per point of screens that know whole ones only.
  var outputScale: Int32 = 1
  /// Pixels per point as fractional-scale-v1 prefers; nil where it is not offered.
  var fractionalScale: Double?
  /// What stands in the handle; nil for nothing.
  var label: HandleLabel?
  /// How large the handle is on its breath, 0 at rest to 1.
  var breath = 0.0

  /// No strip is longer, in pixels: the widest texture of the hardware that kiosks are made of.
  private static let longest = 16384.0
  /// The handle's length in points, and the part of the edge that it takes at most.
  private static let handleLength = 120.0
  private static let handleShare = 0.4
  /// The handle's thickness in points, and the part of the strip that it takes at most.
  private static let handleThickness = 5.0
  private static let thicknessShare = 0.5
  /// How much longer and how much thicker it is at the height of a breath, as parts of what it is at rest.
  private static let breathed = (length: 0.3, thickness: 0.7)
  /// Room beside the word in it, as a part of its thickness.
  private static let labelSide = 0.7

  var isVertical: Bool { options.edge == .left || options.edge == .right }
  /// Pixels per point.
  var scale: Double { fractionalScale ?? Double(outputScale) }

  /// Where it is held: at its edge, and at the ends of that.
  var anchor: ZwlrLayerSurfaceV1.Anchor {
    switch options.edge {
    case .left: [.left, .top, .bottom]
    case .right: [.right, .top, .bottom]
    case .top: [.top, .left, .right]
    case .bottom: [.bottom, .left, .right]
    }
  }

  /// What is asked for, in points: 0 from one end of the edge to the other.
  var request: (width: UInt32, height: UInt32) {
    let thickness = UInt32(options.thickness.rounded())
    return isVertical ? (thickness, 0) : (0, thickness)
  }

  /// How large it is, in whole points, and what it is drawn at.
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

  /// The screen that the strip lies along; where it did not tell its size, one that is deep enough for any
  /// swipe.
  var surroundings: Size {
    let strip = configuration.size
    let depth = isVertical ? screen.width : screen.height
    return oriented(
      isVertical ? strip.height : strip.width,
      max(depth, HomeStripOptions.thicknesses.upperBound + WindowOptions.defaultSize.height))
  }

  /// Where the strip's upper left corner is on those.
  var origin: Point {
    let (screen, strip) = (surroundings, configuration.size)
    return switch options.edge {
    case .left, .top: .zero
    case .right: Point(screen.width - strip.width, 0)
    case .bottom: Point(0, screen.height - strip.height)
    }
  }

  /// The handle in the buffer, on whole pixels so that its sides are sharp at any scale; nil for none.
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

  /// The handle around its word; nil without one, and where that has no room.
  private func pill(_ handle: Size) -> Rectangle? {
    guard let label, !isVertical else { return nil }
    let strip = configuration
    let height = Double(strip.pixelHeight)
    let width = max(handle.width, (Double(label.width) + 2 * height * Self.labelSide).rounded())
    guard Double(label.height) <= height, width <= Double(strip.pixelWidth) else { return nil }
    return Rectangle(
      origin: Point(((Double(strip.pixelWidth) - width) / 2).rounded(.down), 0), size: Size(width, height))
  }

  /// Where the upper left corner of the word is in the buffer; nil where it is not seen.
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

/// A word in the handle, as pixels.
package nonisolated struct HandleLabel: Hashable, Sendable {
  /// How many pixels it is wide and high.
  package let width, height: Int
  /// ARGB, premultiplied, row by row.
  private let pixels: [UInt32]

  /// A word of so many pixels; nil where these are not `width * height`, or none.
  package init?(width: Int, height: Int, pixels: [UInt32]) {
    guard width > 0, height > 0, pixels.count == width * height else { return nil }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Draws it over what is in a buffer, with its upper left corner at a pixel.
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

  /// Porter and Duff's "over" for one pixel.
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

/// One breath of the handle: it grows and is as before.
enum HandleBreath {
  /// Seconds that it takes.
  static let duration = 1.2

  /// How large the handle is so many seconds after it began, 0 to 1; nil when it is over.
  static func size(at elapsed: Double) -> Double? {
    guard (0..<duration).contains(elapsed) else { return nil }
    let wave = sin(elapsed / duration * .pi)
    return wave * wave
  }
}

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

/// Where fingers that landed on the strip are on the screen.
///
/// A compositor tells it in coordinates of the surface that a finger landed on, also when the finger has left
/// it. sway up to 1.7 tells it in those of the window below the finger, which covers the screen. Of both
/// meanings the one counts that is on the screen, and nearer to where the finger was.
struct StripTouches {
  /// Where each finger was.
  private var last: [Int32: Point] = [:]

  /// More fingers are not told apart; a screen has ten.
  private static let limit = 32

  /// A frame on the strip as one on a screen of that size, where the strip's upper left corner is at
  /// `origin`.
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
