import Wayland

/// A screen of a ``TestCompositor``.
public struct OutputOptions: Hashable, Sendable {
  /// The name, such as a connector has.
  public var name = "TEST-1"
  /// The mode, in pixels before the transform.
  public var width: Int32 = 640
  /// The mode, in pixels before the transform.
  public var height: Int32 = 480
  /// Refreshes in 1000 seconds.
  public var refreshMilliHertz: Int32 = 60_000
  /// The scale that `wl_output` tells.
  public var scale: Int32 = 1
  /// The scale that `wp_fractional_scale_v1` tells, in 1/120.
  public var fractionalScale: UInt32 = 120
  /// How the picture is turned.
  public var transform = WlOutput.Transform.normal
  /// The size of the glass in millimeters; 0 for unknown.
  public var physicalWidth: Int32 = 0
  /// The size of the glass in millimeters; 0 for unknown.
  public var physicalHeight: Int32 = 0

  /// A screen of 640 × 480 pixels at 60 Hz.
  public init() {}

  /// A screen of another size.
  public init(width: Int32, height: Int32, scale: Int32 = 1) {
    self.width = width
    self.height = height
    self.scale = scale
  }

  /// Width and height as windows see them.
  var logicalSize: (width: Int32, height: Int32) {
    // Odd transforms turn by a quarter.
    let isTurned = transform.rawValue % 2 == 1
    let (across, down) = isTurned ? (height, width) : (width, height)
    if fractionalScale != 120 {
      return (across * 120 / Int32(fractionalScale), down * 120 / Int32(fractionalScale))
    }
    return (across / scale, down / scale)
  }
}
