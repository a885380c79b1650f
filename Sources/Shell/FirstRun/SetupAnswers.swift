import Configuration

/// The operator's answers in the first run, which become a configuration. A nil or empty answer was skipped:
/// its key keeps the default.
package struct SetupAnswers: Hashable, Sendable {
  /// The language of the launcher, as a tag.
  package var language: String?
  /// The name of the place.
  package var name = ""
  /// The logo: the absolute path of the launcher's copy of a picture.
  package var logo: String?
  /// The logo's name as the operator knows it. The name of the copy contains a number.
  package var logoName = ""
  /// The name of the theme, or a color scheme.
  package var theme: String?
  package var tiles: [SetupTile] = []
  package var clock: HeaderSettings.Clock?
  package var showsDate = false
  package var hours: OpeningHours?
  /// The new PIN. Its description does not contain it.
  package var pin: PIN?

  package init() {}
}

/// A tile that an operator added.
package struct SetupTile: Hashable, Sendable {
  /// The target of a tile.
  package enum Target: Hashable, Sendable {
    /// The id of an installed application's desktop entry.
    case application(String)
    /// A web address.
    case address(String)
    /// The absolute path of the launcher's copy of a picture or a text.
    case file(String, isPicture: Bool)
  }

  package let target: Target
  package let name: String

  package init(_ target: Target, name: String) { (self.target, self.name) = (target, name) }
}

extension SetupAnswers {
  /// Returns the edits that write the answers into a configuration.
  ///
  /// - Parameter pinFile: the path for the hash of the PIN.
  package func edits(pinFile: String) -> [Edit] {
    var edits: [Edit] = []
    func set(_ key: ConfigurationKey, _ value: EditedValue?) {
      if let value { edits.append(.set(key.dottedName, value)) }
    }
    // The operator's tiles replace those of the demonstration.
    if !tiles.isEmpty { set(ConfigurationSection.kiosk["packaged"], .boolean(false)) }
    set(ConfigurationSection.kiosk["language"], language.map { .text($0) })
    set(ConfigurationSection.brand["name"], name.isEmpty ? nil : .text(name))
    set(ConfigurationSection.brand["logo"], logo.map { .text($0) })
    set(ConfigurationSection.theme["name"], theme.map { .text($0) })
    set(ConfigurationSection.header["clock"], clock.map { .text($0.rawValue) })
    set(
      ConfigurationSection.header["date"],
      showsDate ? .text(HeaderSettings.Date.long.rawValue) : nil)
    set(ConfigurationSection.schedule["open"], hours.map { .texts($0.texts) })
    if pin != nil { set(ConfigurationSection.admin["pin-file"], .text(pinFile)) }
    return edits + tiles.map { $0.edit() }
  }
}

extension SetupTile {
  /// Returns the edit that adds the tile.
  func edit(at place: TilePlace? = nil) -> Edit { .addTile(keys, at: place) }

  /// The keys of the tile's `[[tile]]`.
  var keys: [Edit.TileKey] {
    switch target {
    // The desktop entry has a name in every language.
    case .application(let id): [Edit.TileKey(ConfigurationKey.desktopEntry.name, .text(id))]
    case .address(let address):
      [
        Edit.TileKey(ConfigurationSection.tile["name"].name, .text(name)),
        Edit.TileKey(ConfigurationKey.url.name, .text(address)),
      ]
    case .file(let path, let isPicture):
      [
        Edit.TileKey(ConfigurationSection.tile["name"].name, .text(name)),
        Edit.TileKey(ConfigurationKey.page.name, .text(path)),
      ] + (isPicture ? [Edit.TileKey(ConfigurationKey.picture.name, .text(path))] : [])
    }
  }
}
