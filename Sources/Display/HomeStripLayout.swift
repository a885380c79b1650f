import RotundaGeometry
import Gestures
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

  /// No strip is longer, in pixels: the widest texture of the hardware that kiosks are made of.
  private static let longest = 16384.0
  /// The handle's length in points, and the part of the edge that it takes at most.
  private static let handleLength = 120.0
  private static let handleShare = 0.4
  /// The handle's thickness in points, and the part of the strip that it takes at most.
  private static let handleThickness = 5.0
  private static let thicknessShare = 0.5

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

  /// The screen that the strip lies along; where it did not tell its size, one that is deep enough for any swipe.
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
    let size = oriented(length, thickness)
    return Rectangle(
      origin: Point(
        ((Double(strip.pixelWidth) - size.width) / 2).rounded(.down),
        ((Double(strip.pixelHeight) - size.height) / 2).rounded(.down)),
      size: size)
  }

  private func oriented(_ along: Double, _ across: Double) -> Size {
    isVertical ? Size(across, along) : Size(along, across)
  }
}
