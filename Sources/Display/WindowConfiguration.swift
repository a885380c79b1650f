import RotundaGeometry
import Wayland

/// A window's size, and what it is drawn at.
package nonisolated struct WindowConfiguration: Hashable, Sendable {
  /// In points: what touches and layouts count in.
  package var size: Size
  /// Pixels per point, at least 1/8.
  package var scale: Double
  /// How the output is mounted. The picture is drawn upright; the compositor turns it.
  package var transform: WlOutput.Transform
  package var isFullscreen: Bool

  /// How many points are a millimeter of the glass; nil where the output does not tell its size, or nonsense.
  package var pointsPerMillimeter: Double?

  package init(
    size: Size, scale: Double = 1, transform: WlOutput.Transform = .normal, isFullscreen: Bool = false,
    pointsPerMillimeter: Double? = nil
  ) {
    self.size = size
    self.scale = scale
    self.transform = transform
    self.isFullscreen = isFullscreen
    self.pointsPerMillimeter = pointsPerMillimeter
  }

  /// The width of the buffer, in pixels.
  package var pixelWidth: Int { Self.pixels(size.width * scale) }
  /// The height of the buffer, in pixels.
  package var pixelHeight: Int { Self.pixels(size.height * scale) }

  /// Rounded half away from zero, as fractional-scale-v1 asks for.
  private static func pixels(_ length: Double) -> Int { max(1, Int(length.rounded())) }
}

/// From what a compositor said to a configuration: the rules, without the objects.
struct WindowLayout {
  /// What a toplevel was told.
  struct Configure: Hashable {
    /// 0 leaves it to the client.
    var width: Int32 = 0
    var height: Int32 = 0
    var isFullscreen = false
    var isActivated = false
  }

  var options: WindowOptions
  var configure = Configure()
  /// What the current output said, if there is one.
  var output: Output.Description?
  /// Pixels per point as fractional-scale-v1 prefers; nil where it is not offered.
  var fractionalScale: Double?

  /// No texture is larger, in pixels, on the hardware that kiosks are made of.
  private static let largestExtent = 16384.0

  var configuration: WindowConfiguration {
    let scale = fractionalScale ?? Double(output?.scale ?? 1)
    // In whole points, of which a buffer at a whole scale has to be a multiple.
    let limit = max(1, (Self.largestExtent / scale).rounded(.down))
    let open = openSize
    let size = Size(
      min(limit, configure.width > 0 ? Double(configure.width) : open.width),
      min(limit, configure.height > 0 ? Double(configure.height) : open.height))
    return WindowConfiguration(
      size: size, scale: scale, transform: output?.transform ?? .normal, isFullscreen: configure.isFullscreen,
      pointsPerMillimeter: output?.pixelsPerMillimeter.map { $0 / scale })
  }

  /// The size where the compositor leaves it open. Before it grants the whole screen, the screen's size saves
  /// a round of drawing.
  private var openSize: Size {
    guard options.isFullscreen else { return options.size }
    guard let output, !output.logicalSize.isEmpty else { return WindowOptions.defaultSize }
    return Size(max(1, output.logicalSize.width.rounded()), max(1, output.logicalSize.height.rounded()))
  }
}
