import CarouselEngine

extension CarouselField {
  /// How the carousel moves.
  static let motion: [CarouselField] = [
    CarouselField(
      ConfigurationKey(
        .carousel, "physics", .choice(ScrollPhysicsKind.allCases.map(\.rawValue)), default: "\"natural\"",
        "How the carousel answers a finger: natural as today's touchscreens do, classic as the "
          + "iCarousel library of 2010 to 2015 did."),
      \.details.physics),
    CarouselField(
      ConfigurationKey(
        .carousel, "momentum", .number(0.9...0.9999), default: "0.998",
        "What is left of the speed of a fling after one millisecond. 0.99 "
          + "stops soon, 0.998 is what touchscreens do."),
      \.details.momentum),
    CarouselField(
      ConfigurationKey(
        .carousel, "friction", .number(0.01...100), default: "1",
        "Multiplies how strongly a fling brakes. With 2 it goes half as far."),
      \.details.friction),
    CarouselField(
      ConfigurationKey(
        .carousel, "momentum-curve", .curve, otherwise: "as the physics does", example: "\"ease-out\"",
        "How a fling spends its time: a name, or the two control points of a cubic Bézier curve from 0, 0 to 1, 1. Only "
          + "curves that begin like ease-out go on as fast as the finger was."),
      \.details.momentumCurve),
    CarouselField(
      ConfigurationKey(
        .carousel, "scroll-curve", .curve, otherwise: "as the physics does", example: "[0.2, 0.8, 0.2, 1]",
        "How the carousel spends the time in which it brings a tile to the middle."),
      \.details.programmaticCurve),
    CarouselField(
      ConfigurationKey(
        .carousel, "scroll-duration", .number(0...60), default: "0.4",
        "The seconds in which the carousel brings a tile to the middle that was asked for with a tap or a key."
      ),
      \.scrollDuration),
    CarouselField(
      ConfigurationKey(
        .carousel, "deceleration-rate", .number(0...1), default: "0.95",
        "How little a fling brakes: 0 stops soonest, 1 never."),
      \.details.decelerationRate),
    CarouselField(
      ConfigurationKey(
        .carousel, "scroll-speed", .number(0.01...100), default: "1",
        "Multiplies how far a fling goes."),
      \.details.scrollSpeed),
    CarouselField(
      ConfigurationKey(
        .carousel, "offset-multiplier", .number(0.01...100),
        otherwise: "so that the tile in the middle stays under the finger", example: "1.5",
        "How many tiles pass when a finger has moved by the length of one."),
      \.details.offsetMultiplier),
    CarouselField(
      ConfigurationKey(
        .carousel, "bounces", .boolean, default: "true",
        "Whether the carousel can be pulled a little beyond its ends."),
      \.details.bounces),
    CarouselField(
      ConfigurationKey(
        .carousel, "bounce-distance", .number(0...100), default: "1",
        "How far beyond its ends, in tiles."),
      \.details.bounceDistance),
    CarouselField(
      ConfigurationKey(
        .carousel, "stop-at-item-boundary", .boolean, default: "true",
        "Whether a fling ends on a tile. One that does not stops where friction stops it, and scroll-to-item-boundary "
          + "brings it to the nearest tile from there."),
      \.details.stopsAtItemBoundary),
    CarouselField(
      ConfigurationKey(
        .carousel, "scroll-to-item-boundary", .boolean, default: "true",
        "Whether a carousel that comes to rest between two tiles goes on to the nearer one."),
      \.details.scrollsToItemBoundary),
    CarouselField(
      ConfigurationKey(
        .carousel, "autoscroll", .number(-100...100), default: "0",
        "How many tiles per second the carousel turns by itself while nobody touches it. Positive "
          + "values go towards the first tile, negative ones towards the last."),
      \.details.autoscroll),
  ]
}
