#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a carousel does of itself once it has been let go, or when a phase of its motion is over.
enum FollowUp: Hashable, Sendable {
  /// Fling on.
  case glide(ScrollCurve)
  /// Go to where it belongs.
  case settle(ScrollCurve)
  /// Stay.
  case stay
}

/// A drag in progress.
struct Drag: Hashable, Sendable {
  /// Where the carousel would be if its ends did not resist, in items.
  var raw = 0.0
  /// Velocity of the last move in items/s, as the physics understands it. Outlives the drag.
  var velocity = 0.0
  /// Whether that velocity was reported with the move.
  var isVelocityKnown = false
  /// When the finger last moved, seconds.
  var lastMove = 0.0
  /// How far the finger has brought the carousel, in items, whatever the ends resisted.
  var way = 0.0
  /// Whether it ends with a step to the next item at least; nil where its speed says so.
  var isStep: Bool?
}

/// The feel of a carousel: how it follows a finger, and which curves it follows after that.
protocol ScrollPhysics: Sendable {
  /// A finger takes hold of a carousel at `offset`.
  static func begin(_ drag: inout Drag, at offset: Double, _ rules: ScrollRules)
  /// The offset after the finger has moved by `distance` points; `velocity` (points/s) where it is known.
  static func move(
    _ drag: inout Drag, from offset: Double, by distance: Double, velocity: Double?, _ rules: ScrollRules
  ) -> Double
  /// What follows when the finger lets go with `velocity` points/s.
  static func release(
    _ drag: inout Drag, offset: Double, velocity: Double, at time: Double, _ rules: ScrollRules
  )
    -> FollowUp
  /// What follows a fling that has ended at `offset`.
  static func afterGlide(_ offset: Double, _ drag: Drag, at time: Double, _ rules: ScrollRules) -> FollowUp
  /// The way to the nearest item, or back from beyond an end, for a carousel left at `offset`.
  static func settle(_ offset: Double, at time: Double, _ rules: ScrollRules) -> ScrollCurve?
  /// A programmed scroll.
  static func scroll(
    from offset: Double, velocity: Double, to target: Double, duration: Double, at time: Double
  ) -> ScrollCurve
}

/// What is moving a carousel.
enum Phase: Hashable, Sendable {
  /// Nothing.
  case resting
  /// A finger lies on it and has stopped it, but drags nothing yet.
  case held
  /// A finger.
  case dragging
  /// A fling.
  case gliding(ScrollCurve)
  /// A programmed scroll, or the way to the nearest item.
  case scrolling(ScrollCurve)
  /// Itself, at constant speed since an offset and a time.
  case turning(from: Double, since: Double)

  /// The curve it follows, if it follows one.
  var curve: ScrollCurve? {
    switch self {
    case .gliding(let curve), .scrolling(let curve): curve
    case .resting, .held, .dragging, .turning: nil
    }
  }
}

/// What the physics must know about the carousel: its range, its scale and the options that concern motion.
struct ScrollRules: Sendable {
  var numberOfItems: Int
  var wraps: Bool
  /// How far beyond the ends it may go, in items; 0 when it wraps or does not bounce.
  var bounceDistance: Double
  /// Points per item; the mean, where items are not equally long.
  var itemExtent: Double
  /// Items scrolled per item extent dragged.
  var offsetMultiplier: Double
  var decelerationRate: Double
  /// Exponential rate of natural deceleration, 1/s.
  var dragRate: Double
  /// Most items that a fling goes; nil is as far as friction lets it.
  var longestFling: Double?
  /// A fling this fast goes on to the next item at least, in points per second; infinite when none has to.
  var steppingSpeed: Double
  var isPaging: Bool
  var stopsAtItems: Bool
  var scrollsToItems: Bool
  var scrollSpeed: Double
  var autoscroll: Double
  /// Multiplies how strongly a classic fling brakes; `dragRate` has it already.
  var friction: Double
  /// How a fling spends its time, nil for the physics' own way.
  var momentumCurve: AnimationCurve?

