import Configuration

extension ConfigurationDecoder {
  /// Reads the `[artwork]` section.
  mutating func decodeArtwork(_ section: TOMLTable.Entry) {
    guard case .table(let table) = section.node.value else {
      return fail(
        "must be a section with the header [artwork], not \(section.node.kind)", at: section.keyPosition,
        key: section.key)
    }
    for entry in table.entries {
      switch key(of: entry, in: .artwork) {
      case .textureMemory?:
        if let memory = number(entry, .textureMemory) { configuration.artwork.textureMemory = Int(memory) }
      default: break
      }
    }
  }
}
