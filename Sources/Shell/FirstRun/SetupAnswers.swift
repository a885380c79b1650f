import Configuration

/// The operator's answers in the first run: the beginning of a configuration. A nil or empty answer was
/// skipped, and its key keeps its default.
package struct SetupAnswers: Hashable, Sendable {
  /// The language of the launcher, as a tag.
  package var language: String?
  /// The name of the place.
  package var name = ""
  /// The logo: the absolute path of a picture that the launcher keeps.
  package var logo: String?
  /// The theme, by its name or as a scheme.
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
  /// What it opens.
  package enum Target: Hashable, Sendable {
    /// An installed application, by the id of its desktop entry.
    case application(String)
    /// A page of the web.
    case address(String)
    /// A picture or a text that the launcher keeps, by its absolute path.
    case file(String, isPicture: Bool)
  }

  package let target: Target
  package let name: String

  package init(_ target: Target, name: String) { (self.target, self.name) = (target, name) }
}

extension SetupAnswers {
  /// The changes that make a configuration of the answers.
  ///
  /// - Parameter pinFile: where the hash of the PIN goes.
  package func edits(pinFile: String) -> [Edit] {
    var edits: [Edit] = []
    func set(_ key: ConfigurationKey, _ value: EditedValue?) {
      if let value { edits.append(.set(key.dottedName, value)) }
    }
    // The tiles of the demonstration go when there are others.
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
  /// The change that adds it.
  func edit(at place: TilePlace? = nil) -> Edit { .addTile(keys, at: place) }

  /// The keys of its `[[tile]]`.
  private var keys: [Edit.TileKey] {
    switch target {
    // The application has a name of its own in every language.
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
