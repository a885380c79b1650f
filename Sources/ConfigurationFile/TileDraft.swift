import Configuration

/// What a `[[tile]]` has said so far.
struct TileDraft {
  /// Where it begins.
  var position: TextPosition
  /// What others call it by; nil makes one from what it opens.
  var id: String?
  /// What becomes of its program when its visitor goes home.
  var onHome = Tile.OnHome.close
  /// Whether the PIN is asked for before it is opened.
  var needsPIN = false
  /// How its program is run.
  var conduct = ProgramConduct()
  /// The keys that say how its program is run and what becomes of it, and where they stand.
  var programKeys: [(key: ConfigurationKey, position: TextPosition)] = []
  /// What must be so for it to be seen, and to be opened.
  var (visibleWhen, enabledWhen): (TileCondition?, TileCondition?)
  /// Its name.
  var name: LocalizedText?
  /// Its icon, resolved.
  var icon: IconReference?
  /// What else is on its face.
  var look = TileLook()
  /// What is written on its back.
  var back: LocalizedText?
  /// The picture on its back, resolved.
  var backIcon: IconReference?
  /// Whether it is seen from behind.
  var isDoubleSided = true
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
  /// Its controls; nil where the file says nothing.
  var buttons: [Tile] = []
  var rows: [Tile] = []
  var whenOff: [Tile] = []
  var gestures: [TileGesture: Tile] = [:]
  var isOn = false
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
