/// The keys that say how programs are run.
extension ConfigurationKey {
  static let programs: [ConfigurationKey] = [
    instances, timeLimit, restart, autostart, memoryLimit, processorLimit, network, readOnlyHome,
  ]
  static let kioskPrograms: [ConfigurationKey] = [
    homeTile, startTile, singleApp, language, units, powerActions,
  ]

  /// What a tap does while a tile's program runs.
  public static let instances = ConfigurationKey(
    .tile, "instances", .choice(ProgramConduct.Instances.allCases.map(\.rawValue)), default: "\"single\"",
    "What a tap does while the program runs already: single brings it back, many starts another one.")

  /// How long a program may run.
  public static let timeLimit = ConfigurationKey(
    .tile, "time-limit", .duration(ProgramConduct.timeLimitRange), otherwise: "none", example: "\"10min\"",
    "How long the program may run. When the time is up it is closed, and the launcher says why. Time that the machine sleeps "
      + "does not count, and setting the clock changes nothing.")

  /// When a program is started again.
  public static let restart = ConfigurationKey(
    .tile, "restart", .choice(ProgramConduct.Restart.allCases.map(\.rawValue)), default: "\"never\"",
    "When a program that has ended by itself is started again. The first time it is after a second, then after two, four "
      + "and so on up to a minute; when it has run for a minute that begins anew. Whoever opens another tile or goes home "
      + "calls that off. Waits and times of health are counted while the machine is awake, on a clock that nobody sets. Controls "
      + "with window = false start their programs once.")

  /// Whether a program starts with the launcher.
  public static let autostart = ConfigurationKey(
    .tile, "autostart", .boolean, default: "false",
    "Whether the program is started with the launcher, and waits out of sight until somebody opens its tile. Where the compositor "
      + "does not tell of windows, as cage, only programs without one can wait so. Starts once its tile is there and can be opened."
  )

  /// How much memory a program may have.
  public static let memoryLimit = ConfigurationKey(
    .tile, "memory-limit", .memory(ProgramConduct.memoryRange), otherwise: "none", example: "\"512M\"",
    "How much memory the program and all it starts may have together: bytes, or a number with K, M, G or T. If it needs "
      + "more it is ended. This and the next key need a service manager (systemd); without one the program starts all the "
      + "same, and the journal says that nothing limits it.")

  /// How much of the processors a program may have.
  public static let processorLimit = ConfigurationKey(
    .tile, "cpu-limit", .number(ProgramConduct.processorsRange), otherwise: "none", example: "0.5",
    "How much of the processors the program and all it starts may have together: 1 is one processor all the time."
  )

  /// Whether a program reaches the network.
  public static let network = ConfigurationKey(
    .tile, "network", .boolean, default: "true",
    "Whether the program can reach the network. Without, it also cannot be an X11 program. This and the next key need a service "
      + "manager (systemd) and user namespaces; where that is missing the program does not start.")

  /// Whether a program can write to its home directory.
  public static let readOnlyHome = ConfigurationKey(
    .tile, "read-only-home", .boolean, default: "false",
    "Whether the program can only read what is in the home directory.")

  /// The tile that home leads to.
  public static let homeTile = ConfigurationKey(
    .kiosk, "home-tile", .identifier, otherwise: "the first one", example: "\"plan\"",
    "The id of the tile that is in the middle when somebody goes home, and when the launcher starts.")

  /// The tile that is opened at the start.
  public static let startTile = ConfigurationKey(
    .kiosk, "start-tile", .identifier, otherwise: "none", example: "\"plan\"",
    "The id of a tile that is opened when the launcher starts.")

  /// Whether the only tile is all there is.
  public static let singleApp = ConfigurationKey(
    .kiosk, "single-app", .boolean, default: "false",
    "Whether the machine is there for one program: the only tile's is opened when the launcher starts, and started again "
      + "for ever, however it ends. Going home closes it and starts it anew. The launcher is seen only when it cannot run, "
      + "or may not: its tile's hours and conditions count."
  )

  /// The language of the screen.
  public static let language = ConfigurationKey(
    .kiosk, "language", .language, otherwise: "that of the session", example: "\"de\"",
    "The language of the launcher, and of every text that does not say which it is in. A tile or a gesture with an action such as "
      + "language:fr changes it until the visit ends, which it does after return-home-after.")

  /// Whether programs get units of their own.
  public static let units = ConfigurationKey(
    .kiosk, "units", .automatic, default: "\"auto\"",
    "Whether programs are started in units of their own by the service manager of the user, or for root of the machine. \"auto\" "
      + "does so where there is one. With true the journal complains where there is none; with false programs are the "
      + "launcher's children, and cannot be limited. Variables whose values are not UTF-8 reach only the launcher's children: "
      + "no manager takes them.")

  /// Whether the machine can be switched off.
  public static let powerActions = ConfigurationKey(
    .kiosk, "power-actions", .boolean, default: "false",
    "Whether gestures and tiles may switch the machine off, start it again or send it to sleep: the actions poweroff, reboot and "
      + "suspend. logind does it, if it lets the kiosk's user.")
}
