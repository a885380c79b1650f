import Configuration
import Programs
import RotundaGeometry
import Scene

/// A tile with all references resolved: its looks, and the result of a tap.
package struct LauncherTile: Hashable, Sendable, TileTree {
  /// The result of a tap.
  package enum Action: Hashable, Sendable {
    /// Starts a program.
    case start(Command)
    /// Opens a folder with these tiles.
    case folder([LauncherTile])
    /// Shows a page.
    case page(PageContent)
    /// Performs a launcher action.
    case perform(ShellAction)
    /// Nothing, for a reason.
    case unavailable(Obstacle)
  }

  /// The content of a card's back.
  package struct Back: Hashable, Sendable {
    /// The text on it.
    package var text: String
    /// The icon on it; nil for none.
    package var icon: IconSource?

    package init(text: String, icon: IconSource?) {
      self.text = text
      self.icon = icon
    }
  }

  /// The identifier of the tile, which stays the same after a reload.
  package var id: String
  /// The name on its card.
  package var name: String
  /// The icon on its card; nil for a pictogram.
  package var icon: IconSource?
  /// The chosen pictogram; nil for one that suits the name.
  package var glyph: Glyph?
  /// Whether the icon only stands for the action. The action's pictogram can then replace it.
  package var iconIsGeneric = false
  /// Further content of its face.
  @Usual package var appearance: TileAppearance
  /// The content of its back, if it differs from the front.
  @Boxed package var back: Back?
  /// Whether the tile is visible from behind.
  package var isDoubleSided = true
  /// Controls on the tile, active while it is in the middle.
  package var buttons: [LauncherTile] = []
  /// The rows of a list on the tile.
  package var rows: [LauncherTile] = []
  /// The actions of gestures on the tile.
  @Boxed package var gestures: [TileGesture: LauncherTile]?
  /// Whether the tile shows its page in place.
  package var isPageInside = false
  /// The action that turns a toggle off; nil for other controls.
  @Boxed package var offAction: Action?
  /// The initial state of a toggle.
  package var isOn = false
  /// The value of a control; nil for a control without a value.
  @Boxed package var value: ValueControl?
  /// Whether its program has a window and gets the screen.
  package var opensWindow = true
  /// The result of a tap.
  package var action: Action
  /// The treatment of its program when the visitor goes home.
  package var onHome: Tile.OnHome
  /// The conditions under which its program runs.
  @Usual package var conduct: ProgramConduct
  /// Whether the launcher asks for the PIN before it opens the tile.
  package var needsPIN = false
  /// The condition for visibility.
  @Boxed package var visibleWhen: TileCondition?
  /// The condition for availability.
  @Boxed package var enabledWhen: TileCondition?
  /// Whether the tile is available now.
  package var isEnabled = true
  /// The reason why the tile is unavailable now; otherwise the operator's text for that case.
  @Boxed package var absence: TileAbsence?

  /// Creates a tile. The name is the default `id`.
  package init(
    id: String? = nil, name: String, icon: IconSource?, action: Action, onHome: Tile.OnHome = .close
  ) {
    self.id = id ?? name
    self.name = name
    self.icon = icon
    self.action = action
    self.onHome = onHome
  }

  /// The active parts of the tile: the rows of its list, its buttons, and its gestures.
  var parts: [LauncherTile] { rows + buttons + gestureParts }

  /// The actions of its gestures; empty for most tiles.
  package var gestureParts: [Self] { $gestures.hasValue ? Array((gestures ?? [:]).values) : [] }

  /// The tiles of a folder; empty for other tiles.
  package var inside: [LauncherTile] { if case .folder(let tiles) = action { tiles } else { [] } }

  /// Whether the tile needs a scanned code before it can open.
  var awaitsCode: Bool { if case .start(let command) = action { command.awaitsCode } else { false } }

  /// Returns the tile with a scanned code instead of its placeholder, if it has one.
  func filled(with code: ScannedCode) -> LauncherTile {
    guard case .start(let command) = action else { return self }
    var tile = self
    tile.action = .start(command.filled(with: code))
    return tile
  }

  /// Returns the start request for its program.
  func request(_ command: Command) -> ProgramRequest {
    var request = ProgramRequest(command, tile: id, title: name, limits: conduct.limits)
    request.opensWindow = opensWindow
    return request
  }

  /// Returns the start request for one of its commands; nil if it has none of that origin.
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

  /// Finds a tile by its identifier, among tiles, their parts and folders.
  package static func find(_ id: String, among tiles: [LauncherTile]) -> LauncherTile? {
    for tile in tiles {
      if tile.id == id { return tile }
      if let part = find(id, among: tile.parts) { return part }
      if case .folder(let inner) = tile.action, let found = find(id, among: inner) { return found }
    }
    return nil
  }

  /// The identifier of a back tile. Configured tiles never have an empty one.
  private static let backID = ""

  /// Returns the tile that leaves a folder.
  static func back(from folder: LauncherTile) -> LauncherTile {
    LauncherTile(id: backID, name: folder.name, icon: .back, action: .perform(.back))
  }
}

