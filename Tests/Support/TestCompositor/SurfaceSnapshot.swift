import Wayland

/// The state of a surface after its last commit.
public struct SurfaceSnapshot: Sendable {
  /// What a surface is for.
  public enum Role: Hashable, Sendable {
    /// Nothing yet.
    case none
    /// A window (`xdg_toplevel`).
    case toplevel
    /// A strip at an edge (`zwlr_layer_surface_v1`).
    case layer
    /// Anything else, such as a cursor or a subsurface.
    case other
  }

  /// The number of the `wl_surface`.
  public var id: UInt32 = 0
  /// What the surface is for.
  public var role = Role.none
  /// How often it was committed, with or without a buffer.
  public var commits = 0
  /// How often it was committed with a new buffer.
  public var frames = 0
  /// What it shows; nil while it is not mapped.
  public var pixels: PixelSnapshot?
  /// `wl_surface.set_buffer_scale`
  public var scale: Int32 = 1
  /// `wl_surface.set_buffer_transform`
  public var transform = WlOutput.Transform.normal
  /// What the last commit said was new, in the surface's coordinates.
  public var surfaceDamage: [FrameRectangle] = []
  /// What the last commit said was new, in the buffer's pixels.
  public var bufferDamage: [FrameRectangle] = []
  /// The opaque region; nil if none is set.
  public var opaqueRegion: [FrameRectangle]?
  /// The input region; nil for everywhere.
  public var inputRegion: [FrameRectangle]?
  /// `wp_viewport.set_destination`; nil if not set.
  public var destination: (width: Int32, height: Int32)?
  /// The window's title.
  public var title = ""
  /// The window's application.
  public var appID = ""
  /// Whether the window has asked for the full screen, and not given it back.
  public var wantsFullscreen = false
  /// What holds for a strip; nil for anything else.
  public var layer: LayerProperties?
  /// The serials of the configures that were acknowledged.
  public var acknowledged: [UInt32] = []
  /// The serial of the last configure.
  public var lastConfigure: UInt32 = 0
}
