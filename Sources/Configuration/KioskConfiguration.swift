/// The complete configuration: one configuration file with its drop-ins.
package struct KioskConfiguration: Hashable, Sendable {
  package var carousel = CarouselSettings()
  package var gestures = GestureSettings()
  package var homeStrip = HomeStripSettings()
  package var brand = BrandSettings()
  package var theme = ThemeSettings()
  package var artwork = ArtworkSettings()
  package var screen = ScreenSettings()
  package var background = BackgroundSettings()
  package var header = HeaderSettings()
  /// The elements around the tiles, for each screen shape if they depend on it.
  package var edges: [ScreenShape: ScreenEdges] = [:]
  /// The tiles of the first carousel, in order. A kiosk without tiles is valid, and shows that it has none.
  package var tiles: [Tile] = []

  /// The `[[shelf]]` sections, in order.
  package var shelves: [ShelfSettings] = []
  /// The bindings for codes of readers. The first match counts.
  package var scans: [ScanBinding] = []
  package var kiosk = KioskSettings()
  package var admin = AdminSettings()
  package var access = AccessibilitySettings()
  package var idle = IdleSettings()
  package var schedule = ScheduleSettings()

  package var browser = BrowserSettings()
  package var control = ControlSettings()
  package var metrics = MetricsSettings()
  package var bundle = BundleSettings()
  package var bridge = BridgeSettings()

  /// Returns the value of a key of a section that occurs once, as TOML; nil if it has none.
  package func text(of key: ConfigurationKey) -> String? { value(of: key)?.text(as: key.kind) }

  /// Returns the value of a key of a section that occurs once; nil if it has none.
  package func value(of key: ConfigurationKey) -> SettingValue? {
    func value<Settings: SectionSettings>(_ settings: Settings) -> SettingValue? {
      Settings.fields.first { $0.key == key }?.value(in: settings)
    }
    return switch key.section {
    case .carousel: value(carousel)
    case .gestures: value(gestures)
    case .homeStrip: value(homeStrip)
    case .brand: value(brand)
    case .theme: value(theme)
    case .artwork: value(artwork)
    case .screen: value(screen)
    case .background: value(background)
    case .header: value(header)
    case .kiosk: value(kiosk)
    case .admin: value(admin)
    case .access: value(access)
    case .idle: value(idle)
    case .schedule: value(schedule)
    case .browser: value(browser)
    case .control: value(control)
    case .metrics: value(metrics)
    case .bundle: value(bundle)
    case .bridge: value(bridge)
    case .keyframe, .decoration, .shelf, .tile, .tileChange, .shelfChange, .scan: nil
    }
  }

  /// All shelves in order. Tiles outside of all shelves form the first one, without a name.
  package var allShelves: [ShelfSettings] {
    tiles.isEmpty && !shelves.isEmpty ? shelves : [ShelfSettings(carousel: carousel, tiles: tiles)] + shelves
  }

  package var hasTiles: Bool { !tiles.isEmpty || shelves.contains { !$0.tiles.isEmpty } }

  /// All tiles of all shelves and folders.
  package var allTiles: [Tile] {
    var all: [Tile] = []
    all.reserveCapacity(tiles.count)
    forEachTile(where: { _ in true }) { all.append($0) }
    return all
  }

  /// Whether the program of any tile gets the launcher's keyboard.
  package var wantsKeyboard: Bool {
    allTiles.contains {
      $0.conduct.keyboard == .always || kiosk.hasKeyboard && $0.conduct.keyboard == .automatic
    }
  }

  /// Calls `look` with all wanted tiles of all shelves and folders; see `Array.forEachTile`.
  @inlinable @inline(__always)
  package func forEachTile(where isWanted: (Tile) -> Bool, _ look: (Tile) -> Void) {
    tiles.forEachTile(where: isWanted, look)
    for shelf in shelves { shelf.tiles.forEachTile(where: isWanted, look) }
  }

  /// The languages of names and descriptions, and the kiosk's own: sorted tags.
  package var languages: [String] {
    var tags: Set<String> = []
    func add(_ text: LocalizedText?) {
      guard let text, !text.translations.isEmpty else { return }
      for tag in text.translations.keys { if let tag = LanguageTag(tag) { tags.insert(tag.description) } }
    }
    add(header.title)
    for shelf in shelves { add(shelf.name) }
    forEachTile(
      where: { tile in
        add(tile.name)
        add(tile.look.description)
        return false
      }, { _ in })
    if !tags.isEmpty, let own = kiosk.language.flatMap({ LanguageTag($0) }) { tags.insert(own.description) }
    return tags.sorted()
  }

  package var facts: Set<Fact> {
    var facts: Set<Fact> = []
    forEachTile(where: \.isConditional) { tile in
      for condition in [tile.visibleWhen, tile.enabledWhen] { facts.formUnion(condition?.facts ?? []) }
    }
    return facts
  }

  /// The sources of the values of controls.
  package var valueSources: Set<ValueSource> {
    var sources: Set<ValueSource> = []
    forEachTile(where: \.hasValue) { tile in
      if let source = tile.value?.source { sources.insert(source) }
    }
    return sources
  }

  /// Every key at its default, and no tile.
  package init() {}
}
