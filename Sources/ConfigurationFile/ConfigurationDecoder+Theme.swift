import Configuration

extension ConfigurationDecoder {
  /// The longest list of font families, in bytes.
  private static let fontLimit = 256

  /// Reads the `[theme]` section.
  mutating func decodeTheme(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .theme) else { return }
    var settings = configuration.theme
    for entry in table.entries { decode(entry, into: &settings) }
    configuration.theme = settings
  }

  private mutating func decode(_ entry: TOMLTable.Entry, into settings: inout ThemeSettings) {
    let key = key(of: entry, in: .theme)
    switch key {
    case .themeName?:
      if let name = choice(entry, .themeName).flatMap(Theme.Name.init) { settings.name = name }
    case .themeFace?:
      if let face = choice(entry, .themeFace).flatMap(Theme.FaceKind.init) { settings.face = face }
    case .textScale?: if let scale = number(entry, .textScale) { settings.textScale = scale }
    case .reducedMotion?:
      if let isReduced = boolean(entry, .reducedMotion) { settings.hasReducedMotion = isReduced }
    case .mirrored?:
      switch automatic(entry, .mirrored) {
      case .automatic?: settings.isMirrored = nil
      case .truth(let isMirrored)?: settings.isMirrored = isMirrored
      case nil: break
      }
    default:
      guard let key, let value = themeValue(entry, key) else { return }
      settings.changes[key.name] = value
    }
  }

  private mutating func themeValue(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> ThemeField.Value? {
    switch key.kind {
    case .color: color(entry, key).map { .color($0) }
    case .font: text(entry.node, key, limit: Self.fontLimit).map { .text($0) }
    default: number(entry, key).map { .number($0) }
    }
  }
}
