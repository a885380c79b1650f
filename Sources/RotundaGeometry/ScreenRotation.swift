/// How far the picture is turned on the screen: clockwise, in degrees, as seen by who stands before it.
package enum ScreenRotation: Int, CaseIterable, Hashable, Sendable {
  /// The upper edge of the picture is the upper edge of the panel.
  case none = 0
  /// The upper edge of the picture is the right edge of the panel.
  case right = 90
  /// The picture stands on its head.
  case upsideDown = 180
  /// The upper edge of the picture is the left edge of the panel.
  case left = 270

  /// The value of `wl_output.transform`, which counts quarters counter-clockwise.
  package var waylandTransform: Int { (360 - rawValue) % 360 / 90 }

  /// The rotation that a value of `wl_output.transform` stands for; nil for a mirrored picture.
  package init?(waylandTransform: Int) {
    guard let rotation = Self.allCases.first(where: { $0.waylandTransform == waylandTransform }) else {
      return nil
    }
    self = rotation
  }
}
