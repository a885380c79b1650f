import CarouselEngine
import RotundaGeometry

/// The keys of `[carousel]`.
package typealias CarouselField = SettingField<CarouselSettings>

extension CarouselSettings: SectionSettings {
  package static let section = ConfigurationSection.carousel
  package static var standard: CarouselSettings { CarouselSettings() }

  package static let fields: [CarouselField] =
    (usual + start + arrangement + fading + view + motion + touch).map { field in
      CarouselCondition.of(field.key).map { field.adding($0.sentence) } ?? field
    }

  private static let usual: [CarouselField] = [
    SettingField(
      "layout", .choice(CarouselSettings.layouts.map(\.rawValue)), \.layout, level: .basic,
      """
      The arrangement of the tiles. spotlight has a large tile between smaller ones. Other layouts place the
      tiles on a line, a circle, an ellipse, a drum or a wheel. Some fan them out, tilt them to both sides, or
      queue them into the distance. Inverted layouts show these from the other side. custom follows
      [[carousel.keyframe]].
      """),
    SettingField(
      "orientation", .choice(CarouselSettings.Orientation.allCases.map(\.rawValue)), \.orientation,
      level: .basic,
      "The direction of the row: left and right, or up and down."),
    SettingField(
      "wrap", .boolean, \.wrap,
      """
      Whether the first tile follows the last, and the carousel turns without an end. A row of one or two
      tiles has ends, and so has a row that center-short-rows centers.
      """),
    SettingField(
      "center-short-rows", .boolean, \.centersShortRows,
      """
      Whether a row that fits on the screen stands in the middle, with all tiles visible and without
      wrapping. Up to five tiles without a tile-size are made to fit. It applies to linear, spotlight, the
      cover flows and receding, with wrap, and without placeholders. Otherwise the selected tile is in the
      middle of the screen.
      """),
    SettingField(
      "spacing", .number(CarouselSettings.spacingRange), \.spacing,
      otherwise:
        """
        0.3 in the cover flows, 1.35 in the rotary layouts, 1.1 in linear and cylinders, 1.22 in wheels and
        radial, 1.06 in spotlight, 0.55 in the time machines, 1 in the others
        """, example: "0.5",
      """
      The distance between the centers of two tiles, in tile sizes. More than 1 leaves a gap, less lets them
      overlap.
      """),
    SettingField(
      "tile-size", .size(CarouselSettings.tileSizeRange), \.tileSize, level: .basic,
      otherwise: "derived from the screen",
      example: "[320, 400]",
      """
      The width and height of a tile, in points: pixels divided by the screen's scale. Without it, the
      launcher chooses a size for the screen. On several shelves, tiles become smaller where the next shelf
      would not fit.
      """),
    SettingField(
      "tile-aspect", .number(0.2...5), \.tileAspect, otherwise: "0.8", example: "1.7778",
      "The proportion of tiles without a tile-size: width divided by height."),
    SettingField(
      "tile-height", .number(0.1...1), \.tileHeight, otherwise: "derived from the screen", example: "0.9",
      """
      The height of such tiles, as a share of the room between header, text and dots. In a vertical carousel
      it is a share of the screen's height.
      """),
    SettingField(
      "align", .choice(Alignment.allCases.map(\.rawValue)), \.alignment,
      """
      Whether the selected tile stands in the middle of the screen, or at the margin where lines of text
      start. Only for a horizontal carousel.
      """),
  ]

  /// The initial position, and the placeholders.
  private static let start: [CarouselField] = [
    SettingField(
      "start-tile", .integer(1...100_000), \.startTile,
      """
      The tile that is selected at the start, counted from 1. If there are fewer, the last one. A cover flow
      without wrap starts with its middle tile by default.
      """),
    SettingField(
      "scroll-offset", .number(-1000...100_000), \.scrollOffset, otherwise: "that of the start tile",
      example: "2.5",
      """
      The position of the carousel at the start, in tiles from the first. It stays there, also between two
      tiles, until a visitor turns it.
      """),
    SettingField(
      "placeholders", .integer(0...100), \.placeholders,
      """
      The number of empty cards before the first and after the last tile, half of them on each side.
      placeholder defines what they show.
      """),
  ]

