import Configuration
import Programs
import RotundaGeometry
import Scene

/// A tile with all references resolved: its looks, and the result of a tap.
package struct LauncherTile: Hashable, Sendable, TileTree {
  /// What a tap does.
  package enum Action: Hashable, Sendable {
    /// Starts a program.
    case start(Command)
    /// Opens a folder: these tiles have the screen.
    case folder([LauncherTile])
    /// Shows a page.
    case page(PageContent)
    /// Asks the launcher itself for something.
    case perform(ShellAction)
    /// Nothing, and the reason.
    case unavailable(Obstacle)
  }

  /// What is on the back of a card.
  package struct Back: Hashable, Sendable {
    /// What is written on it.
    package var text: String
    /// The icon on it; nil for none.
    package var icon: IconSource?

    package init(text: String, icon: IconSource?) {
      self.text = text
      self.icon = icon
    }
  }

  /// Identifies the tile, also after a reload of the configuration.
  package var id: String
  /// The name on its card.
  package var name: String
  /// The icon on its card; nil for a pictogram.
  package var icon: IconSource?
  /// The pictogram that suits it; nil is one that suits its name.
  package var glyph: Glyph?
  /// Whether its icon only stands for its action, and the action's pictogram can replace it.
  package var iconIsGeneric = false
  /// What else is on its face.
  @Usual package var appearance: TileAppearance
  /// What is on its back, where that is other than the front.
  @Boxed package var back: Back?
  /// Whether it is seen from behind.
  package var isDoubleSided = true
  /// Controls on it that do something by themselves while it is in the middle.
  package var buttons: [LauncherTile] = []
  /// Rows of a list on it.
  package var rows: [LauncherTile] = []
  /// What gestures on it do.
  @Boxed package var gestures: [TileGesture: LauncherTile]?
  /// Whether its page is shown on it.
  package var isPageInside = false
  /// What a control does that is on; nil for one that is no toggle.
  @Boxed package var offAction: Action?
  /// Whether a toggle is on at first.
  package var isOn = false
  /// What value it has, as a control; nil for what has none.
  @Boxed package var value: ValueControl?
  /// Whether its program has a window and gets the screen.
  package var opensWindow = true
  /// What a tap does.
  package var action: Action
  /// What becomes of its program when its visitor goes home.
  package var onHome: Tile.OnHome
  /// How its program is run.
  @Usual package var conduct: ProgramConduct
  /// Whether the PIN is asked for before it is opened.
  package var needsPIN = false
  /// What must be so for it to be seen.
  @Boxed package var visibleWhen: TileCondition?
  /// What must be so for it to be opened.
  @Boxed package var enabledWhen: TileCondition?
  /// Whether it can be opened as things are.
  package var isEnabled = true
  /// Why it cannot open now, and at other times the operator's text for that case.
  @Boxed package var absence: TileAbsence?

  /// A tile from its parts. Without an `id` its name tells it apart.
  package init(
    id: String? = nil, name: String, icon: IconSource?, action: Action, onHome: Tile.OnHome = .close
  ) {
    self.id = id ?? name
    self.name = name
    self.icon = icon
    self.action = action
    self.onHome = onHome
  }

  /// What is on it and does something by itself: the rows of its list, its buttons, and its gestures.
  var parts: [LauncherTile] { rows + buttons + gestureParts }

  /// Actions of its gestures; empty for most tiles.
  package var gestureParts: [Self] { $gestures.hasValue ? Array((gestures ?? [:]).values) : [] }

  /// The tiles of a folder; empty for others.
  package var inside: [LauncherTile] { if case .folder(let tiles) = action { tiles } else { [] } }

  /// Whether it opens only with a scanned code.
  var awaitsCode: Bool { if case .start(let command) = action { command.awaitsCode } else { false } }

  /// The same tile with a scanned code in its place, if it has one.
  func filled(with code: ScannedCode) -> LauncherTile {
    guard case .start(let command) = action else { return self }
    var tile = self
    tile.action = .start(command.filled(with: code))
    return tile
  }

  /// What its program is started with.
  func request(_ command: Command) -> ProgramRequest {
    var request = ProgramRequest(command, tile: id, title: name, limits: conduct.limits)
    request.opensWindow = opensWindow
    return request
  }

  /// What one of its commands is started with; nil where it has none of that origin.
  package func request(_ origin: CommandOrigin) -> ProgramRequest? {
    switch origin {
    case .tap:
      guard case .start(let command) = action, !$value.hasValue, !command.awaitsCode else { return nil }
      return request(command)
    case .code(let code):
      guard case .start(let command) = action, !$value.hasValue, command.codePlace != nil else { return nil }
      return request(command.filled(with: code))
    case .off:
      guard case .start(let command)? = offAction else { return nil }
      return request(command)
    case .value(let value):
      guard case .start(let command) = action, let control = self.value else { return nil }
      return request(control.command(command, for: control.nearest(value)))
    case .launcher: return nil
    }
  }

  /// The tile with that identifier, among some tiles, their parts and folders.
  package static func find(_ id: String, among tiles: [LauncherTile]) -> LauncherTile? {
    for tile in tiles {
      if tile.id == id { return tile }
      if let part = find(id, among: tile.parts) { return part }
      if case .folder(let inner) = tile.action, let found = find(id, among: inner) { return found }
    }
    return nil
  }

  /// No configured tile has an empty identifier.
  private static let backID = ""

  /// The tile that leaves the folder of that name.
  static func back(from folder: LauncherTile) -> LauncherTile {
    LauncherTile(id: backID, name: folder.name, icon: .back, action: .perform(.back))
  }
}

