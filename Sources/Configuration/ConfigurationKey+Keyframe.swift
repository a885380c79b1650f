extension ConfigurationKey {
  /// Which distance from the middle a keyframe describes.
  public static let keyframeOffset = ConfigurationKey(
    .keyframe, "offset", .number(-1000...1000),
    example: "1",
    "How far from the middle the keyframe is, in tiles; tiles before the middle have negative offsets. No two keyframes may "
      + "have the same one. This key must be there.")

  /// Where a tile stands.
  public static let keyframePosition = ConfigurationKey(
    .keyframe, "position", .triple(-20000...20000), default: "[0, 0, 0]",
    example: "[220, 0, -80]",
    "Where the middle of a tile at that offset stands, in points from the middle of the carousel: to the right, down, and "
      + "towards the visitor.")

  /// How a tile is turned.
  public static let keyframeRotation = ConfigurationKey(
    .keyframe, "rotation", .triple(-3600...3600), default: "[0, 0, 0]",
    example: "[0, -40, 0]",
    "By how many degrees it is turned about its horizontal axis, its vertical axis and the line of sight, in that order."
  )

  /// How large a tile is.
  public static let keyframeScale = ConfigurationKey(
    .keyframe, "scale", .size(0.01...100), default: "[1, 1]",
    example: "[0.8, 0.8]",
    "By which factors its width and its height are multiplied.")

  /// How opaque a tile is.
  public static let keyframeOpacity = ConfigurationKey(
    .keyframe, "opacity", .number(0...1), default: "1",
    example: "0.7",
    "How opaque it is: 0 is invisible, 1 hides what lies behind it.")
}
