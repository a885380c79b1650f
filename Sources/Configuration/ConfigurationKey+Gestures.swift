/// The keys of `[gestures]`.
extension ConfigurationKey {
  /// Whether drags are drawn ahead of their samples.
  public static let resampling = ConfigurationKey(
    .gestures, "resampling", .boolean, default: "true",
    "Whether the tiles are drawn where the dragging finger will be when the picture is seen: calculated from its last two "
      + "reports, at most 8 ms ahead. That evens out what a touchscreen reports at another rate than the screen shows, and "
      + "the tiles stay closer to the finger. Without it they are drawn where it was last reported, for recordings that "
      + "have to come out the same.")
}
