import Configuration

/// What is on a tile's face beside its name and icon.
extension ConfigurationDecoder {
  /// Reads a key of a tile that says how its face looks; false when it is another one.
  mutating func decodeLook(_ entry: TOMLTable.Entry, into draft: inout TileDraft) -> Bool {
    switch Self.spelledInOneWay(entry.key) {
    case ConfigurationKey.picture.name: draft.look.picture = icon(entry.node, .picture)
    case ConfigurationKey.pictureFit.name:
      if let fit = choice(entry, .pictureFit).flatMap(TileLook.PictureFit.init) { draft.look.fit = fit }
    case ConfigurationKey.tileColor.name:
      if let colors = gradient(entry, .tileColor) { draft.look.colors = colors }
    case ConfigurationKey.description.name: decode(entry.node, .description, into: &draft.description)
    case ConfigurationKey.badge.name: decodeBadge(entry.node, into: &draft)
    default: return false
    }
    return true
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
