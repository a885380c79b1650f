/// The keys of `[theme]`.
extension ConfigurationKey {
  /// The built-in theme.
  public static let themeName = ConfigurationKey(
    .theme, "name", .choice(Theme.Name.allCases.map(\.rawValue)), default: "\"dark\"",
    "The built-in theme to begin with: light writing on deep blue, white cards on light grey, or for visitors who see little, "
      + "white and yellow on black with lines around everything. The keys below change it.")

  /// How faces are made.
  public static let themeFace = ConfigurationKey(
    .theme, "face", .choice(Theme.FaceKind.allCases.map(\.rawValue)), default: "\"card\"",
    "How a tile looks: a card with an icon and the name below it, or a picture from edge to edge with the name on a band. "
      + "Tiles without picture then show their icon on their colour.")

  /// How large writing is.
  public static let textScale = ConfigurationKey(
    .theme, "text-scale", .number(ThemeSettings.textScales), default: "1",
    "How much larger than usual all writing is, for large print. Icons make room for it.")

  /// Whether things fade instead of moving.
  public static let reducedMotion = ConfigurationKey(
    .theme, "reduced-motion", .boolean, default: "false",
    "Whether what opens and closes fades instead of growing and flying, and tiles that get another place fade in there. "
      + "Fingers turn the carousel as ever.")

  /// Whether left and right change places.
  public static let mirrored = ConfigurationKey(
    .theme, "mirrored", .automatic, default: "\"auto\"",
    "Whether left and right change places on the screen: the tiles begin at the right and go on to the left, and so do title, "
      + "messages and pages; swipes and arrow keys follow. \"auto\" does so for languages that are written from right to "
      + "left.")

  /// All of them.
  static let theme = [themeName, themeFace, textScale, reducedMotion, mirrored] + ThemeField.all.map(\.key)
}
