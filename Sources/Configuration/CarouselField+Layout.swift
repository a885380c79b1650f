extension CarouselField {
  /// How the tiles are arranged, beyond layout, orientation, wrap and spacing.
  static let layout: [CarouselField] = [
    CarouselField(
      ConfigurationKey(
        .carousel, "visible-items", .integer(1...1000),
        otherwise: "as many as the layout can show, at most 30", example: "15",
        "How many tiles are placed at a time at most."),
      \.details.visibleItems),
    CarouselField(
      ConfigurationKey(
        .carousel, "maximum-items-on-screen", .integer(1...1000), otherwise: "no such limit", example: "15",
        "How many tiles are placed at a time at most, where a carousel with fewer tiles than that is not to wrap, "
          + "whatever wrap says."),
      \.details.maximumItemsOnScreen),
    CarouselField(
      ConfigurationKey(
        .carousel, "count", .number(1...1000),
        otherwise: "24 in wheels and radial, 8 in the rings, 12 in the others",
        example: "12",
        "How many places there are on the whole circle of a round layout."),
      \.details.count),
    CarouselField(
      ConfigurationKey(
        .carousel, "arc", .angle(1...720), otherwise: "360", example: "180",
        "The part of the circle over which a round layout spreads its places."),
      \.details.arc),
    CarouselField(
      ConfigurationKey(
        .carousel, "radius", .number(1...20000), otherwise: "so that neighbours touch", example: "400",
        "The radius of a round layout, in points."),
      \.details.radius),
    CarouselField(
      ConfigurationKey(
        .carousel, "angle", .angle(1...180), otherwise: "from arc and count", example: "20",
        "The angle from one tile of a round layout to the next. With count, that many tiles go round so far; without, as many as make "
          + "a whole turn, or the arc."),
      \.angle),
    CarouselField(
      ConfigurationKey(
        .carousel, "tilt", .number(-4...4), otherwise: "0.52 in the cover flows, 0.3 in the time machines",
        example: "0.7",
        "How far the tiles beside the middle are turned in the cover flows, 1 being a quarter "
          + "turn; how far each step of a time machine goes to the side, in tile sizes."),
      \.details.tilt),
    CarouselField(
      ConfigurationKey(
        .carousel, "width-ratio", .number(0...10),
        otherwise: "so that neighbours stand side by side, at least 0.5 for the ellipses",
        example: "0.4",
        "Half the width of a ring or an ellipse, in widths of the screen."),
      \.details.widthRatio),
    CarouselField(
      ConfigurationKey(
        .carousel, "depth-ratio", .number(0...10),
        otherwise: "0.3 of the width for the rings, half of it for the ellipses, 0.5 for receding",
        example: "0.3",
        "Half the depth of a ring or an ellipse, in widths of the screen; for the receding line "
          + "the step back from tile to tile, in tile sizes."),
      \.details.depthRatio),
    CarouselField(
      ConfigurationKey(
        .carousel, "rotation", .number(-4...4), otherwise: "1", example: "0.5",
        "How far the tiles of an ellipse or a fan turn with it. 0 leaves them upright and facing "
          + "the visitor, 1 turns them fully."),
      \.details.rotation),
    CarouselField(
      ConfigurationKey(
        .carousel, "depth-scale", .size(0.01...4), otherwise: "[0.5, 0.5]", example: "[0.4, 0.6]",
        "How wide and how high the farthest tile of a scaled ring is, compared to the nearest. "
          + "Two different factors squeeze the tiles on their way."),
      \.details.depthScale),
    CarouselField(
      ConfigurationKey(
        .carousel, "item-extent", .number(1...10000), otherwise: "the tile's size along the way",
        example: "240",
        "The length of a tile along the way, in points, where distances shall be measured by "
          + "something else than its size."),
      \.details.itemExtent),
    CarouselField(
      ConfigurationKey(
        .carousel, "layout-change-duration", .number(0...60), default: "0.4",
        "The seconds in which the tiles fly to their new places when the layout or the size of "
          + "the screen changes, or when tiles come, go and change places; those fade in and out. 0 is at once."
      ),
      \.details.layoutChangeDuration),
  ]
}
