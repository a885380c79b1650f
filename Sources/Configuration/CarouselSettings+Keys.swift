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

  /// The keys that most people need.
  private static let usual: [CarouselField] = [
    SettingField(
      "layout", .choice(CarouselSettings.layouts.map(\.rawValue)), \.layout, level: .basic,
      """
      How the tiles are arranged: a large one between smaller ones (spotlight), on a line, around a circle or an ellipse, on a drum or a wheel, fanned out,
      tilted to both sides of the one in the middle, or in a queue into the distance. The inverted ones are
      seen from the other side; custom is whatever the keyframes below [[carousel.keyframe]] make of it.
      """),
    SettingField(
      "orientation", .choice(CarouselSettings.Orientation.allCases.map(\.rawValue)), \.orientation,
      level: .basic,
      "Whether the tiles go left and right, or up and down."),
    SettingField(
      "wrap", .boolean, \.wrap,
      """
      Whether the last tile is followed by the first, so that the carousel turns for ever and a visitor meets
      no end. One of one or two tiles ends at both sides all the same, and so does a row that is centered as
      center-short-rows says.
      """),
    SettingField(
      "center-short-rows", .boolean, \.centersShortRows,
      """
      Whether a row of so few tiles that both of its ends would be seen stands in the middle of the screen as
      a whole, with all of its tiles in sight, and does not wrap. Of up to five tiles without a tile-size all
      are made to fit. Counts in linear, spotlight, the cover flows and receding, with wrap, and without
      placeholders. Otherwise the selected tile is in the middle of the screen however few there are.
      """),
    SettingField(
      "spacing", .number(CarouselSettings.spacingRange), \.spacing,
      otherwise:
        """
        0.3 in the cover flows, 1.35 in the rotary layouts, 1.1 in linear and cylinders, 1.22 in wheels and
        radial, 1.06 in spotlight, 0.55 in the time machines, 1 in the others
        """, example: "0.5",
      """
      The distance from the middle of one tile to the middle of the next, in tile sizes. More than 1 leaves a
      gap, less lets them overlap.
      """),
    SettingField(
      "tile-size", .size(CarouselSettings.tileSizeRange), \.tileSize, level: .basic,
      otherwise: "derived from the screen",
      example: "[320, 400]",
      """
      How wide and how high a tile is, in points: pixels divided by the screen's scale. Without it the tiles
      are made to suit the screen they are on. Of several shelves, tiles that would leave no room for the next
      shelf are made smaller.
      """),
    SettingField(
      "tile-aspect", .number(0.2...5), \.tileAspect, otherwise: "0.8", example: "1.7778",
      "How many times as wide as high tiles are whose size is derived from the screen."),
    SettingField(
      "tile-height", .number(0.1...1), \.tileHeight, otherwise: "derived from the screen", example: "0.9",
      """
      How high such tiles are, as a part of the room that header, text and dots leave them; in a carousel from top to
      bottom of the screen's height.
      """),
    SettingField(
      "align", .choice(Alignment.allCases.map(\.rawValue)), \.alignment,
      """
      Whether the tile that the others go past stands in the middle of the screen, or at the margin where lines of
      writing start. Only for a horizontal carousel.
      """),
  ]

  /// Where the carousel stands at first, and what is beside its tiles.
  private static let start: [CarouselField] = [
    SettingField(
      "start-tile", .integer(1...100_000), \.startTile,
      """
      The tile that is in the middle at the start, counted from 1. Where there are fewer, the last one. A cover flow
      that does not wrap begins with its middle tile rather than with the first.
      """),
    SettingField(
      "scroll-offset", .number(-1000...100_000), \.scrollOffset, otherwise: "that of the start tile",
      example: "2.5",
      """
      Where the carousel stands at the start, in tiles from the first one. It stays there, between two tiles
      too, until somebody turns it.
      """),
    SettingField(
      "placeholders", .integer(0...100), \.placeholders,
      """
      How many cards that open nothing stand before the first and behind the last tile, half of them on either
      side: empty ones, unless placeholder says what is on them.
      """),
  ]

  /// How the tiles are arranged, beyond layout, orientation, wrap and spacing.
  private static let arrangement: [CarouselField] = [
    SettingField(
      "visible-items", .integer(1...1000), \.details.visibleItems,
      otherwise: "as many as the layout can show, at most 30", example: "15",
      "How many tiles are placed at a time at most."),
    SettingField(
      "maximum-items-on-screen", .integer(1...1000), \.details.maximumItemsOnScreen,
      otherwise: "no such limit", example: "15",
      """
      How many tiles are placed at a time at most, where a carousel with fewer tiles than that is not to wrap,
      whatever wrap says.
      """),
    SettingField(
      "count", .number(1...1000), \.details.count,
      otherwise: "24 in wheels and radial, 8 in the rings, 12 in the others", example: "12",
      "How many places there are on the whole circle of a round layout."),
    SettingField(
      "arc", .angle(1...720), \.details.arc, otherwise: "360", example: "180",
      "The part of the circle over which a round layout spreads its places."),
    SettingField(
      "radius", .number(1...20000), \.details.radius, otherwise: "so that neighbors touch", example: "400",
      "The radius of a round layout, in points."),
    SettingField(
      "angle-between-tiles", .angle(1...180), \.angle, otherwise: "from arc and count", example: "20",
      """
      The angle from one tile of a round layout to the next. With count, that many tiles go round so far;
      without, as many as make a whole turn, or the arc.
      """),
    SettingField(
      "side-tilt", .number(-4...4), \.sideTilt, otherwise: "0.78 in the cover flows, 0 for receding",
      example: "0.7",
      "How far the tiles beside the middle are turned, 1 being a quarter turn."),
    SettingField(
      "side-scale", .number(0.5...1), \.details.sideScale,
      otherwise:
        "0.76; 0.88 in rotary, cylinder, ellipse and receding; 1 in cover flows, time machines and custom",
      example: "0.85",
      """
      How large the tiles beside the middle one are, compared to it. Those farther away are smaller still. 1 draws
      all tiles in the size that the layout gives them.
      """),
    SettingField(
      "side-align", .choice(SideAlignment.allCases.map(\.rawValue)), \.sideAlignment,
      """
      What of those smaller tiles is in line with the middle one: their middles, or their lower edges, as if they stood
      on a shelf. In a carousel from top to bottom these are the right edges.
      """),
    SettingField(
      "step-aside", .number(-4...4), \.stepAside, otherwise: "0.26", example: "0.5",
      "How far each tile stands beside the one before it, in tile sizes: to the right, inverted to the left."),
    SettingField(
      "step-back", .number(0...10), \.stepBack, otherwise: "0.5", example: "0.8",
      "How far each tile stands behind the one before it, in tile sizes."),
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
      How far the tiles of an ellipse or a fan turn with it. 0 leaves them upright and facing the visitor, 1
      turns them fully.
      """),
    SettingField(
      "depth-scale", .size(0.01...4), \.details.depthScale, otherwise: "[0.5, 0.5]", example: "[0.4, 0.6]",
      """
      How wide and how high the farthest tile of a scaled ring is, compared to the nearest. Two different
      factors squeeze the tiles on their way.
      """),
    SettingField(
      "item-extent", .number(1...10000), \.details.itemExtent, otherwise: "the tile's size along the way",
      example: "240",
      """
      The length of a tile along the way, in points, where distances shall be measured by something else than
      its size.
      """),
    SettingField(
      "layout-change-duration", .duration(0...60), \.details.layoutChangeDuration,
      """
      The time in which the tiles fly to their new places when the layout or the size of the screen
      changes, or when tiles come, go and change places; those fade in and out. 0 is at once.
      """),
  ]

  /// How the tiles fade with their distance from the middle.
  private static let fading: [CarouselField] = [
    SettingField(
      "fade-min", .number(-1000...1000), \.details.fadeMin,
      otherwise:
        """
        0 in the inverted time machine; never in the other layouts, except that in a carousel that wraps tiles
        fade where they leave for the other end, and in the rotary ones behind the others
        """, example: "-3",
      """
      The place, in tiles from the middle, before which tiles begin to fade. Places before the middle are
      negative.
      """),
    SettingField(
      "fade-max", .number(-1000...1000), \.details.fadeMax,
      otherwise: "0 in the time machine; else as for fade-min", example: "3",
      "The place, in tiles from the middle, behind which tiles begin to fade."),
    SettingField(
      "fade-range", .number(0...1000), \.details.fadeRange, otherwise: "1", example: "2",
      "Over how many tiles the fading happens. 0 is at once."),
    SettingField(
      "fade-min-alpha", .number(0...1), \.details.fadeMinAlpha, otherwise: "0", example: "0.3",
      """
      The opacity of a tile that has faded as far as it does: 0 is invisible, 1 does not fade.
      """),
    SettingField(
      "fade-depth", .number(0...1000), \.details.fadeDepth, otherwise: "depth does not fade", example: "4",
      """
      How far behind the tile in the middle a tile has faded because of its depth, in tile sizes.
      """),
  ]

  /// From where the tiles are seen.
  private static let view: [CarouselField] = [
    SettingField(
      "show-backfaces", .boolean, \.details.showBackfaces, otherwise: "true, except in the inverted cylinder",
      example: "false",
      "Whether tiles that face away from the visitor are drawn."),
    SettingField(
      "reflection", .number(0...1), \.reflection, example: "0.28",
      """
      How clearly tiles are mirrored in the ground below them, where they fade away: 0 not at all, 0.28 like
      polished stone, 1 like a mirror. Names are not mirrored. It suits layouts whose tiles stand side by side.
      """),
    SettingField(
      "perspective", .number(-0.01...0), \.perspective, otherwise: "from the tile's size", example: "-0.002",
      """
      How strong the perspective is: minus one divided by the distance of the viewer in points. 0 is no
      perspective at all.
      """),
    SettingField(
      "content-offset", .pair(-20000...20000), \.details.contentOffset,
      "By how many points the whole picture is moved, to the right and down."),
    SettingField(
      "viewpoint-offset", .pair(-20000...20000), \.details.viewpointOffset,
      """
      By how many points the eye is moved, to the right and down. The tiles are then seen from that side.
      """),
    SettingField(
      "focus-point", .pair(0...1), \.details.focusPoint,
      """
      Where on the screen the tile in the middle stands: [0, 0] is the upper left corner, [1, 1] the lower
      right one.
      """),
    SettingField(
      "view-change-duration", .duration(0...60), \.viewChangeDuration,
      """
      The time in which perspective and viewpoint offset change when something else is asked of them, or
      another size of the screen asks for another perspective. 0 is at once.
      """),
    SettingField(
      "view-change-curve", .curve, \.viewChangeCurve,
      "How that change spends its time."),
    SettingField(
      "clips-to-bounds", .boolean, \.details.clipsToBounds,
      """
      Whether what reaches beyond a shelf's own area is cut off: its tiles cover no name and no tile of
      another shelf then. Where there is one shelf, its area is the screen.
      """),
    SettingField(
      "right-to-left", .boolean, \.details.isRightToLeft,
      """
      Whether the first tile is on the right and the carousel turns the other way, as people expect who read
      from right to left.
      """),
  ]

  /// How the carousel moves.
  private static let motion: [CarouselField] = [
    SettingField(
      "physics", .choice(ScrollPhysicsKind.allCases.map(\.rawValue)), \.details.physics,
      """
      How the carousel answers a finger: natural as today's touchscreens do, classic as the iCarousel library
      of 2010 to 2015 did.
      """),
    SettingField(
      "momentum", .number(0.9...0.9999), \.details.momentum,
      """
      What is left of the speed of a fling after one millisecond. 0.99 stops soon, 0.998 is what touchscreens
      do.
      """),
    SettingField(
      "friction", .number(0.01...100), \.details.friction,
      "Multiplies how strongly a fling brakes. With 2 it goes half as far."),
    SettingField(
      "momentum-curve", .curve, \.details.momentumCurve, otherwise: "as the physics does",
      example: "\"ease-out\"",
      """
      How a fling spends its time: a name, or the two control points of a cubic Bézier curve from 0, 0 to 1,
      1. Only curves that begin like ease-out go on as fast as the finger was.
      """),
    SettingField(
      "scroll-curve", .curve, \.details.programmaticCurve, otherwise: "as the physics does",
      example: "[0.2, 0.8, 0.2, 1]",
      "How the carousel spends the time in which it brings a tile to the middle."),
    SettingField(
      "scroll-duration", .duration(0...60), \.scrollDuration,
      """
      The time in which the carousel brings a tile to the middle that was asked for with a tap or a key.
      """),
    SettingField(
      "deceleration-rate", .number(0...1), \.details.decelerationRate,
      "How little a fling brakes: 0 stops soonest, 1 never."),
    SettingField(
      "scroll-speed", .number(0.01...100), \.details.scrollSpeed,
      "Multiplies how far a fling goes."),
    SettingField(
      "offset-multiplier", .number(0.01...100), \.details.offsetMultiplier,
      otherwise: "so that the tile in the middle stays under the finger", example: "1.5",
      "How many tiles pass when a finger has moved by the length of one."),
    SettingField(
      "bounces", .boolean, \.details.bounces,
      "Whether the carousel can be pulled a little beyond its ends."),
    SettingField(
      "bounce-distance", .number(0...100), \.details.bounceDistance,
      "How far beyond its ends, in tiles."),
    SettingField(
      "stop-at-item-boundary", .boolean, \.details.stopsAtItemBoundary,
      """
      Whether a fling ends on a tile. One that does not stops where friction stops it, and
      scroll-to-item-boundary brings it to the nearest tile from there.
      """),
    SettingField(
      "scroll-to-item-boundary", .boolean, \.details.scrollsToItemBoundary,
      "Whether a carousel that comes to rest between two tiles goes on to the nearer one."),
    SettingField(
      "autoscroll", .number(-100...100), \.details.autoscroll,
      """
      How many tiles per second the carousel turns by itself while nobody touches it. Positive values go
      toward the first tile, negative ones toward the last.
      """),
  ]

  /// What fingers may do.
  private static let touch: [CarouselField] = [
    SettingField(
      "scroll-enabled", .boolean, \.details.isScrollEnabled,
      "Whether fingers can turn the carousel."),
    SettingField(
      "paging", .boolean, \.details.isPagingEnabled,
      "Whether a fling goes one tile at most."),
    SettingField(
      "max-tiles-per-fling", .integer(1...1000), \.details.maximumItemsPerFling,
      otherwise: "one less than fit side by side on the screen, from 1 to 3", example: "5",
      "How many tiles a fling goes at most."),
    SettingField(
      "tap-enabled", .boolean, \.details.isTapEnabled,
      "Whether taps on tiles are answered."),
    SettingField(
      "tap-beside", .choice(TapBeside.allCases.map(\.rawValue)), \.tapBeside,
      """
      What a tap on a tile beside the middle does: open brings it to the middle and opens it in one movement,
      center brings it there, so that a second tap opens it. A tile of which less than three fifths are seen,
      or that has buttons or a list, is brought to the middle first in any case.
      """),
    SettingField(
      "ignore-perpendicular-swipes", .boolean, \.details.ignoresPerpendicularSwipes,
      "Whether a swipe across the way of the tiles leaves the carousel alone."),
    SettingField(
      "pan-vector", .pair(-1000...1000), \.details.panVector, otherwise: "against the way of the tiles",
      example: "[-1, 0]",
      """
      The direction in which a finger turns the carousel forward, as [to the right, down] of any length. [-1,
      -1] is a swipe to the upper left.
      """),
    SettingField(
      "pan-area", .area(0...1), \.details.panArea, otherwise: "the whole screen", example: "[0, 0.5, 1, 0.5]",
      """
      The part of the screen in which a finger can take hold of the carousel, in widths and heights of the
      screen from its upper left corner. [0, 0.5, 1, 0.5] is its lower half.
      """),
  ]
}

extension CarouselSettings {
  /// The `[[carousel.keyframe]]` sections, a line each, with an empty one before each section.
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
  /// What is on placeholders.
  package static let placeholder = ConfigurationKey(
    .carousel, "placeholder", .tiles, example: "[{ name = \"Coming soon\", picture = \"soon.jpg\" }]",
    """
    What is on the cards that placeholders has: a list with a single tile in braces, with the keys of a tile
    that say how it looks: name, description, icon, picture, picture-fit, color and badge.
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
        How far from the middle the keyframe is, in tiles; tiles before the middle have negative offsets. No
        two keyframes may have the same one. This key must be there.
        """),
      read: { .number($0.offset) },
      write: { keyframe, value in
        if case .number(let offset) = value { keyframe.offset = offset }
      }),
    SettingField(
      "position", .triple(-20000...20000), \.position, example: "[220, 0, -80]",
      """
      Where the middle of a tile at that offset stands, in points from the middle of the carousel: to the
      right, down, and toward the visitor.
      """),
    SettingField(
      "rotation", .turn(-3600...3600), \.rotation, example: "[0, -40, 0]",
      """
      By how many degrees it is turned about its horizontal axis, its vertical axis and the line of sight, in
      that order.
      """),
    SettingField(
      "scale", .size(0.01...100), \.scale, example: "[0.8, 0.8]",
      "By which factors its width and its height are multiplied."),
    SettingField(
      "opacity", .number(0...1), \.opacity, example: "0.7",
      "How opaque it is: 0 is invisible, 1 hides what lies behind it."),
  ]
}
