import Configuration

/// What a `[[tile]]` has said so far.
struct TileDraft {
  /// Where it begins.
  var position: TextPosition
  /// The tile, with what stands for one property of it each, its controls and its conditions.
  var tile = Tile.standard
  /// What others call it by; nil makes one from what it opens.
  var id: String?
  /// The keys that say how its program is run and what becomes of it, and where they stand.
  var programKeys: [(key: ConfigurationKey, position: TextPosition)] = []
  /// The keys that say what it opens, and where they stand.
  var kinds: [(key: ConfigurationKey, position: TextPosition)] = []
  /// The words of its command; nil when there are none that can be used.
  var run: [String]?
  /// Variables for its program.
  var environment: [String: String] = [:]
  /// Where its program starts.
  var workingDirectory: String?
  /// Its desktop entry; nil when there is none that can be used.
  var desktopEntry: String?
  /// What is in it; nil when there is nothing that can be used.
  var tiles: [Tile]?
  /// The address of its page of the web; nil when there is none that can be used.
  var url: String?
  /// What visitors of that page may do.
  var allowances: Set<WebAllowance> = []
  /// The file of its page and those of the translations, as they were written.
  var page: LocalizedText?
  /// What is said of its page.
  var pageDescription: LocalizedText?
  /// Where its page is shown.
  var pagePlace = TilePage.Place.screen
  var value = ValueDraft()
  /// Whether its program gets the screen; nil where the file says nothing.
  var opensWindow: Bool?
  /// The launcher's action, or that of its desktop entry.
  var action: TOMLNode?

  init(position: TextPosition) {
    self.position = position
  }
}

/// What a tile has said of its value so far.
struct ValueDraft {
  var style: ValueControl.Style?
  var range: ClosedRange<Double>?
  var step: Double?
  var choices: [String]?
  var words: [String]?
  var unit: String?
  var initial: Double?
  var source: ValueSource?
  /// The keys that were there, and where they stand.
  var places: [(key: ConfigurationKey, position: TextPosition)] = []
}
