/// The keys that say what is on a tile's face.
extension ConfigurationKey {
  /// The tile's own extent.
  public static let size = ConfigurationKey(
    .tile, "size", .size(CarouselSettings.tileSizeRange), otherwise: "tile-size", example: "[640, 400]",
    "How wide and how high this tile is, in points, if not as the others. Tiles of different sizes keep the same distance "
      + "from edge to edge in a row. Of several shelves, a tile that would leave no room for the next shelf is made "
      + "smaller.")

  /// The tile's own shape.
  public static let aspect = ConfigurationKey(
    .tile, "aspect", .number(TileExtent.aspectRange), otherwise: "that of the others", example: "1.6",
    "How many times as wide as high this tile is. It is as high as the others, or in a carousel from top to bottom as wide. "
      + "size, where it is given too, comes first.")

  /// A picture in place of the icon.
  public static let picture = ConfigurationKey(
    .tile, "picture", .icon, otherwise: "none, the icon is shown", example: "\"hall.jpg\"",
    "A picture in place of the icon, named like one: it fills the card above the name, or with face = \"picture\" below "
      + "[theme] the whole tile.")

  /// How the picture fills its place.
  public static let pictureFit = ConfigurationKey(
    .tile, "picture-fit", .choice(TileLook.PictureFit.allCases.map(\.rawValue)), default: "\"cover\"",
    "Whether the picture covers its place, and what reaches beyond it is cut off, or all of the picture is seen."
  )

  /// The card's colour.
  public static let tileColor = ConfigurationKey(
    .tile, "color", .gradient, otherwise: "the theme's card", example: "[\"#3a6ea5\", \"#1d3a5f\"]",
    "The colour of the tile. Writing on it is dark or light, whichever can be read better. colour means the same."
  )

  /// A few letters in the corner.
  public static let badge = ConfigurationKey(
    .tile, "badge", .text, otherwise: "none", example: "\"new\"",
    "A word or a number in the tile's corner, of at most eight letters. Translated like name.")

  /// A line below the name.
  public static let description = ConfigurationKey(
    .tile, "description", .text, otherwise: "none", example: "\"Three halls, two floors\"",
    "A line below the name, in smaller letters. Translated like name.")
}
