/// One `[[tile]]`: something that a visitor can open.
public struct Tile: Hashable, Sendable, Identifiable {
  /// Tells tiles of one configuration apart, and finds a tile again after the file was edited.
  ///
  /// Made from what the tile opens, or from its name; never shown to anybody.
  public var id: String
  /// What is written on it; nil takes the name from the desktop entry.
  public var name: LocalizedText?
  /// The picture on it; nil takes the desktop entry's icon, or draws the initials of the name.
  public var icon: IconReference?
  /// What a tap does.
  public var action: TileAction

  /// A tile from its parts.
  public init(id: String, name: LocalizedText? = nil, icon: IconReference? = nil, action: TileAction) {
    self.id = id
    self.name = name
    self.icon = icon
    self.action = action
  }
}
