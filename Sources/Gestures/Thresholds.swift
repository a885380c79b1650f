/// The limits that distinguish gestures.
///
/// Lengths are in density-independent points of 1/160 inch. If the output reports its size,
/// `init(pointsPerMillimeter:)` keeps the physical lengths.
public struct Thresholds: Hashable, Sendable {
  /// The maximum movement of a tap, in points; a longer one is a drag. Ours: 3.2 mm, slightly more than
  /// Flutter's `kTouchSlop` of 18, because no drag waits for it.
  public var touchSlop = 20.16
  /// The movement along the axis beyond which a drag follows the finger, in points, at most `touchSlop`. Such
  /// a drag can still become a tap. Ours: 1.3 mm; Android's views use 8 points.
  public var dragSlop = 8.19
  /// The movement across the axis beyond which a drag follows the finger. Ours: 2.2 mm, because a slightly
  /// slanted movement should still move the content along the axis.
  public var dragSlopAcross = 13.86
  /// The distance over which a drag returns the movement that its slop absorbed, in points; 0: never. Ours:
  /// 10 mm.
  public var slopReturn = 63.0
  /// The minimum distance of a swipe within `touchSlop`, which is not a tap, in points. Ours: 2.2 mm. Then a
  /// swipe of 3 mm counts regardless of its last report.
  public var throwDistance = 13.86
  /// The maximum duration of such a swipe, in seconds: a trembling hand does not lift so soon. Ours.
  static let throwDuration = 0.15
  /// The minimum speed of such a swipe at the lift, in points per second. Ours: 60 mm/s.
  public var throwMinimum = 378.0
  /// The time for which a finger rests before the content under it appears pressed, in seconds. Ours: it
  /// feels immediate, but is too long for a finger that only passes by.
  public var pressFeedbackDelay = 0.06
  /// The time for which a finger rests until a long press, in seconds. Flutter's `kLongPressTimeout`,
  /// Chromium's `long_press_time_in_ms`.
  public var longPressDelay = 0.5

  /// The ratio of the two components from which a movement is locked to rails. From Chromium's snap scroll
  /// controller.
  public var railsRatio = 1.25
  /// The movement across the rails, in slops, beyond which a drag is not locked. From Chromium.
  public var railsCrossLimit = 2.0
  /// The minimum half-width of a rail, in slops, which is also the half-width on a screen of
  /// `railReferenceDiagonal`. From Chromium.
  public var railWidthMinimum = 1.5
  /// The maximum half-width of a rail, in slops. From Chromium.
  public var railWidthMaximum = 4.5
  /// The diagonal of the screen with the narrowest rails, in points. From Chromium.
  public var railReferenceDiagonal = 480.0

  /// The time without samples after which a finger has stopped, in seconds. From Android and Flutter.
  public var stopAfter = 0.040
  /// The maximum of this time for touchscreens with slow reports, for which it is 2.5 report intervals. In
  /// seconds. Ours: less than a finger needs to come to rest and lift.
  public var stopAfterMaximum = 0.090
  /// The maximum age of samples for the velocity, in seconds. The horizon of Android and Flutter.
  public var velocityHorizon = 0.100
  /// The speed above which a release is a fling, in points per second. Flutter's `kMinFlingVelocity`, also
  /// Android.
  public var flingMinimum = 50.0
  /// The release speed from which the content moves by at least one step, in points per second. From
  /// libadwaita's swipe tracker.
  public var stepMinimum = 300.0
  /// The maximum reported velocity, in points per second. Flutter's `kMaxFlingVelocity`, also Android.
  public var flingMaximum = 8000.0

  /// The maximum distance from the edge at the start of an edge swipe, in points. From Flutter's back
  /// gesture.
  public var edgeZone = 20.0
  /// The change of distance between two fingers that begins a pinch, in points. Chromium's span slop.
  public var spanSlop = 30.0

  /// The maximum time from the first tap to the second touch, in seconds. Flutter's `kDoubleTapTimeout`.
  public var doubleTapDelay = 0.3
  /// The minimum time before the second touch, in seconds. Sooner, the same finger bounced. Flutter's
  /// `kDoubleTapMinTime`.
  public var doubleTapMinimum = 0.040
  /// The maximum distance of the two taps, in points. Flutter's `kDoubleTapSlop`.
  public var doubleTapSlop = 100.0

  /// The maximum time for a swipe of several fingers, in seconds. From lisgd.
  public var swipeDuration = 0.8
  /// The tolerance of the direction of a swipe of several fingers, in radians. Ours: 30°, because lisgd's 15°
  /// loses the slanted swipes of a whole hand.
  public var swipeTolerance = Double.pi / 6

  /// The minimum distance of an effective swipe with one finger, in points. Ours: 8 mm, half a fingertip more
  /// than an accidental drag.
  public var swipeDistance = 50.0
  /// The minimum speed of a flick, in points per second. Ours: a finger's width in a tenth of a second, three
  /// times the speed of scrolling while reading.
  public var flickMinimum = 1000.0

