import RotundaGeometry

package struct TileBack: Hashable, Sendable {
  /// What is written on it; nil is nothing.
  package var text: LocalizedText?
  /// The picture on it; nil is none.
  package var icon: IconReference?

  package init(text: LocalizedText? = nil, icon: IconReference? = nil) {
    self.text = text
    self.icon = icon
  }
}

/// One `[[tile]]`: something that a visitor can open.
package struct Tile: Hashable, Sendable, Identifiable, TileTree {
  /// Tells tiles of one configuration apart, and finds a tile again after the file was edited.
  ///
  /// What the file says, or made from what the tile opens, or from its name; never shown to a visitor.
  package var id: String
  /// What is written on it; nil takes the name from the desktop entry.
  package var name: LocalizedText?
  /// The picture on it; nil takes the desktop entry's icon, or a pictogram.
  package var icon: IconReference?
  /// What else is on its face.
  @Usual package var look: TileLook
  /// What is on its back, where that is other than the front.
  @Boxed package var back: TileBack?
  package var isDoubleSided = true
  /// Controls on it that do something by themselves.
  package var buttons: [Tile] = []
  /// Rows of a list on it.
  package var rows: [Tile] = []
  /// What gestures on it do.
  @Boxed package var gestures: [TileGesture: Tile]?
  /// What it does when it is on, as a control: a single tile with that action; empty for what is no toggle.
  package var whenOff: [Tile] = []
  /// Whether it is on at first, as a toggle.
  package var isOn = false
  /// What value it has, as a control; nil for what has none.
  @Boxed package var value: ValueControl?
  /// Whether its program has something to show, and so gets the screen.
  package var opensWindow = true
  /// What a tap does.
  package var action: TileAction
  /// What becomes of its program when its visitor goes home.
  package var onHome: OnHome
  /// Whether the PIN is asked for before it is opened.
  package var needsPIN = false
  @Usual package var conduct: ProgramConduct
  /// What must be so for it to be seen.
  @Boxed package var visibleWhen: TileCondition?
  /// What must be so for it to be opened.
  @Boxed package var enabledWhen: TileCondition?

  /// What becomes of a program whose visitor goes home.
  package enum OnHome: String, CaseIterable, Hashable, Sendable {
    /// It is asked to end, and ended when it does not.
    case close
    /// It goes on, out of sight.
    case keep
  }

  /// What gestures on it do; nothing for most.
  @inlinable package var gestureParts: [Self] { $gestures.hasValue ? Array((gestures ?? [:]).values) : [] }

  /// What is in it; nothing when it is no folder.
  @inlinable package var inside: [Tile] { if case .folder(let tiles) = action { tiles } else { [] } }

  @inlinable package var hasValue: Bool { $value.hasValue }

  /// Whether something must be so for it to be seen or to be opened.
  var isConditional: Bool { $visibleWhen.hasValue || $enabledWhen.hasValue }

  /// How deep folders can lie in one another.
  ///
  /// Visitors do not find back from so deep; but what reads, keeps and compares tiles goes down once for each
  /// folder, on a stack that ends somewhere, and a file must not decide where.
  package static let deepestFolder = 64

  @inlinable
  package init(
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
@usableFromInline
package protocol TileTree {
  var rows: [Self] { get }
  var buttons: [Self] { get }
  /// What gestures on it do; nothing for most.
  var gestureParts: [Self] { get }
  /// What is in it; nothing when it is no folder.
  var inside: [Self] { get }
}

extension Array where Element: TileTree {
  /// Has a look at those of the tiles, of their controls and of what is in them that are wanted, in their
  /// order.
  ///
  /// There may be a hundred thousand, and a tile that is handed on is copied: what is asked of all of them is
  /// a question of its own, which takes nothing with it.
  @inlinable @inline(__always)
  package func forEachTile(where isWanted: (Element) -> Bool, _ look: (Element) -> Void) {
    for index in indices {
      if isWanted(self[index]) { look(self[index]) }
      if self[index].hasContents { self[index].forEachWithin(where: isWanted, look) }
    }
  }

  /// Whether one of the tiles, of their controls or of what is in them is wanted.
  @inlinable @inline(__always)
  package func containsTile(where isWanted: (Element) -> Bool) -> Bool {
    for index in indices {
      if isWanted(self[index]) { return true }
      if self[index].hasContents, self[index].containsWithin(where: isWanted) { return true }
    }
    return false
  }
}

extension TileTree {
  /// Whether there are controls on it or tiles in it.
  @inlinable package var hasContents: Bool {
    !rows.isEmpty || !buttons.isEmpty || !inside.isEmpty || !gestureParts.isEmpty
  }

  /// Has a look at those of its controls, and of what is in it, that are wanted.
  @inlinable
  package func forEachWithin(where isWanted: (Self) -> Bool, _ look: (Self) -> Void) {
    for tiles in [rows, buttons, inside, gestureParts] { tiles.forEachTile(where: isWanted, look) }
  }

  /// Whether one of its controls, or of what is in it, is wanted.
  @inlinable
  package func containsWithin(where isWanted: (Self) -> Bool) -> Bool {
    [rows, buttons, inside, gestureParts].contains { $0.containsTile(where: isWanted) }
  }
}

/// What a tile's face has beside its name and icon.
package struct TileLook: Hashable, Sendable, HasDefault {
  package enum PictureFit: String, CaseIterable, Hashable, Sendable {
    /// Nothing of the place is left free; what reaches beyond it is cut off.
    case cover
    /// All of the picture is seen.
    case contain
  }

  /// The tile's own size or shape; nil is that of the others.
  package var extent: TileExtent?
  /// A pictogram; nil is one that suits what the tile opens, or its name.
  package var glyph: Glyph?
  /// A picture in place of the icon; nil is none.
  package var picture: IconReference?
  package var fit = PictureFit.cover
  /// What of the picture stays where it is cropped, as parts of its width and height.
  package var focus = Point(0.5, 0.5)
  /// The card's color, or upper and lower color; empty is the theme's.
  package var colors: [Color] = []
  /// The color of what is to be noticed on it; nil is the theme's.
  package var accent: Color?
  /// How much of something is done, 0 to 1; nil shows nothing of it.
  package var progress: Double?
  /// Where it looks up what it shows while the launcher runs.
  package var live = LiveContent()
  /// A few letters in the corner; nil is none.
  package var badge: LocalizedText?
  /// A line below the name; nil is none.
  package var description: LocalizedText?
  /// A few words above the name where it stands below the tiles; nil is none.
  package var kicker: LocalizedText?
  /// A few words below the description where that stands below the tiles; nil is none.
  package var meta: LocalizedText?

  /// A face like that of every other tile.
  package init() {}
}

/// How large a tile is that is not as large as the others of its carousel.
package enum TileExtent: Hashable, Sendable {
  /// So many points.
  case size(Size)
  /// As high as the others where they go from left to right, as wide where they go up and down, and so many
  /// times as wide as high.
  case aspect(Double)

  /// What `aspect` may be.
  package static let aspectRange = 0.2...5.0

  /// In points, beside tiles of `common`.
  package func size(among common: Size, isVertical: Bool) -> Size {
    switch self {
    case .size(let size): size
    case .aspect(let aspect):
      isVertical
        ? Size(common.width, (common.width / aspect).rounded())
        : Size((common.height * aspect).rounded(), common.height)
    }
  }
}

package enum IconReference: Hashable, Sendable {
  /// An absolute path of a picture file.
  case path(String)
  /// A name of the freedesktop icon theme.
  case named(String)
}

/// A text or a picture that the launcher itself shows.
package struct TilePage: Hashable, Sendable {
  /// The absolute path of its file, with those of its translations.
  package var file: LocalizedText
  /// What a page that is a picture shows, for listeners; nil where nothing says that.
  package var description: LocalizedText?
  package var place: Place

  package enum Place: String, CaseIterable, Hashable, Sendable {
    /// A tap on the tile opens it on the whole screen.
    case screen
    /// In the tile, where it scrolls; a tap opens it on the whole screen.
    case tile
  }

  package init(file: LocalizedText, description: LocalizedText? = nil, place: Place = .screen) {
    (self.file, self.description) = (file, description)
    self.place = place
  }
}
