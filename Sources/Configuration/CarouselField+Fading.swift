extension CarouselField {
  /// How the tiles fade with their distance from the middle.
  static let fading: [CarouselField] = [
    CarouselField(
      ConfigurationKey(
        .carousel, "fade-min", .number(-1000...1000),
        otherwise: "0 in the inverted time machine; never in the other layouts, except "
          + "that in a carousel that wraps tiles fade where they leave for the other end, and in the rotary "
          + "ones behind the others",
        example: "-3",
        "The place, in tiles from the middle, before which tiles begin to fade. Places before the "
          + "middle are negative."),
      \.details.fadeMin),
    CarouselField(
      ConfigurationKey(
        .carousel, "fade-max", .number(-1000...1000),
        otherwise: "0 in the time machine; else as for fade-min", example: "3",
        "The place, in tiles from the middle, behind which tiles begin to fade."),
      \.details.fadeMax),
    CarouselField(
      ConfigurationKey(
        .carousel, "fade-range", .number(0...1000), otherwise: "1", example: "2",
        "Over how many tiles the fading happens. 0 is at once."),
      \.details.fadeRange),
    CarouselField(
      ConfigurationKey(
        .carousel, "fade-min-alpha", .number(0...1), otherwise: "0", example: "0.3",
        "The opacity of a tile that has faded as far as it does: 0 is invisible, 1 does not fade."),
      \.details.fadeMinAlpha),
    CarouselField(
      ConfigurationKey(
        .carousel, "fade-depth", .number(0...1000), otherwise: "depth does not fade", example: "4",
        "How far behind the tile in the middle a tile has faded because of its depth, in tile sizes."),
      \.details.fadeDepth),
  ]
}
