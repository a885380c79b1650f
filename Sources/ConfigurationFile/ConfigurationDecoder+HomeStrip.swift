import Configuration
import Gestures

extension ConfigurationDecoder {
  /// Reads the `[home-strip]` section.
  mutating func decodeHomeStrip(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .homeStrip) else { return }
    var settings = configuration.homeStrip
    for entry in table.entries { decode(entry, into: &settings) }
    configuration.homeStrip = settings
  }

  private mutating func decode(_ entry: TOMLTable.Entry, into settings: inout HomeStripSettings) {
    switch key(of: entry, in: .homeStrip) {
    case .stripEnabled?:
      switch automatic(entry, .stripEnabled) {
      case .automatic?: settings.presence = .automatic
      case .truth(true)?: settings.presence = .always
      case .truth(false)?: settings.presence = .never
      case nil: break
      }
    case .stripEdge?:
      if let word = choice(entry, .stripEdge), let edge = Edge.allCases.first(where: { $0.word == word }) {
        settings.edge = edge
      }
    case .stripThickness?:
      if let thickness = number(entry, .stripThickness) { settings.thickness = thickness }
    case .stripHandle?:
      if let handle = boolean(entry, .stripHandle) { settings.showsHandle = handle }
    default: break
    }
  }
}
