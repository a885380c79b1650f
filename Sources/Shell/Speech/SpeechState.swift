/// What is spoken, and whether.
struct SpeechState: Hashable {
  /// What a visitor's attention is on.
  enum Focus: Hashable {
    /// What the launcher does not show: a program, or what a question hides.
    case aside
    /// A tile.
    case tile(SpokenTile)
    /// The button of a message.
    case retry
    /// The page of a tile.
    case page(tile: String, title: String)
    /// The page about the system, and one of its controls.
    case system(SystemControl?)
    /// What asks for the PIN.
    case pad(SpokenPad)
  }

  /// Whether the configuration wants everything spoken.
  var isWanted = false
  /// Whether everything is spoken now.
  var isOn = false
  /// Whether it has just been switched on or off, which is said too.
  var isSwitched = false
  /// The message that was said last, as long as it is seen.
  var message: Message?
  /// What the highlight of one switch was on last.
  var highlight: ScanTarget?
  /// What was spoken of last; nil when whatever comes next is news.
  var focus: Focus?
}

/// A tile that is spoken of.
struct SpokenTile: Hashable {
  /// How many levels are open, and the shelf of the innermost.
  let depth, shelf: Int
  let tile: String
  /// The control that keys have chosen, and how it is set: on or off, or its value; empty for a button.
  let control: TileControl?
  let state: String
}

/// The pad that is spoken of: which key is about to be chosen, and how many digits there are, but not which.
struct SpokenPad: Hashable {
  let purpose: PINPad.Purpose
  let digits: Int
  let answer: Answer?
  let key: PINPad.PadKey?

  /// What it says; a wait stays the same wait with every second of it.
  enum Answer: Hashable {
    case wrong, wait, broken
  }

  init(_ pad: PINPad) {
    (purpose, digits) = (pad.purpose, pad.digits.utf8.count)
    answer =
      switch pad.answer {
      case .wrong: .wrong
      case .wait: .wait
      case .broken: .broken
      case nil: nil
      }
    key = pad.focus
  }
}
