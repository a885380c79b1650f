import CarouselEngine

extension CarouselField {
  /// How the carousel moves.
  static let motion: [CarouselField] = [
    CarouselField(
      ConfigurationKey(
        .carousel, "physics", .choice(ScrollPhysicsKind.allCases.map(\.rawValue)), default: "\"natural\"",
        "How the carousel answers a finger: natural as today's touchscreens do, classic as the "
          + "iCarousel library of 2010 to 2015 did."),
      .word { if let kind = ScrollPhysicsKind(rawValue: $1) { $0.details.physics = kind } }),
    CarouselField(
      ConfigurationKey(
        .carousel, "momentum", .number(0.9...0.9999), default: "0.998",
        "What is left of the speed of a fling after one millisecond, with natural physics. 0.99 "
          + "stops soon, 0.998 is what touchscreens do."),
      .number { $0.details.momentum = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "friction", .number(0.01...100), default: "1",
        "Multiplies how strongly a fling brakes. With 2 it goes half as far."),
      .number { $0.details.friction = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "momentum-curve", .curve, otherwise: "as the physics does", example: "\"ease-out\"",
        "How a fling spends its time: a name, or the two control points of a cubic Bézier curve from 0, 0 to 1, 1. Only "
          + "curves that begin like ease-out go on as fast as the finger was."),
      .curve { $0.details.momentumCurve = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "scroll-curve", .curve, otherwise: "as the physics does", example: "[0.2, 0.8, 0.2, 1]",
        "How the carousel spends the time in which it brings a tile to the middle."),
      .curve { $0.details.programmaticCurve = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "scroll-duration", .number(0...60), default: "0.4",
        "The seconds in which the carousel brings a tile to the middle that was asked for with a tap or a key."
      ),
      .number { $0.scrollDuration = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "deceleration-rate", .number(0...1), default: "0.95",
        "How little a fling brakes, with classic physics: 0 stops soonest, 1 never."),
      .number { $0.details.decelerationRate = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "scroll-speed", .number(0.01...100), default: "1",
        "Multiplies how far a fling goes."),
      .number { $0.details.scrollSpeed = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "offset-multiplier", .number(0.01...100),
        otherwise: "so that the tile in the middle stays under the finger", example: "1.5",
        "How many tiles pass when a finger has moved by the length of one."),
      .number { $0.details.offsetMultiplier = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "bounces", .boolean, default: "true",
        "Whether a carousel without wrap can be pulled a little beyond its ends."),
      .boolean { $0.details.bounces = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "bounce-distance", .number(0...100), default: "1",
        "How far beyond its ends, in tiles."),
      .number { $0.details.bounceDistance = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "stop-at-item-boundary", .boolean, default: "true",
        "Whether a fling ends on a tile."),
      .boolean { $0.details.stopsAtItemBoundary = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "scroll-to-item-boundary", .boolean, default: "true",
        "Whether a carousel that comes to rest between two tiles goes on to the nearer one."),
      .boolean { $0.details.scrollsToItemBoundary = $1 }),
    CarouselField(
      ConfigurationKey(
        .carousel, "autoscroll", .number(-100...100), default: "0",
        "How many tiles per second the carousel turns by itself while nobody touches it. Positive "
          + "values go towards the first tile, negative ones towards the last."),
      .number { $0.details.autoscroll = $1 }),
  ]
}
