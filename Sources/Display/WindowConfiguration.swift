import RotundaGeometry
import Wayland

/// A window's size and scale.
package nonisolated struct WindowConfiguration: Hashable, Sendable {
  /// The size in points, the unit of touches and layouts.
  package var size: Size
  /// Pixels per point, at least 1/8.
  package var scale: Double
  /// The rotation of the output. The launcher draws upright; the compositor rotates the picture.
  package var transform: WlOutput.Transform
  package var isFullscreen: Bool

  /// Points per millimeter on the physical screen; nil if the output reports no plausible size.
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

  /// The width of the buffer in pixels.
  package var pixelWidth: Int { Self.pixels(size.width * scale) }
  /// The height of the buffer in pixels.
  package var pixelHeight: Int { Self.pixels(size.height * scale) }

  /// Rounds half away from zero, as fractional-scale-v1 requires.
  private static func pixels(_ length: Double) -> Int { max(1, Int(length.rounded())) }
}

/// Computes a configuration from the compositor's events, without Wayland objects.
struct WindowLayout {
  /// A toplevel's configure event.
  struct Configure: Hashable {
    /// The width; 0 leaves the choice to the client.
    var width: Int32 = 0
    var height: Int32 = 0
    var isFullscreen = false
    var isActivated = false
  }

  var options: WindowOptions
  var configure = Configure()
  /// The description of the current output, if there is one.
  var output: Output.Description?
  /// The preferred scale of fractional-scale-v1 in pixels per point; nil if unsupported.
  var fractionalScale: Double?

  /// The largest extent in pixels: the texture limit of typical kiosk hardware.
  private static let largestExtent = 16384.0

  var configuration: WindowConfiguration {
    let scale = fractionalScale ?? Double(output?.scale ?? 1)
    // Whole points: a buffer's size must be a multiple of an integer scale.
    let limit = max(1, (Self.largestExtent / scale).rounded(.down))
    let open = openSize
    let size = Size(
      min(limit, configure.width > 0 ? Double(configure.width) : open.width),
      min(limit, configure.height > 0 ? Double(configure.height) : open.height))
    return WindowConfiguration(
      size: size, scale: scale, transform: output?.transform ?? .normal, isFullscreen: configure.isFullscreen,
      pointsPerMillimeter: output?.pixelsPerMillimeter.map { $0 / scale })
  }

  /// The size if the compositor permits a choice. Before it grants full screen, using the screen's size
  /// avoids drawing twice.
  private var openSize: Size {
    guard options.isFullscreen else { return options.size }
    guard let output, !output.logicalSize.isEmpty else { return WindowOptions.defaultSize }
    return Size(max(1, output.logicalSize.width.rounded()), max(1, output.logicalSize.height.rounded()))
  }
}
