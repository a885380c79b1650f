import Programs

/// What a tap on a tile does.
public enum TileAction: Hashable, Sendable {
  /// Starts a program.
  case run(Command)
  /// Starts the program of a desktop entry.
  ///
  /// `id` is the entry's id without `.desktop`, or the absolute path of its file; `action` one of its further actions,
  /// `NewWindow` for example. `environment` comes on top of the launcher's own; `workingDirectory`, when given, takes the
  /// place of the entry's `Path`.
  case desktopEntry(
    id: String, action: String? = nil, environment: [String: String] = [:], workingDirectory: String? = nil)
  /// Opens a folder with these tiles.
  case folder([Tile])
  /// Opens a page of the web in the browser.
  case browse(WebPage)
  /// Shows a page.
  case page(TilePage)
  /// Asks the launcher itself for something.
  case perform(ShellAction)
}

/// How a tile's program is run.
public struct ProgramConduct: Hashable, Sendable, HasDefault {
  /// What a tap does on a tile whose program runs already.
  public enum Instances: String, CaseIterable, Hashable, Sendable {
    /// The one that runs is brought back.
    case single
    /// Another one is started.
    case many
  }

  /// When a program that has ended by itself is started again.
  public enum Restart: String, CaseIterable, Hashable, Sendable {
    /// When somebody opens its tile.
    case never
    /// When it failed.
    case onFailure = "on-failure"
    /// However it ended.
    case always
  }

  /// What a tap does while the program runs.
  public var instances = Instances.single
  /// Seconds after which it is closed; nil lets it run.
  public var timeLimit: Double?
  /// When it is started again.
  public var restart = Restart.never
  /// Whether it is started with the launcher, out of sight.
  public var startsWithLauncher = false
  /// What it may have of the machine.
  public var limits = ProgramLimits()

  /// From long enough to look around to a week.
  public static let timeLimitRange = 1.0...604_800.0
  /// Less than a few megabytes, and no program starts. More than a pebibyte no machine has.
  public static let memoryRange: ClosedRange<UInt64> = (4 << 20)...(1 << 50)
  /// A hundredth of a processor, and as many as machines have.
  public static let processorsRange = 0.01...1024.0

  /// Every key at its default.
  public init() {}
}
