import Configuration

extension ConfigurationDecoder {
  /// Reads the `[artwork]` section.
  mutating func decodeArtwork(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .artwork) else { return }
    for entry in table.entries {
      switch key(of: entry, in: .artwork) {
      case .textureMemory?:
        if let memory = number(entry, .textureMemory) { configuration.artwork.textureMemory = Int(memory) }
      default: break
      }
    }
  }
}
