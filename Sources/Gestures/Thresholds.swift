/// Every limit that tells one gesture from another.
///
/// Lengths are in points and are meant as density-independent ones, 1/160 inch. Where the output tells its size,
/// `init(pointsPerMillimeter:)` keeps them the same under the finger.
public struct Thresholds: Hashable, Sendable {
  /// How far a finger may wander and still tap, in points; strictly more is a drag. Flutter's `kTouchSlop`.
  public var touchSlop = 18.0
  /// How long a finger rests before what lies under it shows that it is pressed, in seconds. Flutter's
  /// `kPressTimeout`.
  public var pressFeedbackDelay = 0.1
  /// How long a finger rests until it is a long press, in seconds. Flutter's `kLongPressTimeout`, Chromium's
  /// `long_press_time_in_ms`.
  public var longPressDelay = 0.5

  /// How many times longer than the other way a movement must be to be locked onto rails. Chromium's snap scroll
  /// controller.
  public var railsRatio = 1.25
  /// Movement across the rails, in slops, from which on nothing is locked any more. Chromium.
  public var railsCrossLimit = 2.0
  /// The narrowest half-width of a rail, in slops, and the factor on a screen of `railReferenceDiagonal`. Chromium.
  public var railWidthMinimum = 1.5
  /// The widest half-width of a rail, in slops. Chromium.
  public var railWidthMaximum = 4.5
  /// Diagonal of the screen that has the narrowest rails, in points. Chromium.
  public var railReferenceDiagonal = 480.0

  /// A finger without a sample for longer than this has stopped, in seconds. Android and Flutter.
  public var stopAfter = 0.040
  /// The age up to which samples tell the velocity, in seconds. Android's and Flutter's horizon.
  public var velocityHorizon = 0.100
  /// The slowest fling, in points per second; strictly more flings. Flutter's `kMinFlingVelocity`, Android.
  public var flingMinimum = 50.0
  /// No velocity is reported faster than this, in points per second. Flutter's `kMaxFlingVelocity`, Android.
  public var flingMaximum = 8000.0

  /// How near to an edge an edge swipe starts, in points. Flutter's back gesture.
  public var edgeZone = 20.0
  /// Change of distance between two fingers that makes a pinch, in points. Chromium's span slop.
  public var spanSlop = 30.0

  /// Longest time from the first tap to the second finger down, in seconds. Flutter's `kDoubleTapTimeout`.
  public var doubleTapDelay = 0.3
  /// A second finger down sooner than this is the same finger bouncing, in seconds. Flutter's `kDoubleTapMinTime`.
  public var doubleTapMinimum = 0.040
  /// How far apart the two taps may be, in points. Flutter's `kDoubleTapSlop`.
  public var doubleTapSlop = 100.0

  /// Longest time in which several fingers must make up their swipe, in seconds. lisgd.
  public var swipeDuration = 0.8
  /// How far a swipe of several fingers may point away from its direction, in radians. Ours: 30°, as lisgd's 15°
  /// loses the slanted swipes of a whole hand.
  public var swipeTolerance = Double.pi / 6

  /// How far one finger must have come for its swipe to do something, in points. Ours: 8 mm, half a fingertip more
  /// than a drag that begins by accident.
  public var swipeDistance = 50.0
  /// The slowest flick, in points per second. Ours: a finger's width in a tenth of a second, three times as fast as
  /// reading hands scroll.
  public var flickMinimum = 1000.0

  /// A contact that is silent for so long has been forgotten by the compositor, in seconds. Ours: no finger
  /// rests so still for half a minute, and a lost up must not spoil the taps of the next visitor.
  public var forgottenAfter = 30.0

  /// The defaults, for a surface whose size in the world is unknown.
  public init() {}

  /// The defaults, kept the same length under the finger: see `scaled(toPointsPerMillimeter:)`.
  public init(pointsPerMillimeter: Double) {
    self = Thresholds().scaled(toPointsPerMillimeter: pointsPerMillimeter)
  }

  /// These limits, whose lengths are meant for `defaultPointsPerMillimeter`, for a surface with other points.
  ///
  /// - Parameter pointsPerMillimeter: how many points of the surface are a millimetre. What no screen has
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
    railReferenceDiagonal *= factor
    flingMinimum *= factor
    flingMaximum *= factor
    edgeZone *= factor
    spanSlop *= factor
    doubleTapSlop *= factor
    swipeDistance *= factor
    flickMinimum *= factor
  }
}

/// One limit of `Thresholds`, for a program that lets it be configured: its name, unit and range are written down only here.
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
      "How far a finger may wander and still tap; beyond, it drags."),
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
      "velocity-horizon", \.velocityHorizon, .seconds, 0.01...1,
      "The age up to which samples tell the velocity."),
    ThresholdField(
      "fling-minimum", \.flingMinimum, .pointsPerSecond, 0...5000,
      "What is released at this speed or slower does not glide."),
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