  /// The arrangement of the tiles, apart from layout, orientation, wrap and spacing.
  private static let arrangement: [CarouselField] = [
    SettingField(
      "visible-items", .integer(1...1000), \.details.visibleItems,
      otherwise: "as many as the layout can show, at most 30", example: "15",
      "The largest number of tiles that are placed at a time."),
    SettingField(
      "maximum-items-on-screen", .integer(1...1000), \.details.maximumItemsOnScreen,
      otherwise: "no such limit", example: "15",
      """
      The largest number of tiles that are placed at a time. A carousel with fewer tiles does not wrap.
      """),
    SettingField(
      "count", .number(1...1000), \.details.count,
      otherwise: "24 in wheels and radial, 8 in the rings, 12 in the others", example: "12",
      "The number of places on the whole circle of a round layout."),
    SettingField(
      "arc", .angle(1...720), \.details.arc, otherwise: "360", example: "180",
      "The part of the circle over which a round layout spreads its places."),
    SettingField(
      "radius", .number(1...20000), \.details.radius, otherwise: "so that neighbors touch", example: "400",
      "The radius of a round layout, in points."),
    SettingField(
      "angle-between-tiles", .angle(1...180), \.angle, otherwise: "from arc and count", example: "20",
      """
      The angle between two tiles of a round layout. With count, that many tiles go around. Without it, as
      many as make a whole turn, or the arc.
      """),
    SettingField(
      "side-tilt", .number(-4...4), \.sideTilt, otherwise: "0.78 in the cover flows, 0 for receding",
      example: "0.7",
      "The rotation of tiles beside the selected one: 1 is a quarter turn."),
    SettingField(
      "side-scale", .number(0.5...1), \.details.sideScale,
      otherwise:
        "0.76; 0.88 in rotary, cylinder, ellipse and receding; 1 in cover flows, time machines and custom",
      example: "0.85",
      """
      The size of the tiles beside the selected one, compared to it. Farther tiles are smaller still. 1
      leaves all tiles at the size of the layout.
      """),
    SettingField(
      "side-align", .choice(SideAlignment.allCases.map(\.rawValue)), \.sideAlignment,
      """
      The line on which smaller tiles stand: their centers, or their lower edges as on a shelf. In a
      vertical carousel these are the right edges.
      """),
    SettingField(
      "step-aside", .number(-4...4), \.stepAside, otherwise: "0.26", example: "0.5",
      "The sideways distance between two tiles, in tile sizes: to the right, inverted to the left."),
    SettingField(
      "step-back", .number(0...10), \.stepBack, otherwise: "0.5", example: "0.8",
      "The distance in depth between two tiles, in tile sizes."),
    SettingField(
      "ring-width", .number(0...40), \.ringWidth,
      otherwise: "so that neighbors stand side by side; half the screen or more for the ellipses",
      example: "1.6",
      "Half the width of a ring or an ellipse, in tile sizes."),
    SettingField(
      "ring-depth", .number(0...40), \.ringDepth,
      otherwise: "0.3 of the width for the rings, half of it for the ellipses", example: "0.8",
      "Half the depth of a ring or an ellipse, in tile sizes."),
    SettingField(
      "rotation", .number(-4...4), \.details.rotation, otherwise: "1", example: "0.5",
      """
      How far the tiles of an ellipse or a fan turn with it. 0 keeps them upright and facing the visitor, 1
      turns them fully.
      """),
    SettingField(
      "depth-scale", .size(0.01...4), \.details.depthScale, otherwise: "[0.5, 0.5]", example: "[0.4, 0.6]",
      """
      The width and height of the farthest tile of a scaled ring, compared to the nearest. Two different
      factors squeeze the tiles on their way.
      """),
    SettingField(
      "item-extent", .number(1...10000), \.details.itemExtent, otherwise: "the tile's size along the way",
      example: "240",
      """
      The length of a tile along the carousel, in points, if distances should not use its size.
      """),
    SettingField(
      "layout-change-duration", .duration(0...60), \.details.layoutChangeDuration,
      """
      The time in which tiles fly to new places, when the layout, the screen's size or the tiles change. New
      and removed tiles fade. 0 is at once.
      """),
  ]

  /// Keys for the fading of tiles with their distance from the middle.
  private static let fading: [CarouselField] = [
    SettingField(
      "fade-min", .number(-1000...1000), \.details.fadeMin,
      otherwise: "0 in the inverted time machine; otherwise none", example: "-3",
      """
      The place, in tiles from the middle, before which tiles begin to fade. Places before the middle are
      negative. By default, tiles of a carousel that wraps fade where they leave for the other end. In the
      rotary layouts they fade behind the others.
      """),
    SettingField(
      "fade-max", .number(-1000...1000), \.details.fadeMax,
      otherwise: "0 in the time machine; else as for fade-min", example: "3",
      "The place, in tiles from the middle, after which tiles begin to fade."),
    SettingField(
      "fade-range", .number(0...1000), \.details.fadeRange, otherwise: "1", example: "2",
      "The number of tiles over which tiles fade. 0 is at once."),
    SettingField(
      "fade-min-alpha", .number(0...1), \.details.fadeMinAlpha, otherwise: "0", example: "0.3",
      """
      The opacity of a completely faded tile: 0 is invisible, 1 turns fading off.
      """),
    SettingField(
      "fade-depth", .number(0...1000), \.details.fadeDepth, otherwise: "depth does not fade", example: "4",
      """
      The depth at which a tile has faded completely, in tile sizes behind the selected tile.
      """),
  ]