  init(_ options: CarouselOptions, _ layout: ResolvedLayout, numberOfItems: Int) {
    self.numberOfItems = numberOfItems
    wraps = layout.wraps
    let distance = options.bounceDistance.limited(to: 0...1e6, else: 1)
    bounceDistance = options.bounces && !layout.wraps ? distance : 0
    itemExtent = layout.itemExtent
    offsetMultiplier = layout.offsetMultiplier
    decelerationRate = options.decelerationRate.limited(to: 0...1, else: 0.95)
    friction = options.friction.limited(to: 0.01...100, else: 1)
    dragRate = -1000 * log(options.momentum.limited(to: 0.9...0.9999, else: 0.998)) * friction
    momentumCurve = options.momentumCurve
    longestFling =
      options.isPagingEnabled ? 1 : options.maximumItemsPerFling.map { Double(max(1, $0)) }
    steppingSpeed = options.steppingSpeed.map { max(0, $0.finite(else: .infinity)) } ?? .infinity
    isPaging = options.isPagingEnabled
    stopsAtItems = options.stopsAtItemBoundary
    scrollsToItems = options.scrollsToItemBoundary
    scrollSpeed = options.scrollSpeed.limited(to: 0...1e3, else: 1)
    autoscroll = options.autoscroll.limited(to: -1e6...1e6, else: 0)
  }

  /// The last item's offset.
  var end: Double { Double(max(0, numberOfItems - 1)) }

  /// The offset within the items: wrapped around, or limited to the ends; −1 when there are no items.
  func clamped(_ offset: Double) -> Double {
    if numberOfItems == 0 { return -1 }
    guard wraps else { return min(max(0, offset), end) }
    let count = Double(numberOfItems)
    let wrapped = offset - floor(offset / count) * count
    // A tiny negative offset rounds up to a full turn.
    return wrapped < count ? wrapped : 0
  }

  /// The index within the items: wrapped around, or limited to the ends; −1 when there are no items.
  func clamped(index: Int) -> Int {
    // The division below costs more than all the rest.
    if index >= 0, index < numberOfItems { return index }
    if numberOfItems == 0 { return -1 }
    guard wraps else { return min(max(0, index), numberOfItems - 1) }
    let rest = index % numberOfItems
    return rest < 0 ? rest + numberOfItems : rest
  }

  /// The item nearest to an offset.
  func index(near offset: Double) -> Int {
    // By hand: the rounding that takes halves away from zero is a call into the C library.
    let whole = offset.integerPart
    let rest = offset - Double(whole)
    return clamped(index: rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole)
  }

  /// The offset within what is allowed at all, bounce included.
  func limited(_ offset: Double) -> Double {
    if wraps || numberOfItems == 0 { return clamped(offset) }
    return min(max(-bounceDistance, offset), end + bounceDistance)
  }

  /// How far to go from one offset to another: the shorter way round when wrapping.
  func distance(from: Double, to: Double) -> Double {
    let direct = to - from
    guard wraps else { return direct }
    let around = min(from, to) + Double(numberOfItems) - max(from, to)
    let signed = from < to ? -around : around
    return abs(direct) <= abs(signed) ? direct : signed
  }

  /// How many items to go from one index to another: the shorter way round when wrapping.
  func distance(from: Int, to: Int) -> Int {
    let direct = to - from
    guard wraps else { return direct }
    let around = min(from, to) + numberOfItems - max(from, to)
    let signed = from < to ? -around : around
    return abs(direct) <= abs(signed) ? direct : signed
  }

  /// How many items to go forward from one index to another on a carousel that wraps.
  func wrappedDistance(from: Int, to: Int) -> Int {
    let rest = (to - from) % numberOfItems
    return rest < 0 ? rest + numberOfItems : rest
  }

  /// How far beyond the ends an offset lies, signed; 0 within.
  func overshoot(_ offset: Double) -> Double {
    wraps || numberOfItems == 0 ? 0 : offset - min(max(0, offset), end)
  }

  /// Items scrolled per point that a finger moves, against its direction.
  var itemsPerPoint: Double { offsetMultiplier / itemExtent }
}
