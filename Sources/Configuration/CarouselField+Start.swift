extension CarouselField {
  /// Where the carousel stands at first, and what is beside its tiles.
  static let start: [CarouselField] = [
    CarouselField(
      ConfigurationKey(
        .carousel, "start-tile", .integer(1...100_000), default: "1",
        "The tile that is in the middle at the start, counted from 1. Where there are fewer, the last one."),
      \.startTile),
    CarouselField(
      ConfigurationKey(
        .carousel, "scroll-offset", .number(-1000...100_000), otherwise: "that of the start tile",
        example: "2.5",
        "Where the carousel stands at the start, in tiles from the first one. It stays there, between two tiles too, "
          + "until somebody turns it."),
      \.scrollOffset),
    CarouselField(
      ConfigurationKey(
        .carousel, "placeholders", .integer(0...100), default: "0",
        "How many cards that open nothing stand before the first and behind the last tile, half of "
          + "them on either side: empty ones, unless placeholder says what is on them."),
      \.placeholders),
  ]
}

extension ConfigurationKey {
  /// What is on placeholders.
  public static let placeholder = ConfigurationKey(
    .carousel, "placeholder", .tiles, example: "[{ name = \"Coming soon\", picture = \"soon.jpg\" }]",
    "What is on the cards that placeholders has: a list with a single tile in braces, with the keys of a tile that say how it looks: "
      + "name, description, icon, picture, picture-fit, color and badge.")
}
