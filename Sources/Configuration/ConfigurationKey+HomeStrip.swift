import Gestures

/// The keys of `[home-strip]`.
extension ConfigurationKey {
  /// When there is a strip.
  public static let stripEnabled = ConfigurationKey(
    .homeStrip, "enabled", .automatic, default: "\"auto\"",
    "Whether there is a strip while a program has the screen. \"auto\" has one wherever the compositor can show it, which "
      + "needs wlr-layer-shell: sway, labwc, Wayfire and KWin have it, cage has not. With true the journal complains "
      + "where it cannot be shown.")

  /// Where the strip lies.
  public static let stripEdge = ConfigurationKey(
    .homeStrip, "edge", .choice(Edge.allCases.map(\.word)), default: "\"bottom\"",
    "The edge that the strip lies along. A swipe from it does what [gestures] binds to a swipe from that edge, and leads "
      + "home where that is nothing.")

  /// How thick the strip is.
  public static let stripThickness = ConfigurationKey(
    .homeStrip, "thickness", .number(HomeStripSettings.thicknessRange), default: "16",
    "How far the strip reaches into the screen, in points. Programs get no touches that start in it.")

  /// Whether the strip is seen.
  public static let stripHandle = ConfigurationKey(
    .homeStrip, "handle", .boolean, default: "true",
    "Whether a small handle in the middle of the strip shows where to swipe. Without it nobody sees the strip."
  )
}
