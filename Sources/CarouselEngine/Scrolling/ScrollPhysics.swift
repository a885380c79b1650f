#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The automatic motion of a carousel after a release or after a phase of its motion.
enum FollowUp: Hashable, Sendable {
  /// Continue with a fling.
  case glide(ScrollCurve)
  /// Move to the resting offset.
  case settle(ScrollCurve)
  /// Stay.
  case stay
}

/// A drag in progress.
struct Drag: Hashable, Sendable {
  /// The offset of the carousel without the resistance of its ends, in items.
  var raw = 0.0
  /// The velocity of the last movement in items/s, as the physics computes it. It stays after the drag.
  var velocity = 0.0
  /// Whether the caller reported that velocity with the movement.
  var isVelocityKnown = false
  /// The time of the last movement, in seconds.
  var lastMove = 0.0
  /// The distance that the finger has dragged the carousel, in items, without the resistance of the ends.
  var way = 0.0
  /// Whether the drag ends with a step at least to the next item; nil: the speed decides.
  var isStep: Bool?
}

/// The physics of a carousel: its response to a finger, and the curves after the release.
protocol ScrollPhysics: Sendable {
  /// Begins a drag at `offset`.
  static func begin(_ drag: inout Drag, at offset: Double, _ rules: ScrollRules)
  /// Returns the offset after the finger has moved by `distance` points. `velocity` is in points/s, if known.
  static func move(
    _ drag: inout Drag, from offset: Double, by distance: Double, velocity: Double?, _ rules: ScrollRules
  ) -> Double
  /// Returns the follow-up after the finger lets go with `velocity` points/s.
  static func release(
    _ drag: inout Drag, offset: Double, velocity: Double, at time: Double, _ rules: ScrollRules
  )
    -> FollowUp
  /// Returns the follow-up after a fling that ended at `offset`.
  static func afterGlide(_ offset: Double, _ drag: Drag, at time: Double, _ rules: ScrollRules) -> FollowUp
  /// Returns the movement from `offset` to the nearest item, or back from beyond an end.
  static func settle(_ offset: Double, at time: Double, _ rules: ScrollRules) -> ScrollCurve?
  /// Returns the curve of a programmed scroll.
  static func scroll(
    from offset: Double, velocity: Double, to target: Double, duration: Double, at time: Double
  ) -> ScrollCurve
}

/// The cause of a carousel's present motion.
enum Phase: Hashable, Sendable {
  /// No motion.
  case resting
  /// A finger has stopped the carousel but does not drag it yet.
  case held
  /// A drag by a finger.
  case dragging
  /// A fling.
  case gliding(ScrollCurve)
  /// A programmed scroll, or the movement to the nearest item.
  case scrolling(ScrollCurve)
  /// Automatic scrolling at constant speed, from an offset and a time.
  case turning(from: Double, since: Double)

  /// The curve of the motion, if it has one.
  var curve: ScrollCurve? {
    switch self {
    case .gliding(let curve), .scrolling(let curve): curve
    case .resting, .held, .dragging, .turning: nil
    }
  }
}

/// The carousel's parameters for the physics: its range, its scale and the options for motion.
struct ScrollRules: Sendable {
  var numberOfItems: Int
  var wraps: Bool
  /// The maximum distance beyond the ends, in items; 0 if the carousel wraps or does not bounce.
  var bounceDistance: Double
  /// The points per item; the mean if lengths differ.
  var itemExtent: Double
  /// The number of items scrolled per item extent dragged.
  var offsetMultiplier: Double
  var decelerationRate: Double
  /// The exponential rate of natural deceleration, in 1/s.
  var dragRate: Double
  /// The maximum distance of a fling, in items; nil if only friction limits it.
  var longestFling: Double?
  /// The speed from which a fling moves at least to the next item, in points per second; infinite for no such
  /// speed.
  var steppingSpeed: Double
  var isPaging: Bool
  var stopsAtItems: Bool
  var scrollsToItems: Bool
  var scrollSpeed: Double
  var autoscroll: Double
  /// The factor for the deceleration of a classic fling. `dragRate` already includes it.
  var friction: Double
  /// The easing of a fling; nil for the physics' own curve.
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

  /// The offset of the last item.
  var end: Double { Double(max(0, numberOfItems - 1)) }

  /// Returns the offset within the items: wrapped around, or limited to the ends; −1 without items.
  func clamped(_ offset: Double) -> Double {
    if numberOfItems == 0 { return -1 }
    guard wraps else { return min(max(0, offset), end) }
    let count = Double(numberOfItems)
    let wrapped = offset - floor(offset / count) * count
    // A tiny negative offset rounds up to a full turn, which is 0.
    return wrapped < count ? wrapped : 0
  }

  /// Returns the index within the items: wrapped around, or limited to the ends; −1 without items.
  func clamped(index: Int) -> Int {
    // Avoids the division below, which costs more than all the rest.
    if index >= 0, index < numberOfItems { return index }
    if numberOfItems == 0 { return -1 }
    guard wraps else { return min(max(0, index), numberOfItems - 1) }
    let rest = index % numberOfItems
    return rest < 0 ? rest + numberOfItems : rest
  }

  /// Returns the index of the item nearest to an offset.
  func index(near offset: Double) -> Int {
    // Manual rounding, because rounding halves away from zero would call the C library.
    let whole = offset.integerPart
    let rest = offset - Double(whole)
    return clamped(index: rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole)
  }

  /// Returns the offset limited to the allowed range, bounce included.
  func limited(_ offset: Double) -> Double {
    if wraps || numberOfItems == 0 { return clamped(offset) }
    return min(max(-bounceDistance, offset), end + bounceDistance)
  }

  /// Returns the distance from one offset to another, the shorter way round if the carousel wraps.
  func distance(from: Double, to: Double) -> Double {
    let direct = to - from
    guard wraps else { return direct }
    let around = min(from, to) + Double(numberOfItems) - max(from, to)
    let signed = from < to ? -around : around
    return abs(direct) <= abs(signed) ? direct : signed
  }

  /// Returns the number of items from one index to another, the shorter way round if the carousel wraps.
  func distance(from: Int, to: Int) -> Int {
    let direct = to - from
    guard wraps else { return direct }
    let around = min(from, to) + numberOfItems - max(from, to)
    let signed = from < to ? -around : around
    return abs(direct) <= abs(signed) ? direct : signed
  }

  /// Returns the number of items forward from one index to another on a wrapping carousel.
  func wrappedDistance(from: Int, to: Int) -> Int {
    let rest = (to - from) % numberOfItems
    return rest < 0 ? rest + numberOfItems : rest
  }

  /// Returns the signed distance of an offset beyond the ends; 0 within the ends.
  func overshoot(_ offset: Double) -> Double {
    wraps || numberOfItems == 0 ? 0 : offset - min(max(0, offset), end)
  }

  /// The number of items scrolled per point of finger movement, against its direction.
  var itemsPerPoint: Double { offsetMultiplier / itemExtent }
}
