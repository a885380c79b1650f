/// The keys of `[idle]` and `[schedule]`, and those of tiles that come and go.
extension ConfigurationKey {
  static let time: [ConfigurationKey] = [
    returnHomeAfter, idleWarning, attractAfter, attraction, attractTile, blankAfter, scheduledScreen,
    scheduledTiles,
  ]

  /// When a visit is over.
  public static let returnHomeAfter = ConfigurationKey(
    .idle, "return-home-after", .wait(IdleSettings.range), default: "\"never\"",
    "How long nobody may touch anything before the visit is taken to be over: the program that has the screen is left as by "
      + "going home, folders close, and the first tile is back. Touches inside programs count where the compositor tells of "
      + "them (ext-idle-notify, org_kde_kwin_idle) or the touchscreen is read beside it (global-touch). A program that "
      + "inhibits idleness, as players of films do, keeps the visit going.")

  /// How visitors are warned.
  public static let idleWarning = ConfigurationKey(
    .idle, "warning", .wait(IdleSettings.warningRange), default: "\"10s\"",
    "How long before a program is left its visitor is asked \u{201c}Are you still there?\u{201d}, with a countdown. Any touch "
      + "goes on with the program. With \"never\" nobody is asked.")

  /// When the carousel moves by itself.
  public static let attractAfter = ConfigurationKey(
    .idle, "attract-after", .wait(IdleSettings.range), default: "\"never\"",
    "How long nobody may touch anything before the carousel moves by itself, to be noticed by passers-by.")

  /// How it moves.
  public static let attraction = ConfigurationKey(
    .idle, "attract-with", .choice(IdleSettings.Attraction.allCases.map(\.rawValue)), default: "\"turn\"",
    "How the carousel moves by itself: it turns slowly, or steps on by one tile every few seconds. A row that ends at both "
      + "sides always steps.")

  /// What is shown instead.
  public static let attractTile = ConfigurationKey(
    .idle, "attract-tile", .text, otherwise: "none: the carousel moves", example: "\"plan\"",
    "The id of a tile that is opened after attract-after in place of the carousel's motion, as a screensaver: a program or a "
      + "page of the web, a picture or a text. The first touch ends it and does nothing else. Before it comes, the visit is "
      + "over as by going home. A touch on a program is noticed where the compositor tells of touches or the touchscreen is "
      + "read beside it, as for return-home-after; a program that inhibits idleness would end at once, so players of films "
      + "have to be told not to (mpv --stop-screensaver=no). When it ends by itself or does not start, the carousel moves."
  )

  /// When the screen goes dark.
  public static let blankAfter = ConfigurationKey(
    .idle, "blank-after", .wait(IdleSettings.range), default: "\"never\"",
    "How long nobody may touch anything before the screen goes dark: it is turned off where the compositor allows it "
      + "(wlr-output-power-management), else it is black. The touch that wakes it does nothing else.")

  /// When the screen is on.
  public static let scheduledScreen = ConfigurationKey(
    .schedule, "screen", .times, otherwise: "always",
    example: "[\"mon-fri 08:00-18:00\", \"sat 10:00-14:00\"]",
    "When the screen is on. Each time is weekdays, hours, or both: \"mon-fri 08:00-18:00\", \"sat,sun\", \"22:00-04:00\", "
      + "the last of which ends on the next day. At other times it is dark; a touch wakes it until nobody has touched it for "
      + "a minute.")

  /// When tiles are there.
  public static let scheduledTiles = ConfigurationKey(
    .schedule, "tiles", .timetable, otherwise: "always",
    example: "{ plan = [\"mon-fri 11:30-14:00\"] }",
    "When tiles are there: the id of each, and its times as for screen.")

  /// When a tile is seen.
  public static let visibleWhen = ConfigurationKey(
    .tile, "visible-when", .condition, otherwise: "always",
    example: "{ file = \"/run/open\", weekday = \"mon-fri\" }",
    "What must be so for the tile to be seen, all of it: command is a program that must be installed, file a path at which "
      + "there must be something, host a name or an address that must answer (with a port: \"example.org:8080\"; else "
      + "443), time the hours and weekday the days. Files and programs are noticed at once, hosts are asked every half "
      + "minute while the launcher is seen.")

  /// When a tile can be opened.
  public static let enabledWhen = ConfigurationKey(
    .tile, "enabled-when", .condition, otherwise: "always",
    example: "{ host = \"example.org\" }",
    "What must be so for the tile to be opened, as for visible-when. Otherwise it is seen, but dim, and a tap says that it "
      + "is not available now.")
}
