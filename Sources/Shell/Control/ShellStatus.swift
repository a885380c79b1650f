import Programs

/// The state of the launcher, for operators.
package struct ShellStatus: Hashable, Sendable {
  /// The visible screen.
  package enum Screen: String, CaseIterable, Hashable, Sendable {
    /// The tiles, or a folder of them.
    case carousel
    /// A page of a tile.
    case page
    /// A program, or the launcher while it opens one.
    case program
    /// The page that explains the launcher.
    case help
    /// A sheet with visitors' choices: a language, or accessibility settings.
    case choices
    /// Pictures on an idle screen.
    case attract
    /// No tile can open, because the kiosk is being set up.
    case settingUp = "setting-up"
    /// No tile can open at this hour.
    case closed
    /// No tile can open, because no program can start.
    case outOfOrder = "out-of-order"
    /// A tile needs the missing network.
    case offline
    /// The editor of the tiles.
    case editor
    /// The trial of unsaved changes, as visitors will see them.
    case trial
    /// The first run, in which an operator sets up the kiosk.
    case setup
    /// A form with settings for an operator.
    case form
    /// The system page.
    case system
    /// The way for a phone to set up the kiosk.
    case phone
    /// A text field with the on-screen keyboard.
    case keyboard
    /// The PIN pad.
    case pin
    /// A question, or a message alone on the screen.
    case message
    /// A dark screen.
    case dark
  }

  /// The visible screen.
  package var screen: Screen
  /// The tile that is open, or in the middle; nil for none.
  package var tile: String?
  /// The name of the tile whose program has the screen; nil for none.
  package var program: String?
  /// Whether the screen is idle by the `[idle]` settings.
  package var isIdle: Bool
  /// The latest error in English; nil for none.
  package var lastError: String?
  /// The number of problems in the configuration: errors and warnings.
  package var problems: Int
  /// Whether a configuration waits until no program has the screen.
  package var isConfigurationWaiting: Bool
}

/// A report for operators and for usage counts.
package enum Announcement: Hashable, Sendable {
  /// A tile opened: its program started or returned, or its page appeared. `isAsked` says that a visitor
  /// wanted that, not the launcher itself.
  case opened(tile: String, isAsked: Bool)
  /// A tile's program ended. `isFailure` says that the end was not requested, and was a failure.
  case closed(tile: String, ExitReason, isFailure: Bool)
  /// A tile's program did not start.
  case failed(tile: String)
  /// A tile's program hung, and starts again.
  case hung(tile: String)
  /// The screen has become idle by the `[idle]` settings, or a visitor is back.
  case idle(Bool)
  /// A visit ended. The value is its length in seconds.
  case visitEnded(seconds: Double)
}