/// A shelf with all references resolved: one of the carousels of the launcher.
package struct LauncherShelf: Hashable, Sendable {
  /// The text above the shelf; nil for none.
  package var name: String?
  /// The look and behavior of its carousel.
  package var settings: CarouselSettings
  /// The tiles in order.
  package var tiles: [LauncherTile]
  /// The look of its placeholders; nil for empty cards.
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
  /// Visits the tiles that meet a condition: see `Array.forEachTile`.
  @inline(__always)
  package func forEachTile(where isWanted: (LauncherTile) -> Bool, _ look: (LauncherTile) -> Void) {
    for shelf in self { shelf.tiles.forEachTile(where: isWanted, look) }
  }
}

/// The content of a tile's face, in one language.
package struct TileAppearance: Hashable, Sendable, HasDefault {
  /// Its own size or shape; nil for that of the others.
  package var extent: TileExtent?
  /// The line below the name; may be empty.
  package var detail = ""
  /// A few words above the name and below the description, where these stand below the tiles; may be empty.
  package var (kicker, meta) = ("", "")
  /// A picture instead of the icon.
  package var photograph: TileFace.Photograph?
  /// The color, or the upper and lower color; empty for the theme's.
  package var colors: [Color] = []
  /// The color of emphasized parts; nil for the theme's.
  package var accent: Color?
  /// The progress of a task, 0 to 1; nil for none.
  package var progress: Double?
  /// The sources of its content while the launcher runs.
  package var live = LiveContent()
  /// The text in the tile's corner; may be empty.
  package var badge = ""

  /// The point of the picture that stays visible in a crop, and (in `cropFocus`) the same for the face, whose
  /// uncropped picture keeps its middle.
  var focus: Point { photograph?.focus ?? Point(0.5, 0.5) }
  var cropFocus: Point { photograph?.covers == true ? focus : Point(0.5, 0.5) }

  /// The colors from which a missing picture is generated; empty for the hue of the tile's position.
  var generating: [Color] { colors.isEmpty ? accent.map { [$0] } ?? [] : colors }
  /// The first color. It does not allocate a list, because every frame calls it.
  var mainColor: Color? { colors.first ?? accent }

  /// Creates the default face.
  package init() {}

  /// Creates the content from a configuration, for `languages`, best first.
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

/// The state of a tile's program: a shape in its own color.
enum TileMark: CaseIterable, Hashable {
  /// The program was started and has no window yet.
  case starting
  /// The program runs.
  case running
  /// The program has had no window for too long, or was stopped.
  case unresponsive
  /// The program did not start, or ended badly.
  case failed
  /// The program failed several times in a row.
  case outOfOrder

  /// Amber and red, each for dark and for light tiles.
  private static let ambers = [Color(hex: 0xf2b84b), Color(hex: 0x8f5f00)]
  private static let reds = [Color(hex: 0xf0685c), Color(hex: 0xb5261e)]
  /// The least contrast of graphics (WCAG 2.1, 1.4.11).
  private static let leastContrast = 3.0

  /// The shape; nil if a pill shows the state.
  var shape: TileFace.Mark? {
    switch self {
    case .starting: .ring
    case .running: .disc
    case .unresponsive: .hourglass
    case .failed: .cross
    case .outOfOrder: nil
    }
  }

  /// Returns the color on a tile of the color `ground`: the mark's own if visible there, or else black or
  /// white.
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
  /// Returns the mark of its program, or else that of a program that a row or button on it started.
  func mark(among marks: [String: TileMark]) -> TileMark? {
    marks.isEmpty ? nil : marks[id] ?? parts.lazy.compactMap { marks[$0.id] }.first
  }
}

/// The sources of tile contents besides the configuration.
package struct TileSources: Sendable {
  /// Reads the page in a file; returns nil if the file is unreadable.
  package var page: @Sendable (_ path: String) -> PageContent?
  /// Returns the command that opens a web page; nil without a browser.
  package var browser: @Sendable (WebPage) -> Command?
  /// The names of tiles with launcher actions and without names of their own.
  package var words: Localizer

  /// Creates sources. The defaults have no pages.
  package init(
    page: @escaping @Sendable (_ path: String) -> PageContent? = { _ in nil },
    browser: @escaping @Sendable (WebPage) -> Command? = { _ in nil }, words: Localizer = .english
  ) {
    self.page = page
    self.browser = browser
    self.words = words
  }

  /// Returns the action of a tile with a page.
  func action(page path: String, description: String?) -> LauncherTile.Action {
    page(path).map { .page($0.describing(description ?? "")) } ?? .unavailable(.unreadableFile(path))
  }

  /// Returns the action of a tile with a web page.
  func action(browse page: WebPage) -> LauncherTile.Action {
    guard var command = browser(page) else { return .unavailable(.noBrowser) }
    if page.address.contains(ScannedCode.mark) { command.codePlace = .address(page.address) }
    return .start(command)
  }
}
