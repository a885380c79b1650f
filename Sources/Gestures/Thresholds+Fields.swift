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
