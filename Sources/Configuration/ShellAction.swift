import Gestures

/// Something that the launcher can be asked to do, by a gesture or otherwise.
package enum ShellAction: Hashable, Sendable {
  case none
  /// Leave the program that has the screen, and show the first tile.
  case home
  /// One step back: away with a message, out of a folder, out of a program.
  case back
  case nextShelf
  case previousShelf
  case reload
  /// Show what the operator wants to know.
  case admin
  /// Close the whole launcher until an operator enters the PIN.
  case lock
  case blank
  case help
  /// Speak what is seen, or fall silent, until the visit ends.
  case speech
  /// Have sounds beside what fingers and keys do, or none, until the visit ends.
  case sounds
  /// Have something read, while the screen is read aloud.
  case read(ReadingAction)
  case nextTile
  case previousTile
  /// What an arrow key does: on to what can be chosen there.
  case focus(SwipeDirection)
  /// What a tap does: open the tile under the finger, or the one in the middle where there is none.
  case open
  /// Open the tile with this identifier.
  case openTile(String)

  /// Speak the language with this tag until the visit ends.
  case language(String)
  /// Show things as the visitor needs them until the visit ends; asked for again, as before.
  case adjust(Adjustment)

  /// Switch the machine off, start it again or send it to sleep.
  case power(PowerAction)

  /// What stands before the identifier of a tile.
  package static let tilePrefix = "open:"
  /// What stands before the tag of a language.
  package static let languagePrefix = "language:"

  /// The actions that are a single word, in the order in which they are documented.
  package static let plain: [ShellAction] =
    [
      .none, .home, .back, .nextShelf, .previousShelf, .nextTile, .previousTile, .open, .reload, .admin,
      .lock, .blank, .help, .speech, .sounds,
    ] + ReadingAction.allCases.map(ShellAction.read) + SwipeDirection.allCases.map(ShellAction.focus)
    + PowerAction.allCases.map(ShellAction.power)

  /// The action that a word of the configuration stands for.
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

  /// Whether it makes sense while a program covers the launcher, whose tiles no one sees then.
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
  /// The next element of the screen, and the one before.
  case on = "read-on"
  case back = "read-back"
  /// The latest once more.
  case again = "read-again"
  /// The name of the latest element, letter by letter.
  case spelled = "read-spelled"
  /// Where the visitor is.
  case everything = "read-all"
}

/// What can be done to the machine as a whole.
package enum PowerAction: String, CaseIterable, Hashable, Sendable {
  case powerOff = "poweroff"
  case reboot
  /// It sleeps until a visitor wakes it.
  case suspend
}
