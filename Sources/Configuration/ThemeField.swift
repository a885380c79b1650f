import RotundaGeometry

/// A key of `[theme]`, and the part of a theme that it sets.
///
/// The decoder uses this table. The documented defaults come from the built-in themes.
package struct ThemeField: Sendable {
  package typealias Value = SettingValue

  /// The property that receives a value.
  enum Place: Sendable {
    case color(WritableKeyPath<Theme, Color> & Sendable)
    case number(WritableKeyPath<Theme, Double> & Sendable, ClosedRange<Double>)
    case font(WritableKeyPath<Theme, String> & Sendable)
  }

  /// The documentation of the key.
  package let key: ConfigurationKey
  private let place: Place

  init(_ name: String, _ place: Place, _ words: String) {
    self.place = place
    let kind: ConfigurationKey.Kind =
      switch place {
      case .color: .color
      case .number(_, let range): .number(range)
      case .font: .font
      }
    key = ConfigurationKey(
      .theme, name, kind, otherwise: Self.defaults(place), example: Self.example(place), words)
  }

  /// Applies a value. A value of another type than the key's changes nothing.
  package func set(_ value: Value, in theme: inout Theme) {
    switch (place, value) {
    case (.color(let path), .color(let color)): theme[keyPath: path] = color
    case (.number(let path, _), .number(let number)): theme[keyPath: path] = number
    case (.font(let path), .text(let text)): theme[keyPath: path] = text
    default: break
    }
  }

  /// Returns the values of the built-in themes.
  private static func defaults(_ place: Place) -> String {
    let values = Theme.Name.allCases.map { text(place, Theme($0)) }
    guard Set(values).count > 1 else { return values[0] }
    return zip(Theme.Name.allCases, values).map { "\($1) in \($0.rawValue)" }.joined(separator: ", ")
  }

  private static func example(_ place: Place) -> String { text(place, Theme(.light)) }

  private static func text(_ place: Place, _ theme: Theme) -> String {
    switch place {
    case .color(let path): return "\"\(theme[keyPath: path].hexText)\""
    case .number(let path, _):
      let number = theme[keyPath: path]
      return number == number.rounded() ? "\(Int(number))" : "\(number)"
    case .font(let path): return "\"\(theme[keyPath: path])\""
    }
  }
}

