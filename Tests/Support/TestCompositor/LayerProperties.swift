import Wayland

/// What a client has asked for on behalf of a strip at an edge (`zwlr_layer_surface_v1`).
public struct LayerProperties: Sendable {
  /// What it is called for the compositor's rules.
  public var namespace = ""
  /// Above or below what it lies.
  public var layer = ZwlrLayerShellV1.Layer.background
  /// The sides that it is held at.
  public var anchor: ZwlrLayerSurfaceV1.Anchor = []
  /// The size asked for; 0 from side to side.
  public var size: (width: UInt32, height: UInt32) = (0, 0)
  /// How much room others are to leave; negative when it ignores other surfaces.
  public var exclusiveZone: Int32 = 0
  /// Whether it wants the keyboard.
  public var keyboardInteractivity = ZwlrLayerSurfaceV1.KeyboardInteractivity.none

  /// Whether its size follows from what was asked for.
  var isSized: Bool {
    (size.width > 0 || anchor.isSuperset(of: [.left, .right]))
      && (size.height > 0 || anchor.isSuperset(of: [.top, .bottom]))
  }
}
