import Gestures

/// The `[gestures]` section: what fingers mean.
public struct GestureSettings: Hashable, Sendable {
  /// What each gesture does. One-finger swipes that are not here do what suits the carousel: see `GestureBindings`.
  public var bindings = Self.standardBindings
  /// Whether what a finger drags is drawn where the finger will be when the frame is seen, instead of where it was last
  /// reported.
  public var resampling = true
  /// Whether touches are seen beside the compositor while a program has the screen.
  public var globalTouch = GlobalTouchSetting.automatic
  /// How a drag is told to run along the way of the tiles or across it.
  public var axisPolicy = AxisPolicyName.rails
  /// How far a drag may point away from the way of the tiles with the policy `cone`, in degrees.
  public var coneAngle = standardConeAngle
  /// How velocities are estimated.
  public var velocityEstimator = VelocityEstimator.leastSquares
  /// Limits that are not at their default, by the names in `Thresholds.fields`, in the units of the file.
  public private(set) var limits: [String: Double] = [:]

  /// The names of the axis policies.
  public enum AxisPolicyName: String, CaseIterable, Hashable, Sendable {
    /// Chromium's rails.
    case rails
    /// The longer way counts.
    case dominant
    /// An angle around the way of the tiles.
    case cone
  }

  /// The names of the velocity estimators.
  public enum VelocityEstimator: String, CaseIterable, Hashable, Sendable {
    /// A parabola through the last samples.
    case leastSquares = "least-squares"
    /// The pushes between the samples.
    case impulse
  }

  /// Ours: a third of the right angle, so that a swipe to a corner of the screen is none along the tiles.
  public static let standardConeAngle = 30.0

  /// Sets a limit, in the unit of the file.
  public mutating func set(_ field: ThresholdField, to value: Double) {
    limits[field.name] = value == field.configuredStandard ? nil : value
  }

  /// All limits for a surface, the lengths in its points. `pointsPerMillimeter` is nil where it is not known.
  public func thresholds(pointsPerMillimeter: Double?) -> Thresholds {
    var thresholds = Thresholds()
    for field in Thresholds.fields {
      if let value = limits[field.name] {
        thresholds[keyPath: field.keyPath] = value / field.configuredFactor
      }
    }
    return pointsPerMillimeter.map { thresholds.scaled(toPointsPerMillimeter: $0) } ?? thresholds
  }

  /// What the recogniser makes of the policy.
  public var policy: AxisPolicy {
    switch axisPolicy {
    case .rails: .rails
    case .dominant: .dominant
    case .cone: .cone(angle: coneAngle * .pi / 180)
    }
  }

  /// What the recogniser makes of the estimator.
  public var velocityStrategy: VelocityStrategy {
    velocityEstimator == .impulse ? .impulse : .leastSquares
  }

  /// What gestures do by default, except one-finger swipes, which depend on the carousel.
  public static let standardBindings: [GestureTrigger: ShellAction] =
    GestureTrigger.all.reduce(into: useful) { bindings, trigger in
      if case .swipe = trigger { return }
      bindings[trigger] = bindings[trigger] ?? ShellAction.none
    }

  /// Those that do something. Home takes what nobody does by accident to a tile; the system's page takes a whole hand.
  private static let useful: [GestureTrigger: ShellAction] = [
    .tap: .open,
    .edgeSwipe(.bottom): .home,
    .multiSwipe(fingers: 3, .up): .home,
    .multiSwipe(fingers: 3, .down): .home,
    .multiSwipe(fingers: 5, .down): .admin,
    .multiLongPress(fingers: 2): .speech,
  ]

  /// Every key at its default.
  public init() {}
}
