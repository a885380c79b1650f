/// Everything an operator can decide: what one configuration file with its drop-ins says.
public struct KioskConfiguration: Hashable, Sendable {
  /// How the carousel looks and turns.
  public var carousel = CarouselSettings()
  /// What fingers mean.
  public var gestures = GestureSettings()
  /// The strip that leads home out of programs.
  public var homeStrip = HomeStripSettings()
  /// How it looks.
  public var theme = ThemeSettings()
  /// What pictures may cost.
  public var artwork = ArtworkSettings()
  /// What lies behind everything.
  public var background = BackgroundSettings()
  /// What stands at the edges of the screen.
  public var header = HeaderSettings()
  /// What the first carousel offers, in its order. A kiosk without tiles is valid and shows that it has none.
  public var tiles: [Tile] = []

  /// What stands in `[[shelf]]`, in its order.
  public var shelves: [ShelfSettings] = []
  /// How the launcher behaves as a whole.
  public var kiosk = KioskSettings()
  /// How whoever looks after the machine gets to it.
  public var admin = AdminSettings()
  /// What helps visitors who have but one switch.
  public var access = AccessibilitySettings()
  /// What happens when nobody is there.
  public var idle = IdleSettings()
  /// What depends on weekday and hour.
  public var schedule = ScheduleSettings()

  /// What opens pages of the web.
  public var browser = BrowserSettings()
  /// What operators can ask for from outside.
  public var control = ControlSettings()
  /// What is counted.
  public var metrics = MetricsSettings()

  /// All shelves from the first to the last: the tiles that are in none make the first one, without a name.
  public var allShelves: [ShelfSettings] {
    tiles.isEmpty && !shelves.isEmpty ? shelves : [ShelfSettings(carousel: carousel, tiles: tiles)] + shelves
  }

  /// Whether there is any tile at all.
  public var hasTiles: Bool { !tiles.isEmpty || shelves.contains { !$0.tiles.isEmpty } }

  /// All tiles of all shelves and folders.
  public var allTiles: [Tile] {
    var all: [Tile] = []
    all.reserveCapacity(tiles.count)
    forEachTile(where: { _ in true }) { all.append($0) }
    return all
  }

  /// Has a look at those of all tiles of all shelves and folders that are wanted, see `Array.forEachTile`.
  @inlinable @inline(__always)
  public func forEachTile(where isWanted: (Tile) -> Bool, _ look: (Tile) -> Void) {
    tiles.forEachTile(where: isWanted, look)
    for shelf in shelves { shelf.tiles.forEachTile(where: isWanted, look) }
  }

  /// What tiles depend on.
  public var facts: Set<Fact> {
    var facts: Set<Fact> = []
    forEachTile(where: \.isConditional) { tile in
      for condition in [tile.visibleWhen, tile.enabledWhen] { facts.formUnion(condition?.facts ?? []) }
    }
    return facts
  }

  /// Where the values of controls are looked up.
  public var valueSources: Set<ValueSource> {
    var sources: Set<ValueSource> = []
    forEachTile(where: \.hasValue) { tile in
      if let source = tile.value?.source { sources.insert(source) }
    }
    return sources
  }

  /// Every key at its default, and no tile.
  public init() {}
}
