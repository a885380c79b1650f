import RotundaGeometry

package struct TileBack: Hashable, Sendable {
  /// The text on it; nil for none.
  package var text: LocalizedText?
  /// The picture on it; nil for none.
  package var icon: IconReference?

  package init(text: LocalizedText? = nil, icon: IconReference? = nil) {
    self.text = text
    self.icon = icon
  }
}

/// One `[[tile]]`: something that a visitor can open.
package struct Tile: Hashable, Sendable, Identifiable, TileTree {
  /// Identifies the tile in a configuration, also after the file was edited.
  ///
  /// The id comes from the file, or from what the tile opens, or from its name. Visitors never see it.
  package var id: String
  /// The text on the tile; nil uses the desktop entry's name.
  package var name: LocalizedText?
  /// The picture on the tile; nil uses the desktop entry's icon, or a pictogram.
  package var icon: IconReference?
  /// The other parts of the front.
  @Usual package var look: TileLook
  /// The content of the back; nil if it equals the front.
  @Boxed package var back: TileBack?
  package var isDoubleSided = true
  /// Buttons on the tile, each with an action of its own.
  package var buttons: [Tile] = []
  /// The rows of a list on the tile.
  package var rows: [Tile] = []
  /// The actions of gestures on the tile.
  @Boxed package var gestures: [TileGesture: Tile]?
  /// As a toggle: a single tile with the action that turns it off; empty for a tile that is not a toggle.
  package var whenOff: [Tile] = []
  /// As a toggle: whether the initial state is on.
  package var isOn = false
  /// As a control with a value: that value; nil for other tiles.
  @Boxed package var value: ValueControl?
  /// Whether the program has a window, and therefore gets the screen.
  package var opensWindow = true
  /// The action of a tap.
  package var action: TileAction
  /// The treatment of the program when its visitor goes home.
  package var onHome: OnHome
  /// Whether opening the tile requires the PIN.
  package var needsPIN = false
  @Usual package var conduct: ProgramConduct
  /// The condition for the tile to be visible.
  @Boxed package var visibleWhen: TileCondition?
  /// The condition for the tile to be enabled.
  @Boxed package var enabledWhen: TileCondition?

  /// The treatment of a program when its visitor goes home.
  package enum OnHome: String, CaseIterable, Hashable, Sendable {
    /// The launcher asks it to end, and then kills it if necessary.
    case close
    /// It continues in the background.
    case keep
  }

  /// The actions of gestures on the tile; empty for most tiles.
  @inlinable package var gestureParts: [Self] { $gestures.hasValue ? Array((gestures ?? [:]).values) : [] }

  /// The tiles in this folder; empty if it is not a folder.
  @inlinable package var inside: [Tile] { if case .folder(let tiles) = action { tiles } else { [] } }

  @inlinable package var hasValue: Bool { $value.hasValue }

  /// Whether visibility or opening depends on a condition.
  var isConditional: Bool { $visibleWhen.hasValue || $enabledWhen.hasValue }

  /// The deepest nesting of folders.
  ///
  /// Visitors get lost long before. Decoding, storing and comparing tiles need more stack for each level, and
  /// a file must not be able to overflow the stack.
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

/// A tile with controls, and, as a folder, with tiles in it.
@usableFromInline
package protocol TileTree {
  var rows: [Self] { get }
  var buttons: [Self] { get }
  /// The actions of gestures on the tile; empty for most tiles.
  var gestureParts: [Self] { get }
  /// The tiles in this folder; empty if it is not a folder.
  var inside: [Self] { get }
}

extension Array where Element: TileTree {
  /// Calls `look` with all wanted tiles, their controls and their contents, in order.
  ///
  /// A hundred thousand tiles may exist, and passing a tile to a closure copies it. Therefore `isWanted` is a
  /// separate question that captures nothing.
  @inlinable @inline(__always)
  package func forEachTile(where isWanted: (Element) -> Bool, _ look: (Element) -> Void) {
    for index in indices {
      if isWanted(self[index]) { look(self[index]) }
      if self[index].hasContents { self[index].forEachWithin(where: isWanted, look) }
    }
  }

  /// Reports whether one of the tiles, of their controls or of their contents is wanted.
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
  /// Whether the tile has controls or contains tiles.
  @inlinable package var hasContents: Bool {
    !rows.isEmpty || !buttons.isEmpty || !inside.isEmpty || !gestureParts.isEmpty
  }

  /// Calls `look` with all wanted controls and contents of the tile.
  @inlinable
  package func forEachWithin(where isWanted: (Self) -> Bool, _ look: (Self) -> Void) {
    for tiles in [rows, buttons, inside, gestureParts] { tiles.forEachTile(where: isWanted, look) }
  }

  /// Reports whether one of the tile's controls or contents is wanted.
  @inlinable
  package func containsWithin(where isWanted: (Self) -> Bool) -> Bool {
    [rows, buttons, inside, gestureParts].contains { $0.containsTile(where: isWanted) }
  }
}

/// The parts of a tile's front besides name and icon.
package struct TileLook: Hashable, Sendable, HasDefault {
  package enum PictureFit: String, CaseIterable, Hashable, Sendable {
    /// The picture fills the whole area. Parts that exceed it are cut off.
    case cover
    /// The whole picture is visible.
    case contain
  }

  /// The tile's own size or shape; nil uses that of the other tiles.
  package var extent: TileExtent?
  /// The pictogram; nil uses one that suits the tile's name or what it opens.
  package var glyph: Glyph?
  /// A picture instead of the icon; nil for none.
  package var picture: IconReference?
  package var fit = PictureFit.cover
  /// The point of the picture that stays visible after cropping, as shares of its width and height.
  package var focus = Point(0.5, 0.5)
  /// The card's color, or an upper and a lower one; empty uses the theme's.
  package var colors: [Color] = []
  /// The color of highlights on the tile; nil uses the theme's.
  package var accent: Color?
  /// Progress from 0 to 1; nil shows none.
  package var progress: Double?
  /// The source of content that changes while the launcher runs.
  package var live = LiveContent()
  /// A few letters in the corner; nil for none.
  package var badge: LocalizedText?
  /// A line below the name; nil for none.
  package var description: LocalizedText?
  /// A few words above the name, where the name appears below the tiles; nil for none.
  package var kicker: LocalizedText?
  /// A few words below the description, where the description appears below the tiles; nil for none.
  package var meta: LocalizedText?

  /// Creates a front without these parts.
  package init() {}
}

/// The size of a tile that differs from the other tiles of its carousel.
package enum TileExtent: Hashable, Sendable {
  /// A size in points.
  case size(Size)
  /// A ratio of width to height. The tile is as high as the others in a horizontal carousel, and as wide in a
  /// vertical one.
  case aspect(Double)

  /// The range of `aspect`.
  package static let aspectRange = 0.2...5.0

  /// Returns the size in points, among tiles of the size `common`.
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
  /// A name in the freedesktop icon theme.
  case named(String)
}

/// A text or a picture that the launcher shows itself.
package struct TilePage: Hashable, Sendable {
  /// The absolute path of the file, with those of its translations.
  package var file: LocalizedText
  /// The description of a picture, for the screen reader; nil if unknown.
  package var description: LocalizedText?
  package var place: Place

  package enum Place: String, CaseIterable, Hashable, Sendable {
    /// A tap on the tile opens the page on the whole screen.
    case screen
    /// The page scrolls inside the tile. A tap opens it on the whole screen.
    case tile
  }

  package init(file: LocalizedText, description: LocalizedText? = nil, place: Place = .screen) {
    (self.file, self.description) = (file, description)
    self.place = place
  }
}
