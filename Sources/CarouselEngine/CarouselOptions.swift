import RotundaGeometry

/// The options of a carousel. For optional values, nil means the layout's default.
///
/// Names, meanings and defaults follow iCarousel. The default replaces invalid values (not finite, a negative
/// range) when they are used. Therefore no option can produce a number that is not finite.
public struct CarouselOptions: Hashable, Sendable {
  /// The arrangement of the items.
  public var layout: LayoutKind = .coverFlow
  /// Whether the carousel scrolls from top to bottom instead of from left to right.
  public var isVertical = false
  /// The physics that moves the carousel.
  public var physics: ScrollPhysicsKind = .natural

  /// Whether the first item follows the last one. Default: only the round layouts wrap.
  public var wrap: Bool?
  /// Whether items that face away are drawn. Default: yes, except inside a drum.
  public var showBackfaces: Bool?
  /// The number of items scrolled per item extent dragged. Default 1, for both cover flows 2.
  public var offsetMultiplier: Double?
  /// The maximum number of items placed at a time. Default: as many as the layout can show, at most 30.
  public var visibleItems: Int?
  /// The maximum number of items on the screen, as ShinobiEssentials counts them. The carousel places no more
  /// than these. With fewer items it does not wrap, even if `wrap` is true, because both ends would be
  /// visible at once. Default: no limit; `essentials` has 15.
  public var maximumItemsOnScreen: Int?
  /// The number of places on the whole circle of a round layout. Default: as many as fill the view, 12 to 30.
  public var count: Double?
  /// The part of the circle that a round layout uses, in radians. Default 2π.
  public var arc: Double?
  /// The radius of a round layout, in points. Default: neighbors touch.
  public var radius: Double?
  /// A fixed angle in radians. For wheels and the fan, the step from item to item. For rotary and cylinder,
  /// inverted or not, the angle of every item regardless of its offset, as in iCarousel. Rings and ellipses
  /// ignore it. To set the step for all round layouts, use `arc` and `count`: the step is `arc` divided by
  /// `count`.
  public var angle: Double?
  /// The turn of the items in cover flow: 1 is a quarter turn, and the default 0.9. For a time machine, the
  /// sideways step in item extents, by default 0.3.
  public var tilt: Double?
  /// The distance of neighbors in item extents. Default 1, for both cover flows 0.25. For spotlight 1.06:
  /// neighbors touch at 1, regardless of their sizes.
  public var spacing: Double?
  /// The scale of the items beside the current one. Farther items are smaller, down to a limit that reduces
  /// the size twice as much. From 0.5 to 1. Default 1 (no reduction), for spotlight 0.76.
  public var sideScale: Double?
  /// The alignment, across the scroll axis, of items that `sideScale` makes smaller: −1 aligns upper or left
  /// edges, 0 centers, 1 lower or right edges. Limited to that range; default 0.
  public var sideAnchor = 0.0
  /// The offset, in items, below which items fade. Default: never, for the inverted time machine 0.
  public var fadeMin: Double?
  /// The offset, in items, above which items fade. Default: never, for the time machine 0.
  public var fadeMax: Double?
  /// The distance, in items, over which items fade. Default 1; 0 or less: at once.
  public var fadeRange: Double?
  /// The opacity of a faded item, 0 to 1. Default 0.
  public var fadeMinAlpha: Double?

  /// The depth behind the current item, in item extents, at which an item has faded to `fadeMinAlpha`.
  /// Default: depth does not fade items. The opacity for the depth is multiplied by the opacity for the
  /// offset (`fadeMin` to `fadeRange`).
  public var fadeDepth: Double?

  /// Half the width of a ring (default 1/3) or an ellipse (default 1/2), in extents of the view.
  public var widthRatio: Double?
  /// Half the depth of a ring (default 1/10) or an ellipse (default 1/4), in extents of the view. For the
  /// receding line, the step back per item in item extents (default 0.5).
  public var depthRatio: Double?
  /// The rotation of the items of an ellipse or a fan: 0 for none, 1 to follow the curve fully. Default 1.
  public var rotation: Double?
  /// The scale of the farthest item of a scaled ring. Default: half the width and height. Unequal factors
  /// distort the item.
  public var depthScale: Size?
  /// The keyframes of a custom layout, at any offsets in any order.
  public var keyframes: [LayoutKeyframe] = []
  /// Whether the bounds clip the items. The carousel does not place items that lie completely outside, and
  /// points outside hit nothing. The caller clips the rest when it draws.
  public var clipsToBounds = false
  /// Whether the first item is on the right and the carousel scrolls the other way. Horizontal carousels
  /// only.
  public var isRightToLeft = false
  /// The time, in seconds, in which items fly to their new places when layout, sizes or options change. 0: at
  /// once.
  public var layoutChangeDuration = 0.4
  /// Whether items fade in at their new places, in the same time, instead of flying there: for people who are
  /// sensitive to motion.
  public var changesFade = false

