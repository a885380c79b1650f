import Programs

package enum TileAction: Hashable, Sendable {
  case run(Command)
  /// Starts the program of a desktop entry.
  ///
  /// `id` is the entry's id without `.desktop`, or the absolute path of its file; `action` one of its further
  /// actions, `NewWindow` for example. `environment` comes on top of the launcher's own; `workingDirectory`,
  /// when given, takes the place of the entry's `Path`.
  case desktopEntry(
    id: String, action: String? = nil, environment: [String: String] = [:], workingDirectory: String? = nil)
  case folder([Tile])
  case browse(WebPage)
  case page(TilePage)
  /// Asks the launcher itself for something.
  case perform(ShellAction)
}

package struct ProgramConduct: Hashable, Sendable, HasDefault {
  /// What a tap does on a tile whose program runs already.
  package enum Instances: String, CaseIterable, Hashable, Sendable {
    /// The one that runs is brought back.
    case single
    case many
  }

  /// When a program that has ended by itself is started again.
  package enum Restart: String, CaseIterable, Hashable, Sendable {
    /// When a visitor opens its tile.
    case never
    case onFailure = "on-failure"
    case always
  }

  package var instances = Instances.single
  /// Seconds after which it is closed; nil lets it run.
  package var timeLimit: Double?
  package var restart = Restart.never
  /// Whether it is started with the launcher, out of sight.
  package var startsWithLauncher = false
  /// Whether it gets the launcher's keyboard on the screen; automatic as `[kiosk]` says.
  package var keyboard = AutomaticSetting.automatic
  package var limits = ProgramLimits()

  /// From long enough to look around to a week.
  package static let timeLimitRange = 1.0...604_800.0
  /// Less than a few megabytes, and no program starts. More than a pebibyte no machine has.
  package static let memoryRange: ClosedRange<UInt64> = (4 << 20)...(1 << 50)
  /// A hundredth of a processor, and as many as machines have.
  package static let processorsRange = 0.01...1024.0

  package init() {}
}
