import Configuration
import RotundaGeometry
import Scene

/// What everything on the screen depends on: its size, the theme, the language, and the time.
struct Environment {
  /// The latest time seen. Frames are drawn for a time to come, so an event may be older than the last frame.
  var time = 0.0
  /// What is written on the screen, in the visitor's language.
  var words = Words.english
  /// Colours and fonts: those of the configuration, with the visitor's adjustments.
  var theme: Theme
  var metrics = Metrics(size: .zero)
  /// Pixels to a point.
  var scale = 1.0
  /// How many points of the surface are a millimetre, where that is known.
  var pointsPerMillimeter: Double?
  /// Whether left and right are to change places, where that is said.
  var wantsMirror: Bool?
  var readsRightToLeft = false

  /// Whether left and right have changed places.
  var isMirrored: Bool { wantsMirror ?? readsRightToLeft }
  var pageMetrics: PageMetrics { PageMetrics(metrics, pointsPerMillimeter: pointsPerMillimeter) }
  /// All of the surface, from its upper left corner.
  var screen: Rectangle { Rectangle(origin: .zero, size: metrics.size) }

  /// A block of writing in the theme's font, in at most so many points.
  func label(
    _ text: String, size: Double, color: Color, within room: Size, isBold: Bool = false,
    alignment: TextBlock.Alignment = .natural
  ) -> Writing {
    let block = TextBlock(
      text, color: color, fontSize: size, fontFamily: theme.fontFamily, language: theme.language,
      isBold: isBold, alignment: alignment)
    return Writing(block, within: room, scale: scale)
  }
}

extension SceneFrame {
  /// Adds a rectangle; places are in points from the upper left corner of the surface.
  mutating func append(_ fill: Sprite.Fill, in area: Rectangle, radius: Double = 0) {
    let center = area.center - Point(size.width / 2, size.height / 2)
    sprites.append(
      Sprite(
        fill, size: area.size, transform: .identity.translated(center.x, center.y, 0), cornerRadius: radius))
  }

  /// Adds writing with its upper left corner at `corner`; returns where it ends below. What has no measure yet is left out.
  @discardableResult
  mutating func append(_ writing: Writing, at corner: Point, scale: Double) -> Double {
    guard let extent = writing.extent(scale: scale) else { return corner.y }
    append(
      .picture(writing.picture, placeholder: .clear), in: Rectangle(origin: corner, size: extent))
    return corner.y + extent.height
  }

  /// Adds writing with its middle at `center`, on whole points.
  mutating func append(_ writing: Writing, around center: Point, scale: Double) {
    guard let extent = writing.extent(scale: scale) else { return }
    let corner = center - Point(extent.width / 2, extent.height / 2)
    append(writing, at: Point(corner.x.rounded(), corner.y.rounded()), scale: scale)
  }

  /// Makes everything from a sprite on less opaque.
  mutating func fade(from first: Int, by opacity: Double) {
    for index in first..<sprites.count { sprites[index].opacity *= opacity }
  }
}

extension SceneFrame {
  /// Adds the line around a card, where the theme has one.
  mutating func appendBorder(_ theme: Theme, around area: Rectangle, radius: Double) {
    guard theme.borderWidth > 0 else { return }
    let wider = area.inset(by: -theme.borderWidth)
    append(.color(theme.border), in: wider, radius: radius + theme.borderWidth)
    append(.color(theme.background), in: area, radius: radius)
  }
}

extension Rectangle {
  /// So many times as large, about its middle.
  func scaled(by factor: Double) -> Rectangle {
    Rectangle(center: center, size: Size(size.width * factor, size.height * factor))
  }
}
