import Programs

package enum TileAction: Hashable, Sendable {
  case run(Command)
  /// Starts the program of a desktop entry.
  ///
  /// `id` is the entry's id without `.desktop`, or the absolute path of its file. `action` is one of the
  /// entry's additional actions, such as `NewWindow`. `environment` extends the launcher's own.
  /// `workingDirectory` replaces the entry's `Path`.
  case desktopEntry(
    id: String, action: String? = nil, environment: [String: String] = [:], workingDirectory: String? = nil)
  case folder([Tile])
  case browse(WebPage)
  case page(TilePage)
  /// Performs an action of the launcher.
  case perform(ShellAction)
}

package struct ProgramConduct: Hashable, Sendable, HasDefault {
  /// The effect of a tap on a tile whose program is already running.
  package enum Instances: String, CaseIterable, Hashable, Sendable {
    /// Brings the running program back.
    case single
    case many
  }

  /// When the launcher restarts a program that ended by itself.
  package enum Restart: String, CaseIterable, Hashable, Sendable {
    /// Only when a visitor opens its tile.
    case never
    case onFailure = "on-failure"
    case always
  }

  /// The signs by which the launcher recognizes a program that hangs.
  package enum Health: String, CaseIterable, Hashable, Sendable {
    case none
    /// By its picture: it must change when a visitor touches it.
    case moves
  }

  package var instances = Instances.single
  /// Seconds after which the launcher closes the program; nil for no limit.
  package var timeLimit: Double?
  package var restart = Restart.never
  package var health = Health.none
  /// Seconds after which an unchanged picture means that the program hangs.
  package var healthAfter = 30.0
  /// Whether the program starts with the launcher, in the background.
  package var startsWithLauncher = false
  /// Whether the program gets the launcher's on-screen keyboard. `automatic` uses the value in `[kiosk]`.
  package var keyboard = AutomaticSetting.automatic
  package var limits = ProgramLimits()

  /// The range of `timeLimit`: long enough to look around, and at most a week.
  package static let timeLimitRange = 1.0...604_800.0
  /// The range of `healthAfter`: longer than a program takes to draw a page, and at most an hour.
  package static let healthAfterRange = 5.0...3600.0
  /// The range of memory limits. With less than a few megabytes no program starts. No machine has more than a
  /// pebibyte.
  package static let memoryRange: ClosedRange<UInt64> = (4 << 20)...(1 << 50)
  /// The range of processor limits: a hundredth of a processor to as many as machines have.
  package static let processorsRange = 0.01...1024.0

  package init() {}
}
