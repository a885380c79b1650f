import Configuration

extension ConfigurationDecoder {
  /// Reads the `[kiosk]` section.
  mutating func decodeKiosk(_ section: TOMLTable.Entry) {
    guard case .table(let table) = section.node.value else {
      return fail(
        "must be a section with the header [kiosk], not \(section.node.kind)", at: section.keyPosition,
        key: section.key)
    }
    for entry in table.entries {
      switch key(of: entry, in: .kiosk) {
      case .backTile?:
        if let hasBackTile = boolean(entry, .backTile) { configuration.kiosk.hasBackTile = hasBackTile }
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
