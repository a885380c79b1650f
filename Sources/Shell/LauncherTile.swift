import Configuration
import Programs
import Scene

/// A tile with everything looked up: what a visitor sees and what a tap starts.
public struct LauncherTile: Hashable, Sendable, TileTree {
  /// What a tap does.
  public enum Action: Hashable, Sendable {
    /// Starts a program.
    case start(Command)
    /// Opens a folder: these tiles have the screen.
    case folder([LauncherTile])
    /// Shows a page.
    case page(PageContent)
    /// Asks the launcher itself for something.
    case perform(ShellAction)
    /// Nothing, because something is missing: says what.
    case unavailable(Obstacle)
  }

  /// What is on the back of a card.
  public struct Back: Hashable, Sendable {
    /// What is written on it.
    public var text: String
    /// The icon on it; nil for none.
    public var icon: IconSource?

    /// A back from its parts.
    public init(text: String, icon: IconSource?) {
      self.text = text
      self.icon = icon
    }
  }

  /// Tells tiles apart, also after the configuration was read again.
  public var id: String
  /// The name on its card.
  public var name: String
  /// The icon on its card; nil for initials.
  public var icon: IconSource?
  /// What else is on its face.
  @Usual public var appearance: TileAppearance
  /// What is on its back, where that is other than the front.
  @Rare public var back: Back?
  /// Whether it is seen from behind.
  public var isDoubleSided = true
  /// Controls on it that do something by themselves while it is in the middle.
  public var buttons: [LauncherTile] = []
  /// Rows of a list on it.
  public var rows: [LauncherTile] = []
  /// What gestures on it do.
  @Rare public var gestures: [TileGesture: LauncherTile]?
  /// Whether its page is shown on it.
  public var isPageInside = false
  /// What a control does that is on; nil for one that is no toggle.
  @Rare public var offAction: Action?
  /// Whether a toggle is on at first.
  public var isOn = false
  /// What value it has, as a control; nil for what has none.
  @Rare public var value: ValueControl?
  /// Whether its program has something to show, and so gets the screen.
  public var opensWindow = true
  /// What a tap does.
  public var action: Action
  /// What becomes of its program when its visitor goes home.
  public var onHome: Tile.OnHome
  /// How its program is run.
  @Usual public var conduct: ProgramConduct
  /// Whether the PIN is asked for before it is opened.
  public var needsPIN = false
  /// What must be so for it to be seen.
  @Rare public var visibleWhen: TileCondition?
  /// What must be so for it to be opened.
  @Rare public var enabledWhen: TileCondition?
  /// Whether it can be opened as things are.
  public var isEnabled = true

  /// A tile from its parts. Without an `id` its name tells it apart.
  public init(
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

  /// What gestures on it do; nothing for most.
  @inlinable public var gestureParts: [Self] { $gestures.isThere ? Array((gestures ?? [:]).values) : [] }

  /// What is in it; nothing when it is no folder.
  @inlinable public var inside: [LauncherTile] { if case .folder(let tiles) = action { tiles } else { [] } }

  /// What its program is started with.
  func request(_ command: Command) -> ProgramRequest {
    ProgramRequest(command, tile: id, title: name, limits: conduct.limits)
  }

  /// The tile with that identifier among some, their parts, and what is in their folders.
  static func find(_ id: String, among tiles: [LauncherTile]) -> LauncherTile? {
    for tile in tiles {
      if tile.id == id { return tile }
      if let part = find(id, among: tile.parts) { return part }
      if case .folder(let inner) = tile.action, let found = find(id, among: inner) { return found }
    }
    return nil
  }

  /// No configured tile has an empty identifier.
  private static let backID = ""

  /// The tile by which one leaves the folder with that name.
  static func back(from folder: LauncherTile) -> LauncherTile {
    LauncherTile(id: backID, name: folder.name, icon: .back, action: .perform(.back))
  }
}
