import Configuration

/// A shelf with everything looked up: a carousel of its own among those that lie one above another.
public struct LauncherShelf: Hashable, Sendable {
  /// What is written above it; nil for nothing.
  public var name: String?
  /// How its carousel looks and turns.
  public var settings: CarouselSettings
  /// What it offers, in its order.
  public var tiles: [LauncherTile]
  /// What stands beside that and opens nothing; nil is empty cards.
  public var placeholder: LauncherTile?

  /// A shelf from its parts.
  public init(
    name: String? = nil, settings: CarouselSettings, tiles: [LauncherTile], placeholder: LauncherTile? = nil
  ) {
    self.placeholder = placeholder
    self.name = name
    self.settings = settings
    self.tiles = tiles
  }
}

extension [LauncherShelf] {
  /// Has a look at those of their tiles that are wanted, see `Array.forEachTile`.
  @inlinable @inline(__always)
  public func forEachTile(where isWanted: (LauncherTile) -> Bool, _ look: (LauncherTile) -> Void) {
    for shelf in self { shelf.tiles.forEachTile(where: isWanted, look) }
  }
}
