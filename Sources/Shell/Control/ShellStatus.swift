/// What the launcher is doing, for those who look after it.
public struct ShellStatus: Hashable, Sendable {
  /// What is seen.
  public enum Screen: String, CaseIterable, Hashable, Sendable {
    /// The tiles, or a folder of them.
    case carousel
    /// A page of a tile.
    case page
    /// A program, or the launcher on the way to it.
    case program
    /// The page that says how the launcher is used.
    case help
    /// The page about the system.
    case system
    /// The pad that asks for the PIN.
    case pin
    /// A question, or a message that stands alone.
    case message
    /// Nothing: the screen is dark.
    case dark
  }

  /// What is seen.
  public var screen: Screen
  /// The tile that is open, or in the middle; nil when there is none.
  public var tile: String?
  /// The name of the tile whose program has the screen; nil when none has.
  public var program: String?
  /// Whether nobody is there, as `[idle]` counts.
  public var isIdle: Bool
  /// What went wrong last, in English; nil when nothing did.
  public var lastError: String?
  /// How many mistakes and doubts there are about the configuration.
  public var problems: Int
}

extension Shell {
  /// The configuration file in force; nil when there is none.
  public var configurationPath: String? { system.configurationPath }

  /// What the launcher is doing.
  public var status: ShellStatus {
    let program = programOnScreen.flatMap { programs[$0] }
    return ShellStatus(
      screen: statusScreen, tile: program?.tileID ?? panels.top?.tileID ?? middleTile, program: program?.tile,
      isIdle: visit.isIdle, lastError: reports.entries.first?.message.fullText(in: .english).line,
      problems: problems.count)
  }

  private var statusScreen: ShellStatus.Screen {
    if isDark { return .dark }
    if curtain != nil { return .message }
    if isCovered { return .program }
    return panels.top?.name ?? .carousel
  }

  private var middleTile: String? {
    tiles.indices.contains(carousel.currentItemIndex) ? tiles[carousel.currentItemIndex].id : nil
  }
}
