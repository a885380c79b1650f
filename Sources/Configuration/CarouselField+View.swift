extension CarouselField {
  /// From where the tiles are seen.
  static let view: [CarouselField] = [
    CarouselField(
      ConfigurationKey(
        .carousel, "show-backfaces", .boolean, otherwise: "true, except in the inverted cylinder",
        example: "false",
        "Whether tiles that face away from the visitor are drawn."),
      \.details.showBackfaces),
    CarouselField(
      ConfigurationKey(
        .carousel, "reflection", .number(0...1), default: "0", example: "0.3",
        "How clearly tiles are mirrored in the ground below them, where they fade away: 0 not at all, 1 like a mirror. "
          + "It suits layouts whose tiles stand side by side."),
      \.reflection),
    CarouselField(
      ConfigurationKey(
        .carousel, "perspective", .number(-0.01...0), otherwise: "from the tile's size", example: "-0.002",
        "How strong the perspective is: minus one divided by the distance of the viewer in "
          + "points. 0 is no perspective at all."),
      \.perspective),
    CarouselField(
      ConfigurationKey(
        .carousel, "content-offset", .pair(-20000...20000), default: "[0, 0]",
        "By how many points the whole picture is moved, to the right and down."),
      \.details.contentOffset),
    CarouselField(
      ConfigurationKey(
        .carousel, "viewpoint-offset", .pair(-20000...20000), default: "[0, 0]",
        "By how many points the eye is moved, to the right and down. The tiles are then seen from "
          + "that side."),
      \.details.viewpointOffset),
    CarouselField(
      ConfigurationKey(
        .carousel, "focus-point", .pair(0...1), default: "[0.5, 0.5]",
        "Where on the screen the tile in the middle stands: [0, 0] is the upper left corner, [1, "
          + "1] the lower right one."),
      \.details.focusPoint),
    CarouselField(
      ConfigurationKey(
        .carousel, "view-change-duration", .number(0...60), default: "0.4",
        "The seconds in which perspective and viewpoint offset change when something else is asked of them, or another "
          + "size of the screen asks for another perspective. 0 is at once."),
      \.viewChangeDuration),
    CarouselField(
      ConfigurationKey(
        .carousel, "view-change-curve", .curve, default: "\"ease-in-out\"",
        "How that change spends its time."),
      \.viewChangeCurve),
    CarouselField(
      ConfigurationKey(
        .carousel, "clips-to-bounds", .boolean, default: "true",
        "Whether what reaches beyond a shelf's own area is cut off: its tiles cover no name and no tile of another shelf then. "
          + "Where there is one shelf, its area is the screen."),
      \.details.clipsToBounds),
    CarouselField(
      ConfigurationKey(
        .carousel, "right-to-left", .boolean, default: "false",
        "Whether the first tile is on the right and the carousel turns the other way, as people "
          + "expect who read from right to left."),
      \.details.isRightToLeft),
  ]
}
