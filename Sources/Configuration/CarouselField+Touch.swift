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
  ]
}
