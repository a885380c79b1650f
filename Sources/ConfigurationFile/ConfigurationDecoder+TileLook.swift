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
    case .description: decode(entry.node, .description, into: &draft.description)
    case .badge: decodeBadge(entry.node, into: &draft)
    default: break
    }
  }

  /// A number stands for its digits.
  private mutating func decodeBadge(_ node: TOMLNode, into draft: inout TileDraft) {
    guard case .integer(let number) = node.value else { return decode(node, .badge, into: &draft.badge) }
    decode(TOMLNode(value: .string("\(number)"), position: node.position), .badge, into: &draft.badge)
  }

  /// The face, with the texts that were found for it.
  mutating func look(of draft: TileDraft) -> TileLook {
    var look = draft.look
    look.badge = text(of: draft.badge, .badge)
    look.description = text(of: draft.description, .description)
    return look
  }
}
