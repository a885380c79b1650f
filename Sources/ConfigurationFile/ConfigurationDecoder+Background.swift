import Configuration
import Freedesktop

extension ConfigurationDecoder {
  /// The most pictures of a slideshow.
  private static let slideLimit = 1000

  /// Reads the `[background]` section.
  mutating func decodeBackground(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .background) else { return }
    var settings = configuration.background
    for entry in table.entries { decode(entry, into: &settings) }
    configuration.background = settings
  }

  private mutating func decode(_ entry: TOMLTable.Entry, into settings: inout BackgroundSettings) {
    switch key(of: entry, in: .background) {
    case .backgroundColor?:
      if let colors = gradient(entry, .backgroundColor) { settings.colors = colors }
    case .backgroundPicture?:
      if let picture = icon(entry.node, .backgroundPicture) { settings.pictures = [picture] }
    case .slideshow?: if let slides = slides(entry.node) { settings.pictures = slides }
    case .slideInterval?:
      if let interval = number(entry, .slideInterval) { settings.interval = interval }
    case .slideFade?: if let fade = number(entry, .slideFade) { settings.fade = fade }
    case .backgroundDimming?:
      if let dimming = number(entry, .backgroundDimming) { settings.dimming = dimming }
    default: break
    }
  }

  /// The pictures in a directory.
  private mutating func slides(_ node: TOMLNode) -> [IconReference]? {
    let key = ConfigurationKey.slideshow
    guard let text = text(node, key, limit: Self.pathLimit), let path = path(text, at: node.position, key)
    else { return nil }
    let names = surroundings.files.names(in: path).filter { name in
      !name.hasPrefix(".") && Self.isPicture(name)
    }
    guard !names.isEmpty else {
      warn("there are no pictures in '\(path)'", at: node.position, key: key.dottedName)
      return nil
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.prefix(Self.slideLimit)
      .map { .path("\(path)/\($0)") }
  }

  /// Reads the `[header]` section.
  mutating func decodeHeader(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .header) else { return }
    var settings = configuration.header
    for entry in table.entries { decode(entry, into: &settings) }
    configuration.header = settings
  }

  private mutating func decode(_ entry: TOMLTable.Entry, into settings: inout HeaderSettings) {
    switch key(of: entry, in: .header) {
    case .headerTitle?: settings.title = localizedText(entry.node, .headerTitle) ?? settings.title
    case .headerLogo?: if let logo = icon(entry.node, .headerLogo) { settings.logo = logo }
    case .headerClock?:
      if let clock = choice(entry, .headerClock).flatMap(HeaderSettings.Clock.init) { settings.clock = clock }
    case .headerDate?:
      if let date = choice(entry, .headerDate).flatMap(HeaderSettings.Date.init) { settings.date = date }
    case .indicator?:
      if let kind = choice(entry, .indicator).flatMap(HeaderSettings.Indicator.init) {
        settings.indicator = kind
      }
    case .shelfNames?: if let isShown = boolean(entry, .shelfNames) { settings.showsShelfNames = isShown }
    case .openingNote?: if let isShown = boolean(entry, .openingNote) { settings.showsOpening = isShown }
    default: break
    }
  }
}
