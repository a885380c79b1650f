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
    /// A panel before the tiles.
    case panel(SpokenPanel)
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
  var highlight: ElementID?
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
