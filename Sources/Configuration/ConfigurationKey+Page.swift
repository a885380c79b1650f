/// The keys of pages that the launcher itself shows.
extension ConfigurationKey {
  /// What is on a page.
  public static let page = ConfigurationKey(
    .tile, "page", .page, example: "\"about.md\"",
    "A text or a picture that the launcher itself shows, instead of run: the path of its file, absolute, below the home "
      + "directory (~/), or relative to the directory of the configuration file. Translated like name: page = { en = \"about.md\", de = \"about.de.md\" }. A file "
      + "that ends in .md has a little markup: # before headings, - before the points of a list, --- for a line across "
      + "the page, ![what it shows](picture.png) for a picture; its lines run on until an empty one. Any other text is shown "
      + "as it stands. A page scrolls with a finger, with the wheel and with the keys; it goes when it is pulled down, "
      + "with Escape, or with the control in its corner. When the file or a picture on it changes, the page is shown anew."
  )

  /// What is said of a page that is a picture.
  public static let pageDescription = ConfigurationKey(
    .tile, "page-description", .text, otherwise: "none",
    example: "\"A plan: the café is left of the entrance\"",
    "What a page that is a picture shows, said aloud to whoever has everything spoken. Translated like name. "
      + "Pictures on a page of writing have such words in the page itself: ![what it shows](picture.png)."
  )

  /// Where a page is shown.
  public static let pagePlace = ConfigurationKey(
    .tile, "page-place", .choice(TilePage.Place.allCases.map(\.rawValue)), default: "\"screen\"",
    "Where the page is shown: on the whole screen after a tap, or in the tile itself. In the tile in the middle a swipe "
      + "across the way of the tiles scrolls it, and a tap still opens it on the whole screen. In a carousel from top to bottom "
      + "it goes from side to side, a screenful at a time.")
}
