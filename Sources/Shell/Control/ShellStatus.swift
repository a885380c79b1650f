import Programs

/// What the launcher is doing, for those who look after it.
package struct ShellStatus: Hashable, Sendable {
  /// What is seen.
  package enum Screen: String, CaseIterable, Hashable, Sendable {
    /// The tiles, or a folder of them.
    case carousel
    /// A page of a tile.
    case page
    /// A program, or the launcher on the way to it.
    case program
    /// The page that says how the launcher is used.
    case help
    /// What visitors can choose: a language, or how they need the screen.
    case choices
    /// Pictures that fill the screen while the screen is idle.
    case attract
    /// Nothing to open, because the kiosk is being set up.
    case settingUp = "setting-up"
    /// Nothing to open, because of the hour.
    case closed
    /// Nothing to open, because nothing can be started.
    case outOfOrder = "out-of-order"
    /// A tile needs the network, and there is none.
    case offline
    /// The tiles, as an operator edits them.
    case editor
    /// The tiles as visitors will see them once changes are saved.
    case trial
    /// The first run, in which an operator sets up the kiosk.
    case setup
    /// A form in which an operator sets something.
    case form
    /// The page about the system.
    case system
    /// How a phone sets up the kiosk.
    case phone
    /// A field that is being written in, with the keyboard on the screen.
    case keyboard
    /// The pad that asks for the PIN.
    case pin
    /// A question, or a message that stands alone.
    case message
    /// Nothing: the screen is dark.
    case dark
  }

  /// What is seen.
  package var screen: Screen
  /// The tile that is open, or in the middle; nil when there is none.
  package var tile: String?
  /// The name of the tile whose program has the screen; nil when none has.
  package var program: String?
  /// Whether the screen is idle, as `[idle]` counts.
  package var isIdle: Bool
  /// What went wrong last, in English; nil when nothing did.
  package var lastError: String?
  /// How many mistakes and doubts there are about the configuration.
  package var problems: Int
}

/// Something that those are told who look after a kiosk or count what is used of it.
package enum Announcement: Hashable, Sendable {
  /// A tile was opened: its program was started or came back, its page is shown. `isAsked` says that a
  /// visitor wanted that, and not the launcher by itself.
  case opened(tile: String, isAsked: Bool)
  /// A tile's program ended; `isFailure` says that it was neither asked to nor did so well.
  case closed(tile: String, ExitReason, isFailure: Bool)
  /// A tile's program did not start.
  case failed(tile: String)
  /// The screen has become idle, as `[idle]` counts; or a visitor is back.
  case idle(Bool)
  /// A visit is over that took so many seconds.
  case visitEnded(seconds: Double)
}
