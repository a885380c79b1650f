import RotundaGeometry

/// Everything that can be set about a carousel. Where a value is optional, nil means the layout's default.
///
/// The names, meanings and defaults are iCarousel's. Values that make no sense (not finite, a negative range)
/// are replaced by the default when they are used, so that no option can produce a number that is not finite.
public struct CarouselOptions: Hashable, Sendable {
  /// The arrangement of the items.
  public var layout: LayoutKind = .coverFlow
  /// Whether the carousel scrolls from top to bottom instead of from left to right.
  public var isVertical = false
  /// Which physics moves it.
  public var physics: ScrollPhysicsKind = .natural

  /// Whether the last item is followed by the first. Default: only the round layouts wrap.
  public var wrap: Bool?
  /// Whether items that face away are drawn. Default: yes, except inside a drum.
  public var showBackfaces: Bool?
  /// Items scrolled per item extent dragged. Default 1, for both cover flows 2.
  public var offsetMultiplier: Double?
  /// Most items that are placed at a time. Default: as many as the layout can show, at most 30.
  public var visibleItems: Int?
  /// Most items on the screen, as ShinobiEssentials counts them: no more than these are placed, and with
  /// fewer items than these the carousel does not wrap, whatever `wrap` says, because its two ends would be
  /// seen at once. Default: no such limit; `essentials` has 15.
  public var maximumItemsOnScreen: Int?
  /// Places on the whole circle of a round layout. Default: as many as fill the view nicely, 12 to 30.
  public var count: Double?
  /// The part of the circle that a round layout uses, in radians. Default 2π.
  public var arc: Double?
  /// Radius of a round layout in points. Default: neighbors touch.
  public var radius: Double?
  /// Fixed angle in radians: of a step from item to item for wheels and the fan; for rotary and cylinder,
  /// inverted or not, the angle of every item whatever its offset, as in the original. Rings and ellipses
  /// take none. A step for all round layouts is `arc` divided by `count`.
  public var angle: Double?
  /// How far cover flow turns its items (1: a quarter turn, default 0.9), or the sideways step of a time
  /// machine in item extents (default 0.3).
  public var tilt: Double?
  /// Distance of neighbors in item extents. Default 1, for both cover flows 0.25. For spotlight 1.06:
  /// neighbors touch at 1, whatever their sizes.
  public var spacing: Double?
  /// How large the item beside the current one is drawn, as a part of its size: farther ones are smaller
  /// still, down to twice as much less. From 0.5 to 1; default 1, which leaves all as the layout has them,
  /// for spotlight 0.76.
  public var sideScale: Double?
  /// Where items that `sideScale` makes smaller are in line with the others, across the scroll axis: −1 is
  /// their upper or left edges, 0 their middles, 1 their lower or right edges. Limited to that range; default
  /// 0.
  public var sideAnchor = 0.0
  /// Offset in items below which items fade. Default: never, for the inverted time machine 0.
  public var fadeMin: Double?
  /// Offset in items above which items fade. Default: never, for the time machine 0.
  public var fadeMax: Double?
  /// Items over which the fading happens. Default 1; 0 or less: at once.
  public var fadeRange: Double?
  /// Opacity of a faded item, 0 to 1. Default 0.
  public var fadeMinAlpha: Double?

  /// How far back, in item extents behind the current item, an item has faded to `fadeMinAlpha` because of
  /// its depth. Default: depth does not fade. An opacity for the offset (`fadeMin` to `fadeRange`) is
  /// multiplied with this.
  public var fadeDepth: Double?

  /// Half the width and half the depth of a ring (default 1/3 and 1/10) or an ellipse (1/2 and 1/4), in
  /// extents of the view; for the receding line `depthRatio` is the step back per item, in item extents
  /// (default 0.5).
  public var widthRatio: Double?
  /// The other half axis of a ring or an ellipse, and the step of the receding line: see `widthRatio`.
  public var depthRatio: Double?
  /// How far the items of an ellipse or a fan turn with it: 0 not at all, 1 fully. Default 1.
  public var rotation: Double?
  /// How large the farthest item of a scaled ring is. Default half as wide and as high; unequal factors
  /// squeeze.
  public var depthScale: Size?
  /// Where a custom layout puts the items, at any offsets in any order.
  public var keyframes: [LayoutKeyframe] = []
  /// Whether the bounds cut off what lies outside: items that lie outside as a whole are not placed, and no
  /// point outside hits anything. Who draws cuts off the rest.
  public var clipsToBounds = false
  /// Whether the first item is on the right and the carousel scrolls the other way. Horizontal carousels
  /// only.
  public var isRightToLeft = false
  /// Seconds in which items fly to their new places when layout, sizes or options change. 0: at once.
  public var layoutChangeDuration = 0.4
  /// Whether items that get another place fade in there, in as much time, instead of flying to it: for people
  /// whom motion disturbs.
  public var changesFade = false

