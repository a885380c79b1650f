import RotundaGeometry

/// How the picture is turned before a screen shows it: the transforms of `wl_output`, under the protocol's numbers.
///
/// A touch panel that is glued to the screen counts in the screen's own directions; whoever looks at it counts in the
/// picture's.
public enum PanelOrientation: Int32, CaseIterable, Hashable, Sendable {
  /// As it is.
  case normal = 0
  /// Turned counter-clockwise by 90 degrees.
  case turned90 = 1
  /// Turned by 180 degrees.
  case turned180 = 2
  /// Turned counter-clockwise by 270 degrees.
  case turned270 = 3
  /// Mirrored about its vertical middle line.
  case flipped = 4
  /// Mirrored, then turned counter-clockwise by 90 degrees.
  case flipped90 = 5
  /// Mirrored, then turned by 180 degrees.
  case flipped180 = 6
  /// Mirrored, then turned counter-clockwise by 270 degrees.
  case flipped270 = 7

  /// Where in the picture a place on the panel is, both in shares from the left and from the top (0…1).
  ///
  /// The inverse of what the compositor does to the picture.
  public func picture(of panel: Point) -> Point {
    let (x, y) = (panel.x, panel.y)
    return switch self {
    case .normal: Point(x, y)
    case .turned90: Point(1 - y, x)
    case .turned180: Point(1 - x, 1 - y)
    case .turned270: Point(y, 1 - x)
    case .flipped: Point(1 - x, y)
    case .flipped90: Point(y, x)
    case .flipped180: Point(x, 1 - y)
    case .flipped270: Point(1 - y, 1 - x)
    }
  }
}
