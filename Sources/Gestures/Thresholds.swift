/// Every limit that tells one gesture from another.
///
/// Lengths are in points and are meant as density-independent ones, 1/160 inch. Where the output tells its
/// size, `init(pointsPerMillimeter:)` keeps them the same under the finger.
public struct Thresholds: Hashable, Sendable {
  /// How far a finger may wander and still tap, in points; strictly more is a drag. Ours: 3.2 mm, a little
  /// more than Flutter's `kTouchSlop` of 18, because no drag waits for it.
  public var touchSlop = 20.16
  /// How far a finger moves along the axis before a drag follows it, in points, at most `touchSlop`; strictly
  /// more does. What has begun to follow can still become a tap. Ours: 1.3 mm; Android's views have 8 points.
  public var dragSlop = 8.19
  /// The same across the axis. Ours: 2.2 mm, so that a finger that is not quite on its way yet moves the
  /// axis' content.
  public var dragSlopAcross = 13.86
  /// The way over which a drag gives back what its slop has swallowed, in points; 0: it never does. Ours: 10
  /// mm.
  public var slopReturn = 63.0
  /// How far a finger within `touchSlop` must have come to have swiped instead of tapped, in points. Ours:
  /// 2.2 mm, so that a swipe of 3 mm is one wherever its last report was.
  public var throwDistance = 13.86
  /// Seconds that a touch may take to have thrown something: no hand that trembles lifts so soon. Ours.
  static let throwDuration = 0.15
  /// How fast it must be for that when it lifts, in points per second. Ours: 60 mm/s.
  public var throwMinimum = 378.0
  /// How long a finger rests before what lies under it shows that it is pressed, in seconds. Ours: soon
  /// enough to be felt as at once, and too late for a finger that only passes by.
  public var pressFeedbackDelay = 0.06
  /// How long a finger rests until it is a long press, in seconds. Flutter's `kLongPressTimeout`, Chromium's
  /// `long_press_time_in_ms`.
  public var longPressDelay = 0.5

  /// How many times longer than the other way a movement must be to be locked onto rails. Chromium's snap
  /// scroll controller.
  public var railsRatio = 1.25
  /// Movement across the rails, in slops, from which on nothing is locked any more. Chromium.
  public var railsCrossLimit = 2.0
  /// The narrowest half-width of a rail, in slops, and the factor on a screen of `railReferenceDiagonal`.
  /// Chromium.
  public var railWidthMinimum = 1.5
  /// The widest half-width of a rail, in slops. Chromium.
  public var railWidthMaximum = 4.5
  /// Diagonal of the screen that has the narrowest rails, in points. Chromium.
  public var railReferenceDiagonal = 480.0

  /// A finger without a sample for longer than this has stopped, in seconds. Android and Flutter.
  public var stopAfter = 0.040
  /// The same at most for a contact of a touchscreen that reports seldom: there it is 2.5 of its intervals.
  /// Ours: less than a finger takes to come to rest and lift.
  public var stopAfterMaximum = 0.090
  /// The age up to which samples tell the velocity, in seconds. Android's and Flutter's horizon.
  public var velocityHorizon = 0.100
  /// The slowest fling, in points per second; strictly more flings. Flutter's `kMinFlingVelocity`, Android.
  public var flingMinimum = 50.0
  /// A drag that is released at this speed or faster has what it moves go on by a step at least, in points
  /// per second. That of libadwaita's swipe tracker.
  public var stepMinimum = 300.0
  /// No velocity is reported faster than this, in points per second. Flutter's `kMaxFlingVelocity`, Android.
  public var flingMaximum = 8000.0

  /// How near to an edge an edge swipe starts, in points. Flutter's back gesture.
  public var edgeZone = 20.0
  /// Change of distance between two fingers that makes a pinch, in points. Chromium's span slop.
  public var spanSlop = 30.0

  /// Longest time from the first tap to the second finger down, in seconds. Flutter's `kDoubleTapTimeout`.
  public var doubleTapDelay = 0.3
  /// A second finger down sooner than this is the same finger bouncing, in seconds. Flutter's
  /// `kDoubleTapMinTime`.
  public var doubleTapMinimum = 0.040
  /// How far apart the two taps may be, in points. Flutter's `kDoubleTapSlop`.
  public var doubleTapSlop = 100.0

  /// Longest time in which several fingers must make up their swipe, in seconds. lisgd.
  public var swipeDuration = 0.8
  /// How far a swipe of several fingers may point away from its direction, in radians. Ours: 30°, as lisgd's
  /// 15° loses the slanted swipes of a whole hand.
  public var swipeTolerance = Double.pi / 6

