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

/// Hours that are the same on all days on which a place is open.
package struct OpeningHours: Hashable, Sendable {
  /// Days of the week; 0 is Monday.
  package var days: Set<Int> = Set(0..<7)
  /// Minutes of the day, in steps. A close that is not after the opening is on the next day.
  package var (opens, closes) = (9 * 60, 18 * 60)

  /// Minutes from one choice to the next.
  package static let step = 30
  private static let day = 24 * 60

  package init() {}

  /// Moves a time by so many steps, round the clock.
  private static func moved(_ minute: Int, by steps: Int) -> Int {
    ((minute + steps * step) % day + day) % day
  }

  mutating func moveOpening(by steps: Int) { opens = Self.moved(opens, by: steps) }
  mutating func moveClosing(by steps: Int) { closes = Self.moved(closes, by: steps) }

  /// Opens or closes on a day; one day stays open.
  mutating func toggle(_ day: Int) {
    let toggled = days.symmetricDifference([day])
    if !toggled.isEmpty { days = toggled }
  }

  /// The times as `[schedule]` has them: neighboring days together.
  package var texts: [String] {
    var runs: [ClosedRange<Int>] = []
    for day in days.sorted() {
      if let last = runs.last, last.upperBound + 1 == day {
        runs[runs.count - 1] = last.lowerBound...day
      } else {
        runs.append(day...day)
      }
    }
    let hours = "\(FormHours.time(opens))-\(FormHours.time(closes))"
    return runs.map { run in
      let (first, last) = (FormHours.names[run.lowerBound], FormHours.names[run.upperBound])
      return "\(first == last ? first : "\(first)-\(last)") \(hours)"
    }
  }
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
    return edits + tiles.map { .addTile($0.keys) }
  }
}

extension SetupTile {
  /// The keys of its `[[tile]]`.
  var keys: [Edit.TileKey] {
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