/// A shelf with everything looked up: a carousel of its own among those that lie one above another.
package struct LauncherShelf: Hashable, Sendable {
  /// What is written above it; nil for nothing.
  package var name: String?
  /// How its carousel looks and turns.
  package var settings: CarouselSettings
  /// What it offers, in its order.
  package var tiles: [LauncherTile]
  /// The look of its placeholders; nil is empty cards.
  package var placeholder: LauncherTile?

  package init(
    name: String? = nil, settings: CarouselSettings, tiles: [LauncherTile], placeholder: LauncherTile? = nil
  ) {
    self.placeholder = placeholder
    self.name = name
    self.settings = settings
    self.tiles = tiles
  }
}

extension [LauncherShelf] {
  /// Calls `body` with the selected tiles: see `Array.forEachTile`.
  @inline(__always)
  package func forEachTile(where isWanted: (LauncherTile) -> Bool, _ look: (LauncherTile) -> Void) {
    for shelf in self { shelf.tiles.forEachTile(where: isWanted, look) }
  }
}

/// What a tile's face shows, in one language.
package struct TileAppearance: Hashable, Sendable, HasDefault {
  /// Its own size or shape; nil is that of the others.
  package var extent: TileExtent?
  /// The line below its name; may be empty.
  package var detail = ""
  /// Few words above its name and below its description, where these stand below the tiles; may be empty.
  package var (kicker, meta) = ("", "")
  /// A picture in place of the icon.
  package var photograph: TileFace.Photograph?
  /// Its color, or upper and lower color; empty is the theme's.
  package var colors: [Color] = []
  /// The color of what is to be noticed on it; nil is the theme's.
  package var accent: Color?
  /// How much of something is done, 0 to 1; nil shows nothing of it.
  package var progress: Double?
  /// Where it looks up what it shows while the launcher runs.
  package var live = LiveContent()
  /// What stands in its corner; may be empty.
  package var badge = ""

  /// The point of its picture that stays visible when it is cropped. The same for its face, whose uncropped
  /// picture keeps its middle.
  var focus: Point { photograph?.focus ?? Point(0.5, 0.5) }
  var cropFocus: Point { photograph?.covers == true ? focus : Point(0.5, 0.5) }

  /// What its colors are made from where it has no picture; empty is its place among the others.
  var generating: [Color] { colors.isEmpty ? accent.map { [$0] } ?? [] : colors }
  /// The first color, without making a list, because every frame asks.
  var mainColor: Color? { colors.first ?? accent }

  /// A face like that of every other tile.
  package init() {}

  /// What a configuration says, for a reader of `languages`, best first.
  init(_ look: TileLook, languages: [String]) {
    detail = look.description?.resolved(for: languages) ?? ""
    kicker = look.kicker?.resolved(for: languages) ?? ""
    meta = look.meta?.resolved(for: languages) ?? ""
    badge = look.badge?.resolved(for: languages) ?? ""
    photograph = look.picture.map {
      TileFace.Photograph(IconSource($0), covers: look.fit == .cover, focus: look.focus)
    }
    (colors, accent, progress) = (look.colors, look.accent, look.progress)
    (extent, live) = (look.extent, look.live)
  }
}