  /// The perspective and other properties of the view.
  private static let view: [CarouselField] = [
    SettingField(
      "show-backfaces", .boolean, \.details.showBackfaces, otherwise: "true, except in the inverted cylinder",
      example: "false",
      "Whether tiles that face away from the visitor are visible."),
    SettingField(
      "reflection", .number(0...1), \.reflection, example: "0.28",
      """
      How clearly the ground below the tiles mirrors them: 0 not at all, 0.28 as polished stone, 1 as a
      mirror. It does not mirror names. It suits layouts with tiles side by side.
      """),
    SettingField(
      "perspective", .number(-0.01...0), \.perspective, otherwise: "from the tile's size", example: "-0.002",
      """
      The strength of the perspective: minus one divided by the viewer's distance in points. 0 is no
      perspective.
      """),
    SettingField(
      "content-offset", .pair(-20000...20000), \.details.contentOffset,
      "The offset of the whole carousel to the right and down, in points."),
    SettingField(
      "viewpoint-offset", .pair(-20000...20000), \.details.viewpointOffset,
      """
      How far the eye moves to the right and down, in points. It sees the tiles from that side.
      """),
    SettingField(
      "focus-point", .pair(0...1), \.details.focusPoint,
      """
      The place of the selected tile on the screen: [0, 0] is the upper left corner, [1, 1] the lower right
      one.
      """),
    SettingField(
      "view-change-duration", .duration(0...60), \.viewChangeDuration,
      """
      The time in which perspective and viewpoint-offset change, also for another size of the screen. 0 is
      at once.
      """),
    SettingField(
      "view-change-curve", .curve, \.viewChangeCurve,
      "The course of that change over its time."),
    SettingField(
      "clips-to-bounds", .boolean, \.details.clipsToBounds,
      """
      Whether tiles are cut off at the edge of their shelf's area. Then they cover no name and no tile of
      another shelf. The area of a single shelf is the screen.
      """),
    SettingField(
      "right-to-left", .boolean, \.details.isRightToLeft,
      """
      Whether the first tile is on the right and the carousel turns the other way, for readers of languages
      written from right to left.
      """),
  ]

  private static let motion: [CarouselField] = [
    SettingField(
      "physics", .choice(ScrollPhysicsKind.allCases.map(\.rawValue)), \.details.physics,
      """
      The reaction to a finger: natural as today's touchscreens, classic as the iCarousel library of 2010 to
      2015.
      """),
    SettingField(
      "momentum", .number(0.9...0.9999), \.details.momentum,
      """
      The share of a fling's speed that remains after one millisecond. 0.99 stops soon, 0.998 is usual on
      touchscreens.
      """),
    SettingField(
      "friction", .number(0.01...100), \.details.friction,
      "A factor for the friction of flings. With 2 they go half as far."),
    SettingField(
      "momentum-curve", .curve, \.details.momentumCurve, otherwise: "as the physics does",
      example: "\"ease-out\"",
      """
      The course of a fling: a name, or the two control points of a cubic Bézier curve from 0, 0 to 1, 1.
      Only curves that begin as ease-out continue at the speed of the finger.
      """),
    SettingField(
      "scroll-curve", .curve, \.details.programmaticCurve, otherwise: "as the physics does",
      example: "[0.2, 0.8, 0.2, 1]",
      "The course of that movement over its time."),
    SettingField(
      "scroll-duration", .duration(0...60), \.scrollDuration,
      """
      The time in which the carousel moves to a tile that a visitor tapped or chose with a key.
      """),
    SettingField(
      "deceleration-rate", .number(0...1), \.details.decelerationRate,
      "The deceleration of a fling: 0 stops soonest, 1 never."),
    SettingField(
      "scroll-speed", .number(0.01...100), \.details.scrollSpeed,
      "A factor for the length of flings."),
    SettingField(
      "offset-multiplier", .number(0.01...100), \.details.offsetMultiplier,
      otherwise: "so that the tile in the middle stays under the finger", example: "1.5",
      "The number of tiles that pass when a finger moves by the length of one."),
    SettingField(
      "bounces", .boolean, \.details.bounces,
      "Whether the carousel can be pulled a little beyond its ends."),
    SettingField(
      "bounce-distance", .number(0...100), \.details.bounceDistance,
      "The distance beyond its ends, in tiles."),
    SettingField(
      "stop-at-item-boundary", .boolean, \.details.stopsAtItemBoundary,
      """
      Whether a fling ends on a tile. Otherwise friction ends it, and scroll-to-item-boundary moves to the
      nearest tile.
      """),
    SettingField(
      "scroll-to-item-boundary", .boolean, \.details.scrollsToItemBoundary,
      "Whether a carousel that stops between two tiles moves to the nearer one."),
    SettingField(
      "autoscroll", .number(-100...100), \.details.autoscroll,
      """
      The speed at which an untouched carousel turns by itself, in tiles per second. Positive values go
      toward the first tile, negative ones toward the last.
      """),
  ]