extension Color {
  /// The color as a configuration contains it.
  package var hexText: String {
    let channels = alpha < 1 ? [red, green, blue, alpha] : [red, green, blue]
    return "#"
      + channels.map { channel in
        let digits = String(Int((min(max(channel, 0), 1) * 255).rounded()), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }
}

extension ThemeField {
  /// Every key of `[theme]` beyond the first few, in the order of the documentation.
  package static let all: [ThemeField] = colors + measures + lights + fonts

  private static let colors: [ThemeField] = [
    ThemeField(
      "ground", .color(\.background),
      "The color of pages, and of the background if [background] has no color."),
    ThemeField("card", .color(\.card), "The color of tiles without one of their own."),
    ThemeField("card-text", .color(\.cardText), "The color of the names on tiles."),
    ThemeField("card-detail", .color(\.cardDetail), "The color of the second line on tiles."),
    ThemeField("border", .color(\.border), "The color of the line around a tile."),
    ThemeField(
      "band", .color(\.scrim),
      """
      The color of the shade behind the name, on tiles with a full picture. Its opacity is that of the lower
      edge, and it fades out upward. A dark shade takes a little of the picture's hue.
      """),
    ThemeField("band-text", .color(\.scrimText), "The color of text on that shade."),
    ThemeField("badge", .color(\.badge), "The color of the badge on a tile."),
    ThemeField("badge-text", .color(\.badgeText), "The color of text on the badge of a tile."),
    ThemeField(
      "running", .color(\.running),
      """
      The color of the mark on a tile with a running program, a disc. Before its first window, the mark is a
      faint ring. It is an amber hourglass for a program without a window for ten seconds, or one that is
      stopped or frozen. It is a red cross after a failure. The launcher darkens it, or makes it black or
      white, where it would be hard to see.
      """),
    ThemeField("shadow", .color(\.shadow), "The color of the shadows around tiles, with their opacity."),
    ThemeField("title", .color(\.title), "The color of the names above shelves."),
    ThemeField("header", .color(\.header), "The color of the title and the clock."),
    ThemeField("quiet", .color(\.quiet), "The color of the date, and of the dots that show the place."),
    ThemeField("notice", .color(\.notice), "The color of the card behind a message."),
    ThemeField("notice-title", .color(\.noticeTitle), "The color of a message's first line."),
    ThemeField("notice-detail", .color(\.noticeDetail), "The color of a message's other lines."),
    ThemeField("heading", .color(\.pageHeading), "The color of the headings on the system page."),
    ThemeField("progress", .color(\.progress), "The color of the progress of a starting program."),
  ]

  private static let measures: [ThemeField] = [
    ThemeField(
      "corner-radius", .number(\.cornerRadius, 0...0.5),
      "The radius of a tile's corners, in tile sizes. 0.5 makes a square tile a circle."
    ),
    ThemeField(
      "margin", .number(\.margin, 0...0.3),
      "The margin inside a tile, in tile sizes."),
    ThemeField(
      "border-width", .number(\.leastBorder, 0...20),
      "The thickness of the line around a tile, in points. 0 is no line."),
    ThemeField(
      "outline", .number(\.outline, 0...0.5),
      """
      The least thickness of that line, in heights of usual letters, for screens of all sizes. 0 uses
      border-width.
      """),
    ThemeField(
      "least-target", .number(\.leastTarget, 0...30),
      """
      The least size of targets for fingers, in millimeters. The default is 9, and 12 at the edges of the
      screen. 22 suits gloves. Small screens have as much as fits.
      """),
    ThemeField(
      "least-slop", .number(\.leastSlop, 0...15),
      """
      How far a finger may move during a tap, in millimeters, if that is more than touch-slop in [gestures].
      5 suits gloves and machines that shake. 0 leaves it to touch-slop.
      """),
    ThemeField(
      "rim-light", .number(\.rimLight, 0...1),
      "The opacity of the line of light along a tile's upper edge. It fades downward. 0 is no line."),
    ThemeField(
      "shadow-size", .number(\.shadowSize, 0...0.5),
      "The size of a tile's shadow, in tile sizes. 0 is no shadow."),
    ThemeField(
      "notice-radius-scale", .number(\.noticeRadiusScale, 0...4),
      "A factor for the radius of a message's corners. 0 is no radius."),
    ThemeField(
      "notice-margin-scale", .number(\.noticeMarginScale, 0.2...4),
      "A factor for the margin around the text of a message."),
    ThemeField(
      "screen-margin-scale", .number(\.screenMarginScale, 0...5),
      "A factor for the margin at the edges of the screen."),
  ]

  private static let lights: [ThemeField] = [
    ThemeField(
      "shading", .number(\.shading, 0...2),
      "The strength of light from above on a tile. 0 makes it flat."),
    ThemeField(
      "side-light", .number(\.sideLight, 0...1),
      """
      The brightness of tiles beside the selected one, which has 1. Farther tiles are darker. A bright
      background veils them instead, by 0.22 at most.
      """),
    ThemeField("far-light", .number(\.farLight, 0...1), "The brightness of the darkest tiles."),
    ThemeField(
      "covered-light", .number(\.coveredLight, 0...1),
      "The brightness of the other tiles while a program opens."),
  ]

  private static let fonts: [ThemeField] = [
    ThemeField(
      "font", .font(\.fontFamily),
      """
      The font of tiles and messages: a family, or several with commas between them. The first installed one
      counts.
      """),
    ThemeField(
      "title-font", .font(\.titleFontFamily),
      "The font of the names above shelves, of the title and of the clock."),
  ]
}
