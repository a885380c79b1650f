/// The keys that say what is on a tile's face.
extension ConfigurationKey {
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
    "A word or a number in the tile's corner, of at most eight letters. Translated like name: badge.de.")

  /// A line below the name.
  public static let description = ConfigurationKey(
    .tile, "description", .text, otherwise: "none", example: "\"Three halls, two floors\"",
    "A line below the name, in smaller letters. Translated like name: description.de.")
}
