/// The keys of `[gestures]`.
extension ConfigurationKey {
  /// How a drag's way is decided.
  public static let axisPolicy = ConfigurationKey(
    .gestures, "axis-policy", .choice(GestureSettings.AxisPolicyName.allCases.map(\.rawValue)),
    default: "\"rails\"",
    "How a drag is told to run along the way of the tiles or across it: rails locks one that is clearly either, lets one "
      + "that is neither move the tiles, and can be left; dominant goes by the longer way, once; cone by cone-angle, once."
  )

  /// What is along the way of the tiles.
  public static let coneAngle = ConfigurationKey(
    .gestures, "cone-angle", .angle(0...90), default: "30",
    "How far a drag may point away from the way of the tiles and still turn the carousel, where axis-policy is cone."
  )

  /// How velocities are estimated.
  public static let velocityEstimator = ConfigurationKey(
    .gestures, "velocity-estimator", .choice(GestureSettings.VelocityEstimator.allCases.map(\.rawValue)),
    default: "\"least-squares\"",
    "How the speed of a finger that lifts is worked out: least-squares lays a parabola through its last samples, impulse "
      + "adds up the pushes between them, which suits touchscreens that report seldom.")

  /// Whether drags are drawn ahead of their samples.
  public static let resampling = ConfigurationKey(
    .gestures, "resampling", .boolean, default: "true",
    "Whether the tiles are drawn where the dragging finger will be when the picture is seen: calculated from its last two "
      + "reports, at most 8 ms ahead. That evens out what a touchscreen reports at another rate than the screen shows, and "
      + "the tiles stay closer to the finger. Without it they are drawn where it was last reported, for recordings that "
      + "have to come out the same.")

  /// Whether touches are seen beside the compositor.
  public static let globalTouch = ConfigurationKey(
    .gestures, "global-touch", .automatic, default: "\"auto\"",
    "Whether the touchscreen is read beside the compositor while a program has the screen, so that gestures can lead home from "
      + "there. \"auto\" does so where the compositor offers no strip that stays above programs. The launcher may not "
      + "open input devices, and no program may: rotunda-panels.service, which comes with the kiosk's service, opens "
      + "touchscreens for it, and nothing else. None of them is read while the launcher itself is seen, and programs get "
      + "every touch as before.")
}
