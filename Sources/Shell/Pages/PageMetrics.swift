import Gestures
import RotundaGeometry
import Scene

/// The layout of a full-screen page. Lengths are in points, and places from the middle of the screen.
struct PageMetrics {
  let metrics: Metrics
  /// Points per millimeter.
  let pointsPerMillimeter: Double

  /// The least extent of touch areas, in millimeters. Accessibility guidelines for public machines require 9
  /// mm.
  static let target = 9.0
  /// The least extent of controls at the edges of the screen, in millimeters. Visitors press them in passing,
  /// without looking.
  static let chrome = 12.0
  /// The greatest width of lines, in heights of letters: readers can follow about 66 letters.
  private static let widestLine = 32.0

  init(_ metrics: Metrics, pointsPerMillimeter: Double?) {
    self.metrics = metrics
    self.pointsPerMillimeter = pointsPerMillimeter ?? Thresholds.defaultPointsPerMillimeter
  }

  private var edge: Double { (metrics.padding * 1.6).rounded() }

  /// The least side of touch areas.
  var targetSide: Double {
    side(Self.target)
  }

  /// The least extent of controls at the edges of the screen.
  var chromeSide: Double {
    side(Self.chrome)
  }

  private func side(_ millimeters: Double) -> Double {
    let most = min(metrics.size.width, metrics.size.height) / 4
    return min(max(millimeters, metrics.leastTarget) * pointsPerMillimeter, most).rounded()
  }

  /// The row of controls at the lower edge, within reach of all visitors. Controls that close or lead back
  /// are at its beginning. In points from the upper left corner of the surface.
  var foot: Rectangle {
    let margin = (metrics.plainFontSize * 1.1).rounded()
    // Large letters need higher pills, as far as the screen has room.
    let height = max(chromeSide, min(metrics.fontSize * 1.9, metrics.size.height / 9)).rounded()
    return Rectangle(
      origin: Point(margin, metrics.size.height - margin - height),
      size: Size(max(height, metrics.size.width - 2 * margin), height))
  }

  /// The column of a page's text, as high as the screen.
  var column: Rectangle {
    let width = min(metrics.size.width - 2 * edge, metrics.fontSize * Self.widestLine).rounded()
    return Rectangle(center: .zero, size: Size(max(1, width), metrics.size.height))
  }

  /// The free room above the first line and below the last one, which visitors can scroll clear of the close
  /// control.
  var margins: (top: Double, bottom: Double) { (edge, edge + foot.size.height + metrics.padding) }

  /// The close control, in points from the upper left corner of the screen.
  var closeFrame: Rectangle {
    let foot = foot
    return Rectangle(origin: foot.origin, size: Size(foot.size.height, foot.size.height))
  }

  /// The close control, from the middle of the screen.
  var close: Rectangle {
    let frame = closeFrame
    return Rectangle(
      origin: frame.origin - Point(metrics.size.width / 2, metrics.size.height / 2), size: frame.size)
  }

  /// The line along the upper edge that shows the reading progress, at full length.
  var progress: Rectangle {
    let height = max(3, (metrics.plainFontSize * 0.16).rounded())
    return Rectangle(
      origin: Point(-metrics.size.width / 2, -metrics.size.height / 2), size: Size(metrics.size.width, height)
    )
  }
}

/// A plane in space to draw on: the screen, or a tile's card.
///
/// Places on it are in points from its middle.
struct Plane {
  /// The transform from the plane to the screen.
  var transform = Transform.identity
  /// The opacity, 0 to 1.
  var opacity = 1.0
  /// The brightness, 0 to 1.
  var brightness = 1.0
  /// The area to which content is clipped; nil for no clipping.
  var clip: Rectangle?
  /// The fade of a reflection: the heights at which it is gone and complete, downward. Nil for the original.
  var fade: (gone: Double, whole: Double)?

  /// Appends the visible part of a rectangle to a frame.
  ///
  /// - Parameters:
  ///   - corner: The radius of its corners, in points.
  ///   - part: The part of its picture to show.
  func append(
    _ fill: Sprite.Fill, in area: Rectangle, corner: Double = 0, opacity: Double = 1,
    part: Rectangle = Sprite.whole, to frame: inout SceneFrame
  ) {
    guard opacity > 0, let seen = clip.map({ area.intersection($0) }) ?? area else { return }
    // Mirrored text is illegible.
    if fade != nil, case .picture(let picture, _) = fill, case .text = picture.content { return }
    var sprite = Sprite(
      fill, size: seen.size, transform: transform.translated(seen.center.x, seen.center.y, 0),
      cornerRadius: corner, opacity: opacity * self.opacity, brightness: brightness)
    sprite.part = part
    if seen != area {
      let way = seen.origin - area.origin
      let (across, down) = (part.size.width / area.size.width, part.size.height / area.size.height)
      sprite.part = Rectangle(
        origin: part.origin + Point(way.x * across, way.y * down),
        size: Size(seen.size.width * across, seen.size.height * down))
    }
    if let fade { mirror(&sprite, from: seen.origin.y, to: seen.maxY, fade) }
    frame.sprites.append(sprite)
  }

  private func mirror(
    _ sprite: inout Sprite, from top: Double, to bottom: Double, _ fade: (gone: Double, whole: Double)
  ) {
    func share(_ place: Double) -> Double {
      min(max(0, (place - fade.gone) / max(1e-9, fade.whole - fade.gone)), 1)
    }
    sprite.reflection = .detail
    sprite.upperOpacity = share(bottom) > 0 ? share(top) / share(bottom) : 0
    sprite.opacity *= share(bottom)
  }

  /// Appends text with its upper left corner at `corner`. Skips text that has not been measured.
  func append(_ writing: Writing, at corner: Point, scale: Double, to frame: inout SceneFrame) {
    guard let extent = writing.extent(scale: scale) else { return }
    append(
      .picture(writing.picture, placeholder: .clear), in: Rectangle(origin: corner, size: extent), to: &frame)
  }

  /// Appends text with its middle at `center`. Skips text that has not been measured.
  func append(_ writing: Writing, around center: Point, scale: Double, to frame: inout SceneFrame) {
    guard let extent = writing.extent(scale: scale) else { return }
    append(
      .picture(writing.picture, placeholder: .clear), in: Rectangle(center: center, size: extent), to: &frame)
  }
}

extension Plane {
  /// The width of a switch and the size of its knob, in heights of the switch, and the opacity of a switch
  /// that is off.
  private static let (switchWidth, switchKnob, switchOff) = (1.75, 0.78, 0.35)

  /// Draws a switch with the middle of its end at `end`.
  func appendSwitch(
    isOn: Bool, endingAt end: Point, height: Double, on: Color, off: Color, knob: Color,
    to frame: inout SceneFrame
  ) {
    let (width, side) = (height * Self.switchWidth, height * Self.switchKnob)
    let track = Rectangle(center: end - Point(width / 2, 0), size: Size(width, height))
    let way = (width - height) / 2
    append(
      .color(isOn ? on : off), in: track, corner: height / 2, opacity: isOn ? 1 : Self.switchOff, to: &frame)
    append(
      .color(knob),
      in: Rectangle(center: track.center + Point(isOn ? way : -way, 0), size: Size(side, side)),
      corner: side / 2, to: &frame)
  }
}
