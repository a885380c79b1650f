import RotundaGeometry

/// The `[background]` section: the background behind everything.
package struct BackgroundSettings: Hashable, Sendable {
  /// One color, or an upper and a lower one; empty uses the theme's.
  package var colors: [Color] = []
  /// The picture, or the pictures of a slideshow.
  package var pictures: [IconReference] = []
  /// Seconds from one slide to the next.
  package var interval = 60.0
  /// Seconds of the transition between slides.
  package var fade = 1.5
  /// The share of the color that is mixed into pictures, 0 to 1.
  package var dimming = 0.35
  /// The source of the colors if there is neither a color nor a picture.
  package var source = Source.tile

  package enum Source: String, CaseIterable, Hashable, Sendable {
    /// The picture or the color of the tile in the middle.
    case tile
    /// The theme alone.
    case theme
  }

  /// The places where the background shows the picture of the tile in the middle.
  package var art = Art.auto

  package enum Art: String, CaseIterable, Hashable, Sendable {
    /// Above the tiles, on portrait screens only.
    case auto
    /// Behind the tiles, on all screens.
    case screen
    case none
  }

  package init() {}

  /// Whether the colors follow the tile in the middle.
  package var followsTile: Bool { source == .tile && colors.isEmpty && pictures.isEmpty }
}

// MARK: Keys

extension BackgroundSettings: SectionSettings {
  package static let section = ConfigurationSection.background
  package static var standard: BackgroundSettings { BackgroundSettings() }

  package static let fields: [SettingField<BackgroundSettings>] = [
    SettingField(
      "color", .gradient, \.colors, otherwise: "the theme's ground",
      example: "[\"#1b2a4a\", \"#0b101c\"]",
      "The background color, or an upper and a lower one. \"colour\" means the same."),
    SettingField(
      "from", .choice(BackgroundSettings.Source.allCases.map(\.rawValue)), \.source,
      """
      The source of the background's colors, without color, picture and slideshow: the picture of the
      selected tile, blurred and darkened, or the theme. Black themes keep their background.
      """),
    SettingField(
      "art", .choice(BackgroundSettings.Art.allCases.map(\.rawValue)), \.art,
      """
      Which screens show the picture of the selected tile sharply: upright screens above the tiles, all
      screens behind the tiles, or none. It needs from = "tile", details = "below" in [header], and pictures
      on most tiles.
      """),
    SettingField(
      "picture", .icon, level: .basic, otherwise: "none", example: "\"hall.jpg\"",
      """
      A picture that covers the screen, named as the icon of a tile. Parts beyond the screen are cut off.
      """,
      read: { $0.pictures.count == 1 ? .icon($0.pictures[0]) : nil },
      write: { settings, value in
        if case .icon(let picture) = value { settings.pictures = [picture] }
        if value == .nothing { settings.pictures = [] }
      }),
    SettingField(
      "slideshow", .pictures, otherwise: "none", example: "\"slides\"",
      """
      A directory of pictures (PNG, JPEG, WebP, SVG) for the background, one after another in the order of
      their names. The launcher lists them when it reads the configuration.
      """,
      read: { $0.pictures.count > 1 ? .icons($0.pictures) : nil },
      write: { settings, value in
        if case .icons(let pictures) = value { settings.pictures = pictures }
        if value == .nothing { settings.pictures = [] }
      }),
    SettingField(
      "interval", .duration(2...86400), \.interval,
      """
      The time between two pictures of the slideshow. It stops while a program has the screen.
      """),
    SettingField(
      "fade", .duration(0...10), \.fade,
      "The time in which one picture of the slideshow fades into the next."),
    SettingField(
      "dimming", .number(0...1), \.dimming,
      """
      How strongly the color covers pictures, to make tiles and text stand out. 0 shows the pictures
      unchanged.
      """),
  ]
}

extension BackgroundSettings.Source: WordSetting {}
extension BackgroundSettings.Art: WordSetting {}