  /// Extent of an item along the scroll axis in points, when it is not that of `itemSize`.
  public var itemExtent: Double?
  /// m34 of the start matrix: −1/distance of the viewer in points. From −0.01 to 0, default −1/500.
  public var perspective = -1.0 / 500
  /// Moves the whole picture without changing the viewpoint. Points.
  public var contentOffset = Point.zero
  /// Where in the bounds the current item stands: (0.5, 0.5) is their center, (0, 0) their upper left corner.
  public var focusPoint = Point(0.5, 0.5)
  /// The direction in which fingers scroll forward, of any length; nil: against the scroll axis, as if
  /// pushing the items.
  public var panVector: Point?
  /// The part of the bounds in which drags may begin, in extents of the bounds from their upper left corner;
  /// nil: all.
  public var panArea: Rectangle?
  /// How far the viewpoint is moved to the right and down, in points.
  public var viewpointOffset = Point.zero

  /// How little a classic fling brakes: 0 stops soonest, 1 never. Default 0.95.
  public var decelerationRate = 0.95
  /// What is left of a natural fling's velocity after one millisecond, 0.9 to 0.9999. Default 0.998 (a
  /// touchscreen's "normal"); 0.99 is its "fast".
  public var momentum = 0.998
  /// Whether a carousel that does not wrap can be pulled beyond its ends.
  public var bounces = true
  /// How far beyond its ends, in items. 0 is the same as not bouncing.
  public var bounceDistance = 1.0
  /// Whether fingers may scroll it.
  public var isScrollEnabled = true
  /// Whether a fling goes one item at most.
  public var isPagingEnabled = false
  /// Most items that a fling of natural physics goes, 1 or more. Default: as many as friction lets it.
  public var maximumItemsPerFling: Int?
  /// A fling of natural physics that leaves the finger this fast, in points per second, goes on to the next
  /// item at least, and never falls back onto the one it came from. Nil: a slow fling may. Default 300, what
  /// libadwaita has for its carousel.
  public var steppingSpeed: Double? = 300
  /// Multiplies how far a fling goes. Default 1.
  public var scrollSpeed = 1.0
  /// Multiplies how strongly a fling brakes: the exponential rate of natural physics, which stands for
  /// `momentum`, and the constant deceleration of classic physics, which stands for `decelerationRate`. A
  /// fling goes 1/friction times as far. 0.01 to 100, default 1.
  public var friction = 1.0
  /// How a fling spends its time. Default: as the physics does, so that velocity never jumps. With a curve it
  /// takes as long as an ease-out needs to begin with the velocity of the finger, and does not bounce.
  public var momentumCurve: AnimationCurve?
  /// How a programmed scroll spends its time when it names no curve itself. Default: as the physics does.
  public var programmaticCurve: AnimationCurve?
  /// Whether a fling ends on an item. One that does not ends where friction stops it, and
  /// `scrollsToItemBoundary` brings it to the nearest item from there.
  public var stopsAtItemBoundary = true
  /// Whether a carousel that stops between items goes on to the nearest one.
  public var scrollsToItemBoundary = true
  /// Whether a tap on an item brings it to the center.
  public var centersItemWhenSelected = true
  /// Whether taps on items are answered at all.
  public var isTapEnabled = true
  /// Whether drags across the scroll axis are left to others.
  public var ignoresPerpendicularSwipes = true
  /// Items per second by which it turns on its own; positive values go toward lower indexes, as in the
  /// original.
  public var autoscroll = 0.0

  /// Whether the carousel rests on items only: `stopsAtItemBoundary` and `scrollsToItemBoundary` together.
  public var snapsToItems: Bool {
    get { stopsAtItemBoundary && scrollsToItemBoundary }
    set { (stopsAtItemBoundary, scrollsToItemBoundary) = (newValue, newValue) }
  }

  /// ShinobiEssentials' defaults: a line into the distance, at most 15 items on the screen, friction 1, and
  /// flings and programmed scrolls that ease out.
  public static var essentials: CarouselOptions {
    var options = CarouselOptions()
    options.layout = .receding
    options.wrap = true
    options.maximumItemsOnScreen = 15
    options.momentumCurve = .easeOut
    options.programmaticCurve = .easeOut
    return options
  }

  /// Whether so many items fill the screen, so that the carousel may wrap.
  func hasEnoughItemsToWrap(_ count: Int) -> Bool { maximumItemsOnScreen.map { count >= $0 } ?? true }

  /// iCarousel's defaults, with cover flow for the layout and natural physics.
  public init() {}

  /// The values of `perspective` that give a sensible picture.
  public static let perspectiveRange = -0.01...0.0
}

/// How a carousel answers a finger.
public enum ScrollPhysicsKind: String, CaseIterable, Hashable, Sendable {
  /// iCarousel 1.8.3's: a parabola that ends on an item, eased snaps, a linear resistance at the ends.
  case classic
  /// That of today's touchscreens: exponential deceleration toward an item chosen at release, a rubber band
  /// at the ends and a critically damped spring back; every position a closed form in time.
  case natural
}
