import RotundaGeometry

/// A key of `[theme]` together with the part of a theme that it stands for.
///
/// The decoder follows this table, and the defaults that are documented are read from the built-in themes.
package struct ThemeField: Sendable {
  package typealias Value = SettingValue

  /// Where a value goes.
  enum Place: Sendable {
    case color(WritableKeyPath<Theme, Color> & Sendable)
    case number(WritableKeyPath<Theme, Double> & Sendable, ClosedRange<Double>)
    case font(WritableKeyPath<Theme, String> & Sendable)
  }

  /// What is written about it.
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

  /// Puts a value into its place. One of another type than the key's changes nothing.
  package func set(_ value: Value, in theme: inout Theme) {
    switch (place, value) {
    case (.color(let path), .color(let color)): theme[keyPath: path] = color
    case (.number(let path, _), .number(let number)): theme[keyPath: path] = number
    case (.font(let path), .text(let text)): theme[keyPath: path] = text
    default: break
    }
  }

  /// What the built-in themes have.
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
  /// The colour as a configuration has it.
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
  /// Every key of `[theme]` beyond the first few, in the order in which they are documented.
  package static let all: [ThemeField] = colors + measures + lights + fonts

  private static let colors: [ThemeField] = [
    ThemeField(
      "ground", .color(\.background),
      "The colour of pages, and of the screen behind everything where [background] has no color."),
    ThemeField("card", .color(\.card), "The colour of a tile that has none of its own."),
    ThemeField("card-text", .color(\.cardText), "The colour of the names on tiles."),
    ThemeField("card-detail", .color(\.cardDetail), "The colour of the second line on tiles."),
    ThemeField("border", .color(\.border), "The colour of the line around a tile."),
    ThemeField(
      "band", .color(\.scrim),
      """
      The colour of the shade behind the name, on tiles whose picture fills them. It is as opaque as that at the
      lower edge, and fades out upwards. A dark one has a little of the picture's own hue.
      """),
    ThemeField("band-text", .color(\.scrimText), "The colour of the writing on that shade."),
    ThemeField("badge", .color(\.badge), "The colour of the badge on a tile."),
    ThemeField("badge-text", .color(\.badgeText), "The colour of the writing on a badge."),
    ThemeField(
      "running", .color(\.running),
      """
      The colour of the mark on a tile whose program runs, a disc. Until its first window, where the
      compositor tells of windows, it is a faint ring; an amber hourglass when for ten seconds there is no
      window or when the program has been stopped or frozen; and a red cross after one that did not start or
      ended badly. On a tile where a colour would hardly be seen the mark is darker, or black or white.
      """),
    ThemeField("shadow", .color(\.shadow), "The colour of the shadows around tiles, with their opacity."),
    ThemeField("title", .color(\.title), "The colour of the names above shelves."),
    ThemeField("header", .color(\.header), "The colour of the title and the clock."),
    ThemeField("quiet", .color(\.quiet), "The colour of the date, and of the dots that show the place."),
    ThemeField("notice", .color(\.notice), "The colour of the card that a message stands on."),
    ThemeField("notice-title", .color(\.noticeTitle), "The colour of a message's first line."),
    ThemeField("notice-detail", .color(\.noticeDetail), "The colour of a message's other lines."),
    ThemeField("heading", .color(\.pageHeading), "The colour of the headings on the system's page."),
    ThemeField("progress", .color(\.progress), "The colour of what shows that a program is starting."),
  ]

  private static let measures: [ThemeField] = [
    ThemeField(
      "corner-radius", .number(\.cornerRadius, 0...0.5),
      "How far a tile's corners are rounded, in tile sizes. 0.5 makes a circle of a square tile."
    ),
    ThemeField(
      "margin", .number(\.margin, 0...0.3),
      "The free edge around what is on a tile, in tile sizes."),
    ThemeField(
      "border-width", .number(\.leastBorder, 0...20),
      "How thick the line around a tile is, in points. 0 is no line."),
    ThemeField(
      "outline", .number(\.outline, 0...0.5),
      """
      How thick that line is at least, in heights of usual letters, so that it is as thick on a large screen as on a
      small one. 0 leaves it to border-width.
      """),
    ThemeField(
      "least-target", .number(\.leastTarget, 0...30),
      """
      The least extent of what a finger has to hit, in millimetres, where that is more than the usual 9, and 12 at the
      edges of the screen. 22 suits gloves. Small screens have as much as they can give.
      """),
    ThemeField(
      "least-slop", .number(\.leastSlop, 0...15),
      """
      How far a finger may move in a tap at least, in millimetres, where that is more than touch-slop in [gestures]. 5 suits
      gloves and machines that shake. 0 leaves it to touch-slop.
      """),
    ThemeField(
      "rim-light", .number(\.rimLight, 0...1),
      "How opaque the line of light along a tile's upper edge is. It fades out downwards. 0 is no line."),
    ThemeField(
      "shadow-size", .number(\.shadowSize, 0...0.5),
      "How far a tile's shadow reaches beyond it, in tile sizes. 0 is no shadow."),
    ThemeField(
      "notice-radius-scale", .number(\.noticeRadiusScale, 0...4),
      "How much further than usual the corners of a message's card are rounded. 0 is not at all."),
    ThemeField(
      "notice-margin-scale", .number(\.noticeMarginScale, 0.2...4),
      "How much wider than usual the free edge around the writing of a message is."),
    ThemeField(
      "screen-margin-scale", .number(\.screenMarginScale, 0...5),
      "How much wider than usual the free edge of the screen is, around what stands at its edges."),
  ]

  private static let lights: [ThemeField] = [
    ThemeField(
      "shading", .number(\.shading, 0...2),
      "How strongly a tile is lit from above. 0 makes it flat."),
    ThemeField(
      "side-light", .number(\.sideLight, 0...1),
      """
      The light on the tiles beside the one in the middle, which is at 1. Farther ones have less. On a bright
      background it is that background which veils them, by so much less than 1, and by 0.22 at most.
      """),
    ThemeField("far-light", .number(\.farLight, 0...1), "The light on the tiles that have least of it."),
    ThemeField(
      "covered-light", .number(\.coveredLight, 0...1),
      "The light on the other tiles while a program is being opened."),
  ]

  private static let fonts: [ThemeField] = [
    ThemeField(
      "font", .font(\.fontFamily),
      """
      The font of tiles and messages: a family, or several with commas between, of which the first that is
      installed counts.
      """),
    ThemeField(
      "title-font", .font(\.titleFontFamily),
      "The font of the names above shelves, of the title and of the clock."),
  ]
}