  /// Input from fingers.
  private static let touch: [CarouselField] = [
    SettingField(
      "scroll-enabled", .boolean, \.details.isScrollEnabled,
      "Whether fingers can turn the carousel."),
    SettingField(
      "paging", .boolean, \.details.isPagingEnabled,
      "Whether a fling moves by one tile at most."),
    SettingField(
      "max-tiles-per-fling", .integer(1...1000), \.details.maximumItemsPerFling,
      otherwise: "one less than fit side by side on the screen, from 1 to 3", example: "5",
      "The largest number of tiles that a fling passes."),
    SettingField(
      "tap-enabled", .boolean, \.details.isTapEnabled,
      "Whether taps on tiles have an effect."),
    SettingField(
      "tap-beside", .choice(TapBeside.allCases.map(\.rawValue)), \.tapBeside,
      """
      What a tap on a tile beside the middle does. open moves to it and opens it in one movement. center
      moves to it, and a second tap opens it. The launcher only moves to a tile that is less than three
      fifths visible, or that has buttons or a list.
      """),
    SettingField(
      "ignore-perpendicular-swipes", .boolean, \.details.ignoresPerpendicularSwipes,
      "Whether the carousel ignores swipes across the tiles."),
    SettingField(
      "pan-vector", .pair(-1000...1000), \.details.panVector, otherwise: "against the way of the tiles",
      example: "[-1, 0]",
      """
      The direction in which a finger turns the carousel forward, as [right, down] of any length. [-1, -1]
      is a swipe to the upper left.
      """),
    SettingField(
      "pan-area", .area(0...1), \.details.panArea, otherwise: "the whole screen", example: "[0, 0.5, 1, 0.5]",
      """
      The part of the screen where a finger can drag the carousel, in widths and heights of the screen from
      its upper left corner. [0, 0.5, 1, 0.5] is the lower half.
      """),
  ]
}

extension CarouselSettings {
  /// The `[[carousel.keyframe]]` sections, one string for each line, with an empty line before each section.
  package var keyframeLines: [String] {
    details.keyframes.flatMap { keyframe in
      ["", ConfigurationSection.keyframe.header]
        + LayoutKeyframe.fields.compactMap { field in
          field.value(in: keyframe).map { "\(field.key.name) = \($0.text(as: field.key.kind))" }
        }
    }
  }
}

extension ConfigurationKey {
  /// The look of placeholders.
  package static let placeholder = ConfigurationKey(
    .carousel, "placeholder", .tiles, example: "[{ name = \"Coming soon\", picture = \"soon.jpg\" }]",
    """
    The look of placeholders: a list with a single tile in braces. Its keys are name, description, icon,
    picture, picture-fit, color and badge.
    """)
}

/// The keys of `[[carousel.keyframe]]`.
extension LayoutKeyframe: SectionSettings {
  package static let section = ConfigurationSection.keyframe
  package static var standard: LayoutKeyframe { LayoutKeyframe(offset: 0, position: .zero) }

  package static let fields: [SettingField<LayoutKeyframe>] = [
    SettingField(
      ConfigurationKey(
        .keyframe, "offset", .number(-1000...1000), example: "1",
        """
        The distance of the keyframe from the middle, in tiles. Tiles before the middle have negative
        offsets. Each offset can occur once. This key is required.
        """),
      read: { .number($0.offset) },
      write: { keyframe, value in
        if case .number(let offset) = value { keyframe.offset = offset }
      }),
    SettingField(
      "position", .triple(-20000...20000), \.position, example: "[220, 0, -80]",
      """
      The center of a tile at that offset, in points from the center of the carousel: right, down, and
      toward the visitor.
      """),
    SettingField(
      "rotation", .turn(-3600...3600), \.rotation, example: "[0, -40, 0]",
      """
      The rotation in degrees about the horizontal axis, the vertical axis and the line of sight, in that
      order.
      """),
    SettingField(
      "scale", .size(0.01...100), \.scale, example: "[0.8, 0.8]",
      "Factors for its width and height."),
    SettingField(
      "opacity", .number(0...1), \.opacity, example: "0.7",
      "Its opacity: 0 is invisible, 1 hides everything behind it."),
  ]
}