  /// The time without samples after which the compositor has lost a contact, in seconds. Ours: no finger
  /// rests so still for half a minute, and a lost `up` must not spoil the taps of the next visitor.
  public var forgottenAfter = 30.0

  /// Creates the defaults, for a surface of unknown physical size.
  public init() {}

  /// The limits for published touch recordings: those of Flutter, Android and Chromium, with one slop for
  /// taps and drags.
  public static let published: Thresholds = {
    var thresholds = Thresholds()
    (thresholds.touchSlop, thresholds.dragSlop, thresholds.dragSlopAcross) = (18, 18, 18)
    thresholds.slopReturn = 0
    thresholds.pressFeedbackDelay = 0.1
    thresholds.stopAfterMaximum = thresholds.stopAfter
    return thresholds
  }()

  /// Creates the defaults with the same physical lengths: see `scaled(toPointsPerMillimeter:)`.
  public init(pointsPerMillimeter: Double) {
    self = Thresholds().scaled(toPointsPerMillimeter: pointsPerMillimeter)
  }

  /// The slops of a drag, along the axis and across it.
  var dragSlops: DragSlops {
    DragSlops(main: min(dragSlop, touchSlop), cross: min(dragSlopAcross, touchSlop))
  }

  /// Returns these limits for a surface with another density. The present lengths are for
  /// `defaultPointsPerMillimeter`.
  ///
  /// - Parameter pointsPerMillimeter: The number of surface points in a millimeter. Implausible values (some
  ///   outputs report wrong sizes) change nothing.
  public func scaled(toPointsPerMillimeter pointsPerMillimeter: Double) -> Thresholds {
    let factor = pointsPerMillimeter / Self.defaultPointsPerMillimeter
    guard Self.plausibleFactors.contains(factor) else { return self }
    var thresholds = self
    thresholds.scaleLengths(by: factor)
    return thresholds
  }

  /// The density for which the defaults are made: 160 points per inch.
  public static let defaultPointsPerMillimeter = 160 / 25.4
  /// The plausible range: from a projection wall to a pocket screen. Beyond it, the reported size is wrong.
  private static let plausibleFactors = 0.1...6.0

  private mutating func scaleLengths(by factor: Double) {
    touchSlop *= factor
    dragSlop *= factor
    dragSlopAcross *= factor
    slopReturn *= factor
    throwDistance *= factor
    throwMinimum *= factor
    railReferenceDiagonal *= factor
    flingMinimum *= factor
    stepMinimum *= factor
    flingMaximum *= factor
    edgeZone *= factor
    spanSlop *= factor
    doubleTapSlop *= factor
    swipeDistance *= factor
    flickMinimum *= factor
  }
}

/// The ellipse around the landing point within which a finger drags nothing.
struct DragSlops: Hashable, Sendable {
  /// The half axis along the axis of the drag, in points.
  let main: Double
  /// The half axis across the axis of the drag, in points.
  let cross: Double

  /// Reports whether a finger has left the ellipse.
  func isLeft(main way: Double, cross side: Double) -> Bool {
    let (way, side) = (way * cross, side * main)
    return way * way + side * side > main * main * cross * cross
  }
}

/// The description of one limit of `Thresholds`, for configuration. This is the only place with its name,
/// unit and range.
public struct ThresholdField: Sendable {
  /// The unit of a limit.
  public enum Unit: Hashable, Sendable {
    /// Points of the surface.
    case points
    /// Points per second.
    case pointsPerSecond
    /// Seconds.
    case seconds
    /// Multiples of the touch slop.
    case slops
    /// A plain number.
    case ratio
    /// Radians.
    case radians
  }

  /// The name in kebab case.
  public let name: String
  /// The unit.
  public let unit: Unit
  /// The valid range, in `unit`.
  public let range: ClosedRange<Double>
  /// The described threshold.
  public let keyPath: WritableKeyPath<Thresholds, Double> & Sendable
  /// The effect of the limit, as a sentence.
  public let meaning: String

  init(
    _ name: String, _ keyPath: WritableKeyPath<Thresholds, Double> & Sendable, _ unit: Unit,
    _ range: ClosedRange<Double>, _ meaning: String
  ) {
    self.name = name
    self.keyPath = keyPath
    self.unit = unit
    self.range = range
    self.meaning = meaning
  }

  /// The default value.
  public var standard: Double { Thresholds()[keyPath: keyPath] }
}

