/// What the highlight can be on.
enum ScanTarget: Hashable, Sendable {
  /// The tiles of the shelf in the middle, as a group.
  case tiles
  /// One of them; with its controls a group.
  case tile(Int)
  /// What a tap on the tile itself does, beside its controls.
  case face
  /// A control on the tile.
  case control(TileControl)
  /// Another shelf.
  case shelf(Int)
  /// Out of the folder.
  case back
  /// The button of a message.
  case retry
  /// The message itself, which then goes.
  case message
  /// A row of the PIN's pad, as a group.
  case keys(row: Int)
  /// One of its keys.
  case key(PINPad.PadKey)
  /// What the system's page can have done.
  case system(SystemControl)
  /// A screenful of a page.
  case scrollDown, scrollUp
  /// Away with a page, the pad or the system's page.
  case close
}

/// What has the screen while the highlight moves: with another one it begins anew.
enum ScanPlace: Hashable, Sendable {
  case level(Int, folder: String?)
  case page
  case pad
  case system
}