  /// How far one finger must have come for its swipe to do something, in points. Ours: 8 mm, half a fingertip
  /// more than a drag that begins by accident.
  public var swipeDistance = 50.0
  /// The slowest flick, in points per second. Ours: a finger's width in a tenth of a second, three times as
  /// fast as reading hands scroll.
  public var flickMinimum = 1000.0

  /// A contact that is silent for so long has been forgotten by the compositor, in seconds. Ours: no finger
  /// rests so still for half a minute, and a lost up must not spoil the taps of the next visitor.
  public var forgottenAfter = 30.0

  /// The defaults, for a surface whose size in the world is unknown.
  public init() {}

  /// What published recordings of touches were made with: the limits of Flutter, Android and Chromium, with
  /// one slop for taps and drags.
  public static let published: Thresholds = {
    var thresholds = Thresholds()
    (thresholds.touchSlop, thresholds.dragSlop, thresholds.dragSlopAcross) = (18, 18, 18)
    thresholds.slopReturn = 0
    thresholds.pressFeedbackDelay = 0.1
    thresholds.stopAfterMaximum = thresholds.stopAfter
    return thresholds
  }()

  /// The defaults, kept the same length under the finger: see `scaled(toPointsPerMillimeter:)`.
  public init(pointsPerMillimeter: Double) {
    self = Thresholds().scaled(toPointsPerMillimeter: pointsPerMillimeter)
  }

  /// How far a drag moves before it begins, along the axis and across it.
  var dragSlops: DragSlops {
    DragSlops(main: min(dragSlop, touchSlop), cross: min(dragSlopAcross, touchSlop))
  }

  /// These limits, whose lengths are meant for `defaultPointsPerMillimeter`, for a surface with other points.
  ///
  /// - Parameter pointsPerMillimeter: how many points of the surface are a millimeter. What no screen has
  ///   (outputs report nonsense) is taken as unknown, and changes nothing.
  public func scaled(toPointsPerMillimeter pointsPerMillimeter: Double) -> Thresholds {
    let factor = pointsPerMillimeter / Self.defaultPointsPerMillimeter
    guard Self.plausibleFactors.contains(factor) else { return self }
    var thresholds = self
    thresholds.scaleLengths(by: factor)
    return thresholds
  }

  /// 160 points per inch: what the defaults are made for.
  public static let defaultPointsPerMillimeter = 160 / 25.4
  /// A wall of projectors to a pocket screen; beyond, the reported size is wrong.
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

/// The ellipse around the point where a finger landed within which it drags nothing.
struct DragSlops: Hashable, Sendable {
  /// Half its length along the axis and across it, in points.
  let main: Double
  /// See `main`.
  let cross: Double

  /// Whether a finger has left it.
  func isLeft(main way: Double, cross side: Double) -> Bool {
    let (way, side) = (way * cross, side * main)
    return way * way + side * side > main * main * cross * cross
  }
}

/// One limit of `Thresholds`, for a program that lets it be configured: its name, unit and range are written
/// down only here.
public struct ThresholdField: Sendable {
  /// What a limit is measured in.
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

  /// Its name in kebab case.
  public let name: String
  /// What it is measured in.
  public let unit: Unit
  /// The values that make sense, in the unit.
  public let range: ClosedRange<Double>
  /// The threshold that it describes.
  public let keyPath: WritableKeyPath<Thresholds, Double> & Sendable
  /// What it does, as a sentence.
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

