import Wayland

/// A client's requests for a layer surface (`zwlr_layer_surface_v1`).
public struct LayerProperties: Sendable {
  /// The namespace for the compositor's rules.
  public var namespace = ""
  /// The layer of the surface.
  public var layer = ZwlrLayerShellV1.Layer.background
  /// The anchored edges.
  public var anchor: ZwlrLayerSurfaceV1.Anchor = []
  /// The requested size; 0 for the full extent between opposite anchors.
  public var size: (width: UInt32, height: UInt32) = (0, 0)
  /// The reserved space; negative to ignore other surfaces.
  public var exclusiveZone: Int32 = 0
  /// Whether the surface wants keyboard focus.
  public var keyboardInteractivity = ZwlrLayerSurfaceV1.KeyboardInteractivity.none

  /// Whether the requests determine a size.
  var isSized: Bool {
    (size.width > 0 || anchor.isSuperset(of: [.left, .right]))
      && (size.height > 0 || anchor.isSuperset(of: [.top, .bottom]))
  }
}
