import Configuration

extension ConfigurationDecoder {
  /// Reads the `[kiosk]` section.
  mutating func decodeKiosk(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .kiosk) else { return }
    for entry in table.entries {
      switch key(of: entry, in: .kiosk) {
      case .backTile?:
        if let hasBackTile = boolean(entry, .backTile) { configuration.kiosk.hasBackTile = hasBackTile }
      case .contact?:
        configuration.kiosk.contact = localizedText(entry.node, .contact) ?? configuration.kiosk.contact
      case .speech?:
        if let isSpoken = boolean(entry, .speech) { configuration.kiosk.isSpoken = isSpoken }
      case .sounds?:
        if let hasSounds = boolean(entry, .sounds) { configuration.kiosk.hasSounds = hasSounds }
      case let key?: decodeKioskProgram(entry, key)
      case nil: break
      }
    }
  }
}
