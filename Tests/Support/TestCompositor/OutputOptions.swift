import Wayland

/// A screen of a ``TestCompositor``.
public struct OutputOptions: Hashable, Sendable {
  /// The name, in the style of a connector.
  public var name = "TEST-1"
  /// The width of the mode in pixels, before the transform.
  public var width: Int32 = 640
  /// The height of the mode in pixels, before the transform.
  public var height: Int32 = 480
  /// The refresh rate in mHz.
  public var refreshMilliHertz: Int32 = 60_000
  /// The scale that `wl_output` reports.
  public var scale: Int32 = 1
  /// The scale that `wp_fractional_scale_v1` reports, in 1/120.
  public var fractionalScale: UInt32 = 120
  /// The rotation of the screen.
  public var transform = WlOutput.Transform.normal
  /// The physical width in millimeters; 0 for unknown.
  public var physicalWidth: Int32 = 0
  /// The physical height in millimeters; 0 for unknown.
  public var physicalHeight: Int32 = 0

  /// Creates a screen of 640 × 480 pixels at 60 Hz.
  public init() {}

  /// Creates a screen of another size.
  public init(width: Int32, height: Int32, scale: Int32 = 1) {
    self.width = width
    self.height = height
    self.scale = scale
  }

  /// The width and height in the windows' coordinates.
  var logicalSize: (width: Int32, height: Int32) {
    // Odd transforms rotate by 90 or 270 degrees.
    let isTurned = transform.rawValue % 2 == 1
    let (across, down) = isTurned ? (height, width) : (width, height)
    if fractionalScale != 120 {
      return (across * 120 / Int32(fractionalScale), down * 120 / Int32(fractionalScale))
    }
    return (across / scale, down / scale)
  }
}
