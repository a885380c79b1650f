import Configuration

/// What is on a tile's face beside its name and icon.
extension ConfigurationDecoder {
  /// Reads one of the keys that say how a tile's face looks.
  mutating func decodeLook(
    _ entry: TOMLTable.Entry, _ key: ConfigurationKey, into draft: inout TileDraft
  ) {
    switch key {
    case .size: if let size = size(entry, .size) { draft.look.extent = .size(size) }
    case .aspect:
      if let aspect = number(entry, .aspect) { draft.look.extent = draft.look.extent ?? .aspect(aspect) }
    case .picture: draft.look.picture = icon(entry.node, .picture)
    case .pictureFit:
      if let fit = choice(entry, .pictureFit).flatMap(TileLook.PictureFit.init) { draft.look.fit = fit }
    case .tileColor: if let colors = gradient(entry, .tileColor) { draft.look.colors = colors }
    case .description: draft.look.description = localizedText(entry.node, .description)
    case .badge: draft.look.badge = localizedText(entry.node, .badge)
    default: break
    }
  }
}
