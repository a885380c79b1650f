/// The keys of `[access]`.
extension ConfigurationKey {
  static let access: [ConfigurationKey] = [
    scan, scanKey, scanInterval, scanRounds, scanHold, scanPause,
  ]

  /// Whether one switch is enough.
  public static let scan = ConfigurationKey(
    .access, "scan", .boolean, default: "false",
    "Whether one key is enough to do everything: a highlight moves through what can be chosen, and the key chooses. It goes to "
      + "shelves first and then to what is on them, to rows of the PIN's pad first and then to their keys. It begins with a press "
      + "of the key, and a touch or another key ends it. On a tile, action = \"scan:on\" does the same for one visitor."
  )

  /// Which key is the switch.
  public static let scanKey = ConfigurationKey(
    .access, "scan-key", .key, default: "\"select\"",
    "The key that chooses: \"select\" for the space bar, Enter and the select key of remote controls, \"any\" for whichever, or one "
      + "key as xkbcommon names it, such as \"F1\", \"b\" or \"XF86AudioPlay\". Most interfaces for switches send one of the first."
  )

  /// How long the highlight stays.
  public static let scanInterval = ConfigurationKey(
    .access, "scan-interval", .duration(AccessibilitySettings.intervals), default: "\"1.5s\"",
    "How long the highlight stays on one thing.")

  /// How often everything is gone through.
  public static let scanRounds = ConfigurationKey(
    .access, "scan-rounds", .integer(AccessibilitySettings.roundsRange), default: "3",
    "How often the highlight goes through everything without a press before it rests. The next press lets it go on."
  )

  /// How long the switch has to be held.
  public static let scanHold = ConfigurationKey(
    .access, "scan-hold", .duration(AccessibilitySettings.holds), default: "\"0s\"",
    "How long the key has to be held to count, for hands that touch it without wanting to.")

  /// How long the switch does not count after it has moved.
  public static let scanPause = ConfigurationKey(
    .access, "scan-pause", .duration(AccessibilitySettings.holds), default: "\"300ms\"",
    "For how long after it was pressed or let go the key does not count again, for hands that tremble.")
}