  /// The extent of an item along the scroll axis, in points, if it differs from `itemSize`.
  public var itemExtent: Double?
  /// The entry m34 of the start matrix: −1 / (distance of the viewer in points). From −0.01 to 0, default
  /// −1/500.
  public var perspective = -1.0 / 500
  /// The translation of the whole picture, in points. It does not change the viewpoint.
  public var contentOffset = Point.zero
  /// The position of the current item in the bounds: (0.5, 0.5) is the center, (0, 0) the upper left corner.
  public var focusPoint = Point(0.5, 0.5)
  /// The direction of a finger movement that scrolls forward, of any length. Nil: against the scroll axis, as
  /// if the finger pushed the items.
  public var panVector: Point?
  /// The part of the bounds in which drags may begin, in extents of the bounds from the upper left corner.
  /// Nil: everywhere.
  public var panArea: Rectangle?
  /// The translation of the viewpoint to the right and down, in points.
  public var viewpointOffset = Point.zero

  /// The deceleration parameter of a classic fling: with 0 it stops soonest, with 1 never. Default 0.95.
  public var decelerationRate = 0.95
  /// The fraction of a natural fling's velocity that remains after one millisecond, 0.9 to 0.9999. Default
  /// 0.998 (a touchscreen's "normal"); 0.99 is "fast".
  public var momentum = 0.998
  /// Whether fingers can pull a carousel that does not wrap beyond its ends.
  public var bounces = true
  /// The maximum distance beyond the ends, in items. 0 is the same as not bouncing.
  public var bounceDistance = 1.0
  /// Whether fingers can scroll the carousel.
  public var isScrollEnabled = true
  /// Whether a fling moves by at most one item.
  public var isPagingEnabled = false
  /// The maximum number of items that a fling of natural physics moves, 1 or more. Default: friction alone
  /// limits it.
  public var maximumItemsPerFling: Int?
  /// The release speed from which a fling of natural physics moves at least to the next item and never
  /// returns to the previous one. In points per second. Nil: a slow fling may return. Default 300, the value
  /// of libadwaita's carousel.
  public var steppingSpeed: Double? = 300
  /// The factor for the distance of a fling. Default 1.
  public var scrollSpeed = 1.0
  /// The factor for the deceleration of a fling. It multiplies the exponential rate of natural physics (from
  /// `momentum`) and the constant deceleration of classic physics (from `decelerationRate`). A fling moves
  /// 1/friction times as far. 0.01 to 100, default 1.
  public var friction = 1.0
  /// The easing of a fling. Default: the physics' own curve, for which velocity never jumps. With a curve,
  /// the fling takes as long as an ease-out that begins with the finger's velocity, and it does not bounce.
  public var momentumCurve: AnimationCurve?
  /// The easing of a programmed scroll that names no curve. Default: the physics' own curve.
  public var programmaticCurve: AnimationCurve?
  /// Whether a fling ends on an item. If not, friction stops it anywhere, and `scrollsToItemBoundary` then
  /// moves it to the nearest item.
  public var stopsAtItemBoundary = true
  /// Whether a carousel that stops between items continues to the nearest one.
  public var scrollsToItemBoundary = true
  /// Whether a tap on an item moves it to the center.
  public var centersItemWhenSelected = true
  /// Whether the carousel handles taps on items at all.
  public var isTapEnabled = true
  /// Whether the carousel leaves drags across the scroll axis to other handlers.
  public var ignoresPerpendicularSwipes = true
  /// The speed of automatic scrolling, in items per second. Positive values scroll toward lower indexes, as
  /// in iCarousel.
  public var autoscroll = 0.0

  /// Whether the carousel rests only on items: `stopsAtItemBoundary` and `scrollsToItemBoundary` together.
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

  /// Reports whether `count` items fill the screen, which is the condition for wrapping.
  func hasEnoughItemsToWrap(_ count: Int) -> Bool { maximumItemsOnScreen.map { count >= $0 } ?? true }

  /// Creates options with iCarousel's defaults, but with the cover flow layout and natural physics.
  public init() {}

  /// The values of `perspective` that give a sensible picture.
  public static let perspectiveRange = -0.01...0.0
}

/// The physics with which a carousel responds to fingers.
public enum ScrollPhysicsKind: String, CaseIterable, Hashable, Sendable {
  /// The physics of iCarousel 1.8.3: a parabola that ends on an item, eased snaps, a linear resistance at the
  /// ends.
  case classic
  /// The physics of current touchscreens: exponential deceleration toward an item chosen at release, a rubber
  /// band at the ends, and a critically damped spring back. Every position is a closed form of time.
  case natural
}
