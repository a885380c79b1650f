import RotundaGeometry
import Scene

/// The mark in a corner that says, to who knows it, that the configuration's files are not what is shown.
extension Shell {
  /// Amber with dark writing: a warning on light and dark backgrounds alike.
  private static let markColor = Color(hex: 0xf2b134)
  private static let markInk = Color(hex: 0x1a2030)
  /// What a finger hits, in font sizes: a corner that is larger than the mark.
  private static let markReach = 3.0

  /// Whether it is shown: without tiles a message says more.
  private var hasMark: Bool { !problems.isEmpty && hasTiles && !metrics.size.isEmpty }

  /// Where it is, in points of the surface; nil when nothing is wrong.
  var markFrame: Rectangle? {
    guard hasMark else { return nil }
    let (extent, margin) = (metrics.fontSize.rounded(), (metrics.fontSize * 0.6).rounded())
    return Rectangle(
      origin: Point(metrics.size.width - margin - extent, margin), size: Size(extent, extent))
  }

  /// Whether a tap there asks what is wrong.
  func isOnMark(_ point: Point) -> Bool {
    guard let markFrame else { return false }
    let reach = max(metrics.fontSize * Self.markReach, pageMetrics.targetSide)
    return point.x >= markFrame.maxX - reach && point.y <= markFrame.origin.y + reach
  }

  /// Draws it: an exclamation mark on a disc.
  func appendMark(to frame: inout SceneFrame) {
    guard let area = markFrame else { return }
    let extent = area.size.width
    append(.color(Self.markColor), in: area, radius: extent / 2, to: &frame)
    let stroke = max(2, (extent * 0.14).rounded())
    let left = area.center.x - stroke / 2
    append(
      .color(Self.markInk),
      in: Rectangle(
        origin: Point(left, area.origin.y + extent * 0.2), size: Size(stroke, extent * 0.36)),
      radius: stroke / 2, to: &frame)
    append(
      .color(Self.markInk),
      in: Rectangle(origin: Point(left, area.origin.y + extent * 0.66), size: Size(stroke, stroke)),
      radius: stroke / 2, to: &frame)
  }
}