/// What a tile shows of its program: a shape in a color of its own.
enum TileMark: CaseIterable, Hashable {
  /// It was started and has no window yet.
  case starting
  /// It runs.
  case running
  /// It has been without a window for too long, or was stopped.
  case unresponsive
  /// It did not start, or ended badly.
  case failed
  /// The same again and again.
  case outOfOrder

  /// Amber and red, each for dark and for light tiles.
  private static let ambers = [Color(hex: 0xf2b84b), Color(hex: 0x8f5f00)]
  private static let reds = [Color(hex: 0xf0685c), Color(hex: 0xb5261e)]
  /// WCAG 2.1, 1.4.11: the contrast of signs.
  private static let leastContrast = 3.0

  /// What it looks like; nil where a pill says it.
  var shape: TileFace.Mark? {
    switch self {
    case .starting: .ring
    case .running: .disc
    case .unresponsive: .hourglass
    case .failed: .cross
    case .outOfOrder: nil
    }
  }

  /// Its color on a tile of the color `ground`: its own if that is seen there, else black or white.
  func color(_ theme: Theme, on ground: Color) -> Color {
    colors(theme).first { $0.contrast(to: ground) >= Self.leastContrast }
      ?? (ground.contrast(to: .white) >= ground.contrast(to: .black) ? .white : .black)
  }

  private func colors(_ theme: Theme) -> [Color] {
    switch self {
    case .starting: [theme.quiet]
    case .running: [theme.running]
    case .unresponsive: Self.ambers
    case .failed, .outOfOrder: Self.reds
    }
  }
}

extension LauncherTile {
  /// What it shows of its program, else of one that was started by a row or a button on it.
  func mark(among marks: [String: TileMark]) -> TileMark? {
    marks.isEmpty ? nil : marks[id] ?? parts.lazy.compactMap { marks[$0.id] }.first
  }
}

/// The sources of what tiles show, beside the configuration.
package struct TileSources: Sendable {
  /// What is on the page in a file; nil when the file cannot be read.
  package var page: @Sendable (_ path: String) -> PageContent?
  /// The command that opens a page of the web; nil when there is no browser.
  package var browser: @Sendable (WebPage) -> Command?
  /// What tiles are called that do what the launcher can, and have no name of their own.
  package var words: Localizer

  /// Sources from their parts; without any there are no pages.
  package init(
    page: @escaping @Sendable (_ path: String) -> PageContent? = { _ in nil },
    browser: @escaping @Sendable (WebPage) -> Command? = { _ in nil }, words: Localizer = .english
  ) {
    self.page = page
    self.browser = browser
    self.words = words
  }

  /// What a tap on a tile with that page does.
  func action(page path: String, description: String?) -> LauncherTile.Action {
    page(path).map { .page($0.describing(description ?? "")) } ?? .unavailable(.unreadableFile(path))
  }

  /// What a tap on a tile with that page of the web does.
  func action(browse page: WebPage) -> LauncherTile.Action {
    guard var command = browser(page) else { return .unavailable(.noBrowser) }
    if page.address.contains(ScannedCode.mark) { command.codePlace = .address(page.address) }
    return .start(command)
  }
}
