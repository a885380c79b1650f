import Configuration

/// Sections that are plain tables, in which each key sets one property.
extension ConfigurationDecoder {
  /// Decodes a section that occurs once.
  mutating func decode<Settings: SectionSettings>(
    _ section: TOMLTable.Entry, into path: WritableKeyPath<KioskConfiguration, Settings>
  ) {
    guard let table = table(of: section, Settings.section) else { return }
    var settings = configuration[keyPath: path]
    for entry in table.entries { decode(entry, into: &settings) }
    configuration[keyPath: path] = settings
  }

  mutating func decode<Settings: SectionSettings>(_ table: TOMLTable, as type: Settings.Type) -> Settings {
    var settings = Settings.standard
    for entry in table.entries { decode(entry, into: &settings) }
    return settings
  }

  private mutating func decode<Settings: SectionSettings>(
    _ entry: TOMLTable.Entry, into settings: inout Settings
  ) {
    guard let key = key(of: entry, in: Settings.section), let value = value(entry, key) else { return }
    places[key] = Place(file: file, key: entry.keyPosition, value: entry.node.position)
    Settings.fields.first { $0.key == key }?.set(value, in: &settings)
  }

  /// Decodes the `[schedule]` section, which also contains times of tiles.
  mutating func decodeSchedule(_ section: TOMLTable.Entry) {
    decode(section, into: \.schedule)
    guard case .table(let table) = section.node.value else { return }
    let key = ConfigurationKey.scheduledTiles
    for entry in table.entries
    where entry.key == key.name && lock(of: key.dottedName, in: .schedule) == nil {
      decodeTimetable(entry)
    }
  }

  /// Decodes the `[admin]` section. If the value of `pin-file` is invalid, the PIN counts as unreadable.
  mutating func decodeAdmin(_ section: TOMLTable.Entry) {
    decode(section, into: \.admin)
    guard case .table(let table) = section.node.value,
      let entry = table.entries.first(where: { $0.key == ConfigurationKey.pinFile.name }),
      lock(of: ConfigurationKey.pinFile.dottedName, in: .admin) == nil
    else { return }
    places[.pinFile] = Place(file: file, key: entry.keyPosition, value: entry.node.position)
    configuration.admin.pinFile = configuration.admin.pinFile ?? ""
  }
}

/// The location of a key and its value.
struct Place {
  var file: String
  var key: TextPosition
  var value: TextPosition
}
