import Gestures

/// An action of the launcher, for a gesture, a key, a tile or a remote command.
package enum ShellAction: Hashable, Sendable {
  case none
  /// Leaves the program that has the screen, and shows the first tile.
  case home
  /// Goes one step back: dismisses a message, leaves a folder, or leaves a program.
  case back
  case nextShelf
  case previousShelf
  case reload
  /// Shows the system's page for operators.
  case admin
  /// Locks the whole launcher until an operator enters the PIN.
  case lock
  case blank
  case help
  /// Turns the screen reader on or off until the visit ends.
  case speech
  /// Turns the sounds of touches and keys on or off until the visit ends.
  case sounds
  /// Controls the screen reader while it is on.
  case read(ReadingAction)
  case nextTile
  case previousTile
  /// Acts like an arrow key: moves the focus to the next element in that direction.
  case focus(SwipeDirection)
  /// Acts like a tap: opens the tile under the finger, or else the one in the middle.
  case open
  /// Opens the tile with this id.
  case openTile(String)

  /// Changes the language to this tag until the visit ends.
  case language(String)
  /// Adjusts the screen to the visitor's needs until the visit ends. A second time undoes it.
  case adjust(Adjustment)

  /// Switches the machine off, restarts it or suspends it.
  case power(PowerAction)

  /// The prefix of a tile's id.
  package static let tilePrefix = "open:"
  /// The prefix of a language tag.
  package static let languagePrefix = "language:"

  /// The actions that are a single word, in the order of the documentation.
  package static let plain: [ShellAction] =
    [
      .none, .home, .back, .nextShelf, .previousShelf, .nextTile, .previousTile, .open, .reload, .admin,
      .lock, .blank, .help, .speech, .sounds,
    ] + ReadingAction.allCases.map(ShellAction.read) + SwipeDirection.allCases.map(ShellAction.focus)
    + PowerAction.allCases.map(ShellAction.power)

  /// Parses a word of the configuration.
  package init?(_ word: String) {
    if let action = Self.plain.first(where: { $0.word == word }) {
      self = action
    } else if word.hasPrefix(Self.tilePrefix), word != Self.tilePrefix {
      self = .openTile(String(word.dropFirst(Self.tilePrefix.count)))
    } else if word.hasPrefix(Self.languagePrefix),
      let tag = LanguageTag(String(word.dropFirst(Self.languagePrefix.count)))
    {
      self = .language(tag.description)
    } else if let adjustment = Adjustment(word) {
      self = .adjust(adjustment)
    } else {
      return nil
    }
  }

  package var word: String {
    switch self {
    case .none: "none"
    case .home: "home"
    case .back: "back"
    case .nextShelf: "next-shelf"
    case .previousShelf: "previous-shelf"
    case .reload: "reload"
    case .admin: "admin"
    case .lock: "lock"
    case .blank: "blank"
    case .help: "help"
    case .speech: "speech"
    case .sounds: "sounds"
    case .read(let action): action.rawValue
    case .nextTile: "next-tile"
    case .previousTile: "previous-tile"
    case .open: "open"
    case .focus(let direction): "focus-\(direction.word)"
    case .power(let action): action.rawValue
    case .openTile(let id): Self.tilePrefix + id
    case .language(let tag): Self.languagePrefix + tag
    case .adjust(let adjustment): adjustment.word
    }
  }

  /// Whether the action makes sense while a program covers the tiles.
  package var worksOverProgram: Bool {
    switch self {
    case .home, .back, .reload, .admin, .lock, .blank, .speech, .sounds, .openTile, .language, .adjust,
      .power:
      true
    case .none, .help, .read, .nextShelf, .previousShelf, .nextTile, .previousTile, .focus, .open: false
    }
  }
}

/// A request to the screen reader.
package enum ReadingAction: String, CaseIterable, Hashable, Sendable {
  /// Reads the next element of the screen. `back` reads the previous one.
  case on = "read-on"
  case back = "read-back"
  /// Repeats the last element.
  case again = "read-again"
  /// Spells the name of the last element.
  case spelled = "read-spelled"
  /// Reads where the visitor is.
  case everything = "read-all"
}

/// An action on the whole machine.
package enum PowerAction: String, CaseIterable, Hashable, Sendable {
  case powerOff = "poweroff"
  case reboot
  /// Suspends the machine until a visitor wakes it.
  case suspend
}
