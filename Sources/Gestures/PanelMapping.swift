import RotundaGeometry

/// Where on a surface that covers the whole screen a touch panel's places are.
public struct PanelMapping: Hashable, Sendable {
  /// Size of the surface in points, as it is looked at.
  public var size: Size
  /// How the picture is turned on its way to the screen.
  public var orientation: PanelOrientation
  /// The screen's name, such as "HDMI-A-1"; empty when unknown. Panels that belong to another one are left out.
  public var output: String

  /// A mapping to a surface of `size` points; an empty one maps nothing.
  public init(size: Size = .zero, orientation: PanelOrientation = .normal, output: String = "") {
    self.size = size
    self.orientation = orientation
    self.output = output
  }

  /// The point of the surface at a place of the panel, which is given in shares of the panel's width and height, its
  /// calibration applied.
  ///
  /// What lies beside the screen, as a calibration can make it, is drawn to its edge. Nil when the place is no place or
  /// there is no surface.
  public func point(at place: Point) -> Point? {
    guard place.x.isFinite, place.y.isFinite, !size.isEmpty, size.width.isFinite, size.height.isFinite
    else { return nil }
    let picture = orientation.picture(of: Point(min(max(place.x, 0), 1), min(max(place.y, 0), 1)))
    return Point(picture.x * size.width, picture.y * size.height)
  }
}
