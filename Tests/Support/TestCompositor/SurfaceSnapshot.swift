import Wayland

/// The state of a surface after its last commit.
public struct SurfaceSnapshot: Sendable {
  /// The role of a surface.
  public enum Role: Hashable, Sendable {
    /// No role yet.
    case none
    /// A window (`xdg_toplevel`).
    case toplevel
    /// A layer surface at an edge (`zwlr_layer_surface_v1`).
    case layer
    /// Any other role, such as a cursor or a subsurface.
    case other
  }

  /// The object ID of the `wl_surface`.
  public var id: UInt32 = 0
  /// The surface's role.
  public var role = Role.none
  /// The number of commits, with or without a buffer.
  public var commits = 0
  /// The number of commits with a new buffer.
  public var frames = 0
  /// The content; nil while the surface is not mapped.
  public var pixels: PixelSnapshot?
  /// `wl_surface.set_buffer_scale`
  public var scale: Int32 = 1
  /// `wl_surface.set_buffer_transform`
  public var transform = WlOutput.Transform.normal
  /// The damage of the last commit, in the surface's coordinates.
  public var surfaceDamage: [FrameRectangle] = []
  /// The damage of the last commit, in the buffer's pixels.
  public var bufferDamage: [FrameRectangle] = []
  /// The opaque region; nil if not set.
  public var opaqueRegion: [FrameRectangle]?
  /// The input region; nil for the whole surface.
  public var inputRegion: [FrameRectangle]?
  /// `wp_viewport.set_destination`; nil if not set.
  public var destination: (width: Int32, height: Int32)?
  /// The window's title.
  public var title = ""
  /// The window's app ID.
  public var appID = ""
  /// Whether the window's last request was for full screen.
  public var wantsFullscreen = false
  /// The properties of a layer surface; nil for other roles.
  public var layer: LayerProperties?
  /// The serials of the acknowledged configure events.
  public var acknowledged: [UInt32] = []
  /// The serial of the last configure event.
  public var lastConfigure: UInt32 = 0
}
