extension CarouselField {
  /// What fingers may do.
  static let touch: [CarouselField] = [
    CarouselField(
      ConfigurationKey(
        .carousel, "scroll-enabled", .boolean, default: "true",
        "Whether fingers can turn the carousel."),
      \.details.isScrollEnabled),
    CarouselField(
      ConfigurationKey(
        .carousel, "paging", .boolean, default: "false",
        "Whether a fling goes one tile at most."),
      \.details.isPagingEnabled),
    CarouselField(
      ConfigurationKey(
        .carousel, "tap-enabled", .boolean, default: "true",
        "Whether taps on tiles are answered."),
      \.details.isTapEnabled),
    CarouselField(
      ConfigurationKey(
        .carousel, "center-item-when-selected", .boolean, default: "true",
        "Whether a tap on a tile beside the middle brings it there first, so that a second tap "
          + "opens it. Without, the first tap opens it where it stands."),
      \.details.centersItemWhenSelected),
    CarouselField(
      ConfigurationKey(
        .carousel, "ignore-perpendicular-swipes", .boolean, default: "true",
        "Whether a swipe across the way of the tiles leaves the carousel alone."),
      \.details.ignoresPerpendicularSwipes),
    CarouselField(
      ConfigurationKey(
        .carousel, "pan-vector", .pair(-1000...1000), otherwise: "against the way of the tiles",
        example: "[-1, 0]",
        "The direction in which a finger turns the carousel forward, as [to the right, down] of "
          + "any length. [-1, -1] is a swipe to the upper left."),
      \.details.panVector),
    CarouselField(
      ConfigurationKey(
        .carousel, "pan-area", .area(0...1), otherwise: "the whole screen", example: "[0, 0.5, 1, 0.5]",
        "The part of the screen in which a finger can take hold of the carousel, in widths and heights of the screen from its "
          + "upper left corner. [0, 0.5, 1, 0.5] is its lower half."),
      \.details.panArea),
  ]
}
