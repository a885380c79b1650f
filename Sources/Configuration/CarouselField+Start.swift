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
        "How many empty cards stand before the first and behind the last tile, half of "
          + "them on either side."),
      \.placeholders),
  ]
}
