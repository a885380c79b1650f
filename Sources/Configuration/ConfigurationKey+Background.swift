/// The keys of `[background]` and `[header]`.
extension ConfigurationKey {
  /// The colour behind everything.
  public static let backgroundColor = ConfigurationKey(
    .background, "color", .gradient, otherwise: "the theme's background",
    example: "[\"#1b2a4a\", \"#0b101c\"]",
    "The colour behind everything, or an upper and a lower one. colour means the same.")

  /// The picture behind everything.
  public static let backgroundPicture = ConfigurationKey(
    .background, "picture", .icon, otherwise: "none", example: "\"hall.jpg\"",
    "A picture that covers the screen, named like the icon of a tile. What reaches beyond the screen is cut off."
  )

  /// Pictures that follow each other.
  public static let slideshow = ConfigurationKey(
    .background, "slideshow", .directory, otherwise: "none", example: "\"slides\"",
    "A directory of pictures (PNG, JPEG, WebP, SVG) that take turns behind everything, in the order of their names. They are "
      + "listed when the configuration is read.")

  /// How long each picture stays.
  public static let slideInterval = ConfigurationKey(
    .background, "interval", .number(2...86400), default: "60",
    "The seconds from one picture of the slideshow to the next. While a program has the screen, nothing changes."
  )

  /// How long pictures fade into each other.
  public static let slideFade = ConfigurationKey(
    .background, "fade", .number(0...10), default: "1.5",
    "The seconds in which one picture of the slideshow gives way to the next.")

  /// How far pictures step back.
  public static let backgroundDimming = ConfigurationKey(
    .background, "dimming", .number(0...1), default: "0.35",
    "How far pictures are mixed with the colour, so that tiles and writing stand out: 0 shows them as they are."
  )

  /// What is written at the upper edge.
  public static let headerTitle = ConfigurationKey(
    .header, "title", .text, otherwise: "none", example: "\"Town museum\"",
    "What is written at the upper edge of the screen. Translated like the name of a tile.")

  /// The picture beside the title.
  public static let headerLogo = ConfigurationKey(
    .header, "logo", .icon, otherwise: "none", example: "\"logo.svg\"",
    "A picture at the upper edge of the screen, beside the title, named like the icon of a tile.")

  /// The time of day.
  public static let headerClock = ConfigurationKey(
    .header, "clock", .choice(HeaderSettings.Clock.allCases.map(\.rawValue)), default: "\"none\"",
    "Whether the time of day stands at the upper edge: as the language has it, from 0 to 23 hours, or twice from 1 to 12. The "
      + "launcher wakes up once a minute for it.")

  /// The date.
  public static let headerDate = ConfigurationKey(
    .header, "date", .choice(HeaderSettings.Date.allCases.map(\.rawValue)), default: "\"none\"",
    "Whether the date stands at the upper edge: weekday, day and month, or the year too.")

  /// Which tile is in the middle.
  public static let indicator = ConfigurationKey(
    .header, "indicator", .choice(HeaderSettings.Indicator.allCases.map(\.rawValue)), default: "\"none\"",
    "What at the lower edge shows which tile is in the middle: a dot for each, or its number. More than "
      + "\(HeaderSettings.mostDots) tiles have their number in any case.")

  /// Whether the names of shelves are seen.
  public static let shelfNames = ConfigurationKey(
    .header, "shelf-names", .boolean, default: "true",
    "Whether the names of shelves are written above them.")

  /// Whether a message says what is opened.
  public static let openingNote = ConfigurationKey(
    .header, "opening-note", .boolean, default: "true",
    "Whether a message says what is being opened, until it is there.")

  /// All of them.
  static let background = [
    backgroundColor, backgroundPicture, slideshow, slideInterval, slideFade, backgroundDimming,
  ]
  /// All of them.
  static let header = [headerTitle, headerLogo, headerClock, headerDate, indicator, shelfNames, openingNote]
}

extension HeaderSettings {
  /// More dots than that cannot be told apart.
  public static let mostDots = 16
}
