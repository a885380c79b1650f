extension ConfigurationKey {
  /// Where a decoration is drawn.
  public static let decorationLayer = ConfigurationKey(
    .decoration, "layer", .choice(CarouselDecoration.Layer.allCases.map(\.rawValue)), default: "\"behind\"",
    "Whether it is drawn behind all tiles, before all tiles, or among them: in front of those that are farther away "
      + "from the visitor, behind those that are nearer.")

  /// The picture on a decoration.
  public static let decorationPicture = ConfigurationKey(
    .decoration, "picture", .icon, otherwise: "none", example: "\"shelf.png\"",
    "A picture that fills it as far as its proportions allow. It is named like the icon of a tile.")

  /// The colour of a decoration.
  public static let decorationColor = ConfigurationKey(
    .decoration, "color", .color, otherwise: "none", example: "\"#5a3d2b\"",
    "The colour of the board: two hexadecimal digits each for red, green and blue, and two more for the opacity if "
      + "it is not to cover what is behind it.")

  /// The extent of a decoration.
  public static let decorationSize = ConfigurationKey(
    .decoration, "size", .size(1...20000), default: "[400, 40]", example: "[900, 30]",
    "How wide and how high it is, in points.")

  /// Where a decoration stands.
  public static let decorationPosition = ConfigurationKey(
    .decoration, "position", .triple(-20000...20000), default: "[0, 0, 0]", example: "[0, 260, -50]",
    "Where its middle stands, in points from the middle of the carousel: to the right, down, and towards the visitor."
  )

  /// How a decoration is turned.
  public static let decorationRotation = ConfigurationKey(
    .decoration, "rotation", .triple(-3600...3600), default: "[0, 0, 0]", example: "[60, 0, 0]",
    "By how many degrees it is turned about its horizontal axis, its vertical axis and the line of sight, in that order."
  )

  /// The corners of a decoration.
  public static let decorationCornerRadius = ConfigurationKey(
    .decoration, "corner-radius", .number(0...10000), default: "0", example: "12",
    "How far its corners are rounded, in points.")

  /// How opaque a decoration is.
  public static let decorationOpacity = ConfigurationKey(
    .decoration, "opacity", .number(0...1), default: "1", example: "0.6",
    "How opaque it is: 0 is invisible, 1 hides what lies behind it.")

  /// The shadow of a decoration.
  public static let decorationShadow = ConfigurationKey(
    .decoration, "shadow", .number(0...200), default: "0", example: "24",
    "How far its shadow reaches beyond it, in points. 0 is no shadow.")

  /// All of them.
  static let decoration = [
    decorationLayer, decorationPicture, decorationColor, decorationSize, decorationPosition,
    decorationRotation,
    decorationCornerRadius, decorationOpacity, decorationShadow,
  ]
}
