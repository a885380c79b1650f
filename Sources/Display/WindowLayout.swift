import RotundaGeometry
import Wayland

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

  /// The size where the compositor leaves it open. Before it grants the whole screen, the screen's size saves a
  /// round of drawing.
  private var openSize: Size {
    guard options.isFullscreen else { return options.size }
    guard let output, !output.logicalSize.isEmpty else { return WindowOptions.defaultSize }
    return Size(max(1, output.logicalSize.width.rounded()), max(1, output.logicalSize.height.rounded()))
  }
}
