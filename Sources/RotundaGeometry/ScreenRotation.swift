/// The rotation of the picture on the screen: clockwise, in degrees, as a person in front of the screen sees
/// it.
package enum ScreenRotation: Int, CaseIterable, Hashable, Sendable {
  /// The upper edge of the picture is the upper edge of the panel.
  case upright = 0
  /// The upper edge of the picture is the right edge of the panel.
  case right = 90
  /// The picture is upside down.
  case upsideDown = 180
  /// The upper edge of the picture is the left edge of the panel.
  case left = 270

  /// The value of `wl_output.transform`, which counts quarters counterclockwise.
  package var waylandTransform: Int { (360 - rawValue) % 360 / 90 }

  /// Creates the rotation for a value of `wl_output.transform`. Returns nil for a mirrored picture.
  package init?(waylandTransform: Int) {
    guard let rotation = Self.allCases.first(where: { $0.waylandTransform == waylandTransform }) else {
      return nil
    }
    self = rotation
  }
}