extension Thresholds {
  /// All limits, in the order of the documentation.
  public static let fields: [ThresholdField] = [
    ThresholdField(
      "touch-slop", \.touchSlop, .points, 1...100,
      "The distance that a finger may move and still tap."),
    ThresholdField(
      "drag-slop", \.dragSlop, .points, 1...100,
      "The distance along the row of tiles after which they follow a finger; at most touch-slop."),
    ThresholdField(
      "drag-slop-across", \.dragSlopAcross, .points, 1...100,
      "The distance across the row of tiles after which a finger drags; at most touch-slop."),
    ThresholdField(
      "slop-return", \.slopReturn, .points, 0...1000,
      "The distance within which a drag makes up for the slop, until the tile is under the finger again. 0: never."
    ),
    ThresholdField(
      "throw-distance", \.throwDistance, .points, 1...100,
      "The distance, within touch-slop, after which a quick movement is a swipe and not a tap."),
    ThresholdField(
      "throw-minimum", \.throwMinimum, .pointsPerSecond, 10...50_000,
      "The speed at the release, within touch-slop, from which a movement is a swipe and not a tap."),
    ThresholdField(
      "press-feedback-delay", \.pressFeedbackDelay, .seconds, 0...2,
      "The time after which an element under a finger looks pressed."),
    ThresholdField(
      "long-press-delay", \.longPressDelay, .seconds, 0.1...10,
      "The time after which a resting finger is a long press."),
    ThresholdField(
      "rails-ratio", \.railsRatio, .ratio, 1...10,
      "The ratio of a movement's two directions from which it locks to one of them."),
    ThresholdField(
      "rails-cross-limit", \.railsCrossLimit, .slops, 1...20,
      "The distance across a locked direction that ends the lock."),
    ThresholdField(
      "rail-width-minimum", \.railWidthMinimum, .slops, 0.5...20,
      "The narrowest half-width of a rail."),
    ThresholdField(
      "rail-width-maximum", \.railWidthMaximum, .slops, 0.5...50,
      "The widest half-width of a rail."),
    ThresholdField(
      "rail-reference-diagonal", \.railReferenceDiagonal, .points, 100...10_000,
      "The diagonal of a screen with the narrowest rails. Larger screens have wider rails."),
    ThresholdField(
      "stop-after", \.stopAfter, .seconds, 0.005...1,
      "The time without a report after which a finger has stopped and no longer flings."),
    ThresholdField(
      "stop-after-maximum", \.stopAfterMaximum, .seconds, 0.005...1,
      "The longest stop-after of a slow touchscreen, where stop-after is 2.5 times the interval between reports."
    ),
    ThresholdField(
      "velocity-horizon", \.velocityHorizon, .seconds, 0.01...1,
      "The age of the oldest report that the velocity is computed from."),
    ThresholdField(
      "fling-minimum", \.flingMinimum, .pointsPerSecond, 0...5000,
      "The speed up to which a released carousel does not glide."),
    ThresholdField(
      "step-minimum", \.stepMinimum, .pointsPerSecond, 0...50_000,
      "The speed from which a swipe reaches at least the next tile."),
    ThresholdField(
      "fling-maximum", \.flingMaximum, .pointsPerSecond, 100...100_000,
      "The maximum speed of a fling."),
    ThresholdField(
      "edge-zone", \.edgeZone, .points, 0...200,
      "The distance from an edge within which a swipe from that edge starts."),
    ThresholdField(
      "span-slop", \.spanSlop, .points, 1...200,
      "The change of the distance between two fingers that starts a pinch."),
    ThresholdField(
      "double-tap-delay", \.doubleTapDelay, .seconds, 0.05...2,
      "The longest time from the first tap to the second touch of a double tap."),
    ThresholdField(
      "double-tap-minimum", \.doubleTapMinimum, .seconds, 0...0.5,
      "The time within which a second touch is the same finger bouncing."),
    ThresholdField(
      "double-tap-slop", \.doubleTapSlop, .points, 1...500,
      "The largest distance between the two taps of a double tap."),
    ThresholdField(
      "swipe-duration", \.swipeDuration, .seconds, 0.1...5,
      "The longest time in which several fingers must complete their swipe."),
    ThresholdField(
      "swipe-tolerance", \.swipeTolerance, .radians, 0.05...(Double.pi / 4),
      "The largest angle between a swipe of several fingers and its direction."),
    ThresholdField(
      "swipe-distance", \.swipeDistance, .points, 1...2000,
      "The distance from which a slow swipe of one finger counts."),
    ThresholdField(
      "flick-minimum", \.flickMinimum, .pointsPerSecond, 10...50_000,
      "The speed at the release from which a swipe of one finger counts at any distance."),
    ThresholdField(
      "forgotten-after", \.forgottenAfter, .seconds, 2...3600,
      "The time without a report after which the launcher cancels a finger that the compositor lost."),
  ]

  /// A copy with each limit clamped to its range. NaN becomes the default.
  public var clamped: Thresholds {
    Self.fields.reduce(into: self) { thresholds, field in
      let value = thresholds[keyPath: field.keyPath]
      thresholds[keyPath: field.keyPath] =
        value.isNaN ? field.standard : min(max(value, field.range.lowerBound), field.range.upperBound)
    }
  }
}
