import Configuration

extension ConfigurationDecoder {
  /// Reads the `[kiosk]` section.
  mutating func decodeKiosk(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .kiosk) else { return }
    var contact = LocalizedDraft()
    for entry in table.entries {
      if let tag = languageTag(of: entry, .contact) {
        decode(entry, .contact, tag: tag, into: &contact)
        continue
      }
      switch key(of: entry, in: .kiosk) {
      case .backTile?:
        if let hasBackTile = boolean(entry, .backTile) { configuration.kiosk.hasBackTile = hasBackTile }
      case .contact?: decode(entry.node, .contact, into: &contact)
      case .speech?:
        if let isSpoken = boolean(entry, .speech) { configuration.kiosk.isSpoken = isSpoken }
      case .sounds?:
        if let hasSounds = boolean(entry, .sounds) { configuration.kiosk.hasSounds = hasSounds }
      case let key?: decodeKioskProgram(entry, key)
      case nil: break
      }
    }
    configuration.kiosk.contact = text(of: contact, .contact) ?? configuration.kiosk.contact
  }
}