  /// Its value by default.
  public var standard: Double { Thresholds()[keyPath: keyPath] }
}

extension Thresholds {
  /// Every limit, in the order in which they are documented.
  public static let fields: [ThresholdField] = [
    ThresholdField(
      "touch-slop", \.touchSlop, .points, 1...100,
      "How far a finger may wander and still tap."),
    ThresholdField(
      "drag-slop", \.dragSlop, .points, 1...100,
      "How far a finger moves along the way of the tiles before they follow it, at most touch-slop."),
    ThresholdField(
      "drag-slop-across", \.dragSlopAcross, .points, 1...100,
      "How far a finger moves across the way of the tiles before it drags, at most touch-slop."),
    ThresholdField(
      "slop-return", \.slopReturn, .points, 0...1000,
      "The way over which a drag makes up for the slop, so that what it moves is under the finger again. 0: never."
    ),
    ThresholdField(
      "throw-distance", \.throwDistance, .points, 1...100,
      "How far a finger within touch-slop must have come to have swiped instead of tapped."),
    ThresholdField(
      "throw-minimum", \.throwMinimum, .pointsPerSecond, 10...50_000,
      "How fast a finger within touch-slop must be when it lifts to have swiped instead of tapped."),
    ThresholdField(
      "press-feedback-delay", \.pressFeedbackDelay, .seconds, 0...2,
      "How long a finger rests before what lies under it shows that it is pressed."),
    ThresholdField(
      "long-press-delay", \.longPressDelay, .seconds, 0.1...10,
      "How long a finger rests until it is a long press."),
    ThresholdField(
      "rails-ratio", \.railsRatio, .ratio, 1...10,
      "How many times longer than the other way a movement must be to be locked onto rails."),
    ThresholdField(
      "rails-cross-limit", \.railsCrossLimit, .slops, 1...20,
      "Movement across the rails from which on nothing is locked any more."),
    ThresholdField(
      "rail-width-minimum", \.railWidthMinimum, .slops, 0.5...20,
      "The narrowest half-width of a rail."),
    ThresholdField(
      "rail-width-maximum", \.railWidthMaximum, .slops, 0.5...50,
      "The widest half-width of a rail."),
    ThresholdField(
      "rail-reference-diagonal", \.railReferenceDiagonal, .points, 100...10_000,
      "Diagonal of the screen that has the narrowest rails; larger ones have wider rails."),
    ThresholdField(
      "stop-after", \.stopAfter, .seconds, 0.005...1,
      "A finger without a sample for longer than this has stopped, and flings nothing."),
    ThresholdField(
      "stop-after-maximum", \.stopAfterMaximum, .seconds, 0.005...1,
      "The longest stop-after of a touchscreen that reports seldom: there it is 2.5 times as long as from report to report."
    ),
    ThresholdField(
      "velocity-horizon", \.velocityHorizon, .seconds, 0.01...1,
      "The age up to which samples tell the velocity."),
    ThresholdField(
      "fling-minimum", \.flingMinimum, .pointsPerSecond, 0...5000,
      "What is released at this speed or slower does not glide."),
    ThresholdField(
      "step-minimum", \.stepMinimum, .pointsPerSecond, 0...50_000,
      "A swipe that is released at this speed or faster goes on to the next tile at least."),
    ThresholdField(
      "fling-maximum", \.flingMaximum, .pointsPerSecond, 100...100_000,
      "No fling is faster than this."),
    ThresholdField(
      "edge-zone", \.edgeZone, .points, 0...200,
      "How near to an edge a swipe from that edge starts."),
    ThresholdField(
      "span-slop", \.spanSlop, .points, 1...200,
      "Change of the distance between two fingers that makes a pinch."),
    ThresholdField(
      "double-tap-delay", \.doubleTapDelay, .seconds, 0.05...2,
      "Longest time from the first tap to the second finger down."),
    ThresholdField(
      "double-tap-minimum", \.doubleTapMinimum, .seconds, 0...0.5,
      "A second finger down sooner than this is the same finger bouncing."),
    ThresholdField(
      "double-tap-slop", \.doubleTapSlop, .points, 1...500,
      "How far apart the two taps may be."),
    ThresholdField(
      "swipe-duration", \.swipeDuration, .seconds, 0.1...5,
      "Longest time in which several fingers must make up their swipe."),
    ThresholdField(
      "swipe-tolerance", \.swipeTolerance, .radians, 0.05...(Double.pi / 4),
      "How far a swipe of several fingers may point away from its direction."),
    ThresholdField(
      "swipe-distance", \.swipeDistance, .points, 1...2000,
      "How far a swipe of one finger must have come to do something, unless it is thrown."),
    ThresholdField(
      "flick-minimum", \.flickMinimum, .pointsPerSecond, 10...50_000,
      "A swipe of one finger that is faster than this when it lifts is a flick."),
    ThresholdField(
      "forgotten-after", \.forgottenAfter, .seconds, 2...3600,
      "A finger that is silent for so long was lost by the compositor, and is taken back."),
  ]

  /// The same limits, each drawn into its range; what is no number becomes the default.
  public var clamped: Thresholds {
    Self.fields.reduce(into: self) { thresholds, field in
      let value = thresholds[keyPath: field.keyPath]
      thresholds[keyPath: field.keyPath] =
        value.isNaN ? field.standard : min(max(value, field.range.lowerBound), field.range.upperBound)
    }
  }
}
