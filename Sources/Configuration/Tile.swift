/// What is on the back of a tile.
public struct TileBack: Hashable, Sendable {
  /// What is written on it; nil is nothing.
  public var text: LocalizedText?
  /// The picture on it; nil is none.
  public var icon: IconReference?

  /// A back from its parts.
  public init(text: LocalizedText? = nil, icon: IconReference? = nil) {
    self.text = text
    self.icon = icon
  }
}

/// One `[[tile]]`: something that a visitor can open.
public struct Tile: Hashable, Sendable, Identifiable, TileTree {
  /// Tells tiles of one configuration apart, and finds a tile again after the file was edited.
  ///
  /// What the file says, or made from what the tile opens, or from its name; never shown to a visitor.
  public var id: String
  /// What is written on it; nil takes the name from the desktop entry.
  public var name: LocalizedText?
  /// The picture on it; nil takes the desktop entry's icon, or draws the initials of the name.
  public var icon: IconReference?
  /// What else is on its face.
  @Usual public var look: TileLook
  /// What is on its back, where that is other than the front.
  @Rare public var back: TileBack?
  /// Whether it is seen from behind.
  public var isDoubleSided = true
  /// Controls on it that do something by themselves.
  public var buttons: [Tile] = []
  /// Rows of a list on it.
  public var rows: [Tile] = []
  /// What gestures on it do.
  @Rare public var gestures: [TileGesture: Tile]?
  /// What it does when it is on, as a control: a single tile with that action; empty for what is no toggle.
  public var whenOff: [Tile] = []
  /// Whether it is on at first, as a toggle.
  public var isOn = false
  /// What value it has, as a control; nil for what has none.
  @Rare public var value: ValueControl?
  /// Whether its program has something to show, and so gets the screen.
  public var opensWindow = true
  /// What a tap does.
  public var action: TileAction
  /// What becomes of its program when its visitor goes home.
  public var onHome: OnHome
  /// Whether the PIN is asked for before it is opened.
  public var needsPIN = false
  /// How its program is run.
  @Usual public var conduct: ProgramConduct
  /// What must be so for it to be seen.
  @Rare public var visibleWhen: TileCondition?
  /// What must be so for it to be opened.
  @Rare public var enabledWhen: TileCondition?

  /// What becomes of a program whose visitor goes home.
  public enum OnHome: String, CaseIterable, Hashable, Sendable {
    /// It is asked to end, and ended when it does not.
    case close
    /// It goes on, out of sight.
    case keep
  }

  /// What gestures on it do; nothing for most.
  @inlinable public var gestureParts: [Self] { $gestures.isThere ? Array((gestures ?? [:]).values) : [] }

  /// What is in it; nothing when it is no folder.
  @inlinable public var inside: [Tile] { if case .folder(let tiles) = action { tiles } else { [] } }

  /// Whether it is a control with a value.
  @inlinable public var hasValue: Bool { $value.isThere }

  /// Whether something must be so for it to be seen or to be opened.
  var isConditional: Bool { $visibleWhen.isThere || $enabledWhen.isThere }

  /// How deep folders can lie in one another.
  ///
  /// Visitors do not find back from so deep; but what reads, keeps and compares tiles goes down once for each folder, on a stack that
  /// ends somewhere, and a file must not decide where.
  public static let deepestFolder = 64

  /// A tile from its parts.
  @inlinable
  public init(
    id: String, name: LocalizedText? = nil, icon: IconReference? = nil, action: TileAction,
    onHome: OnHome = .close
  ) {
    self.id = id
    self.name = name
    self.icon = icon
    self.action = action
    self.onHome = onHome
  }
}
