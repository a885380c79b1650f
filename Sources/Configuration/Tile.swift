import RotundaGeometry

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

/// A tile with controls on it and, as a folder, with other tiles in it.
public protocol TileTree {
  /// Rows of its list.
  var rows: [Self] { get }
  /// Buttons on it.
  var buttons: [Self] { get }
  /// What gestures on it do; nothing for most.
  var gestureParts: [Self] { get }
  /// What is in it; nothing when it is no folder.
  var inside: [Self] { get }
}

extension Array where Element: TileTree {
  /// Has a look at those of the tiles, of their controls and of what is in them that are wanted, in their order.
  ///
  /// There may be a hundred thousand, and a tile that is handed on is copied: what is asked of all of them is a question of its
  /// own, which takes nothing with it.
  @inlinable @inline(__always)
  public func forEachTile(where isWanted: (Element) -> Bool, _ look: (Element) -> Void) {
    for index in indices {
      if isWanted(self[index]) { look(self[index]) }
      if self[index].hasContents { self[index].forEachWithin(where: isWanted, look) }
    }
  }

  /// Whether one of the tiles, of their controls or of what is in them is wanted.
  @inlinable @inline(__always)
  public func containsTile(where isWanted: (Element) -> Bool) -> Bool {
    for index in indices {
      if isWanted(self[index]) { return true }
      if self[index].hasContents, self[index].containsWithin(where: isWanted) { return true }
    }
    return false
  }
}

extension TileTree {
  /// Whether there are controls on it or tiles in it.
  @inlinable public var hasContents: Bool {
    !rows.isEmpty || !buttons.isEmpty || !inside.isEmpty || !gestureParts.isEmpty
  }

  /// Has a look at those of its controls, and of what is in it, that are wanted.
  @inlinable
  public func forEachWithin(where isWanted: (Self) -> Bool, _ look: (Self) -> Void) {
    for tiles in [rows, buttons, inside, gestureParts] { tiles.forEachTile(where: isWanted, look) }
  }

  /// Whether one of its controls, or of what is in it, is wanted.
  @inlinable
  public func containsWithin(where isWanted: (Self) -> Bool) -> Bool {
    [rows, buttons, inside, gestureParts].contains { $0.containsTile(where: isWanted) }
  }
}

/// What a tile's face has beside its name and icon.
public struct TileLook: Hashable, Sendable, HasDefault {
  /// How a picture fills its place.
  public enum PictureFit: String, CaseIterable, Hashable, Sendable {
    /// Nothing of the place is left free; what reaches beyond it is cut off.
    case cover
    /// All of the picture is seen.
    case contain
  }

  /// The tile's own size or shape; nil is that of the others.
  public var extent: TileExtent?
  /// A picture in place of the icon; nil is none.
  public var picture: IconReference?
  /// How it fills its place.
  public var fit = PictureFit.cover
  /// The card's colour, or upper and lower colour; empty is the theme's.
  public var colors: [Color] = []
  /// A few letters in the corner; nil is none.
  public var badge: LocalizedText?
  /// A line below the name; nil is none.
  public var description: LocalizedText?

  /// A face like that of every other tile.
  public init() {}
}

/// How large a tile is that is not as large as the others of its carousel.
public enum TileExtent: Hashable, Sendable {
  /// So many points.
  case size(Size)
  /// As high as the others where they go from left to right, as wide where they go up and down, and so many times as wide
  /// as high.
  case aspect(Double)

  /// What `aspect` may be.
  public static let aspectRange = 0.2...5.0

  /// In points, beside tiles of `common`.
  public func size(among common: Size, isVertical: Bool) -> Size {
    switch self {
    case .size(let size): size
    case .aspect(let aspect):
      isVertical
        ? Size(common.width, (common.width / aspect).rounded())
        : Size((common.height * aspect).rounded(), common.height)
    }
  }
}

/// Where a tile's icon comes from.
public enum IconReference: Hashable, Sendable {
  /// An absolute path of a picture file.
  case path(String)
  /// A name of the freedesktop icon theme.
  case named(String)
}

/// A text or a picture that the launcher itself shows.
public struct TilePage: Hashable, Sendable {
  /// The absolute path of its file, with those of its translations.
  public var file: LocalizedText
  /// What a page that is a picture shows, for whoever hears it; nil where nothing says that.
  public var description: LocalizedText?
  /// Where it is shown.
  public var place: Place

  /// Where a page is shown.
  public enum Place: String, CaseIterable, Hashable, Sendable {
    /// A tap on the tile opens it on the whole screen.
    case screen
    /// In the tile, where it scrolls; a tap opens it on the whole screen.
    case tile
  }

  /// A page from its parts.
  public init(file: LocalizedText, description: LocalizedText? = nil, place: Place = .screen) {
    (self.file, self.description) = (file, description)
    self.place = place
  }
}
