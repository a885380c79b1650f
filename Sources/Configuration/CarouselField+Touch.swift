import Geometry

extension CarouselField {
  /// What fingers may do.
  static let touch: [CarouselField] = [
    CarouselField(
      ConfigurationKey(
        .carousel, "scroll-enabled", .boolean, default: "true",
        "Whether fingers can turn the carousel."),
      .boolean { $0.details.isScrollEnabled = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "paging", .boolean, default: "false",
        "Whether a fling goes one tile at most."),
      .boolean { $0.details.isPagingEnabled = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "tap-enabled", .boolean, default: "true",
        "Whether taps on tiles are answered."),
      .boolean { $0.details.isTapEnabled = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "center-item-when-selected", .boolean, default: "true",
        "Whether a tap on a tile beside the middle brings it there first, so that a second tap "
          + "opens it. Without, the first tap opens it where it stands."),
      .boolean { $0.details.centersItemWhenSelected = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "ignore-perpendicular-swipes", .boolean, default: "true",
        "Whether a swipe across the way of the tiles leaves the carousel alone."),
      .boolean { $0.details.ignoresPerpendicularSwipes = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "pan-vector", .pair(-1000...1000), otherwise: "against the way of the tiles",
        example: "[-1, 0]",
        "The direction in which a finger turns the carousel forward, as [to the right, down] of "
          + "any length. [-1, -1] is a swipe to the upper left."),
      .pair { $0.details.panVector = Point($1, $2) }),
    CarouselField(
      ConfigurationKey(
        .carousel, "pan-area", .area(0...1), otherwise: "the whole screen", example: "[0, 0.5, 1, 0.5]",
        "The part of the screen in which a finger can take hold of the carousel, in widths and heights of the screen from its "
          + "upper left corner. [0, 0.5, 1, 0.5] is its lower half."),
      .area { $0.details.panArea = Rectangle(origin: Point($1[0], $1[1]), size: Size($1[2], $1[3])) }),
  ]
}
