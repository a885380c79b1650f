import Configuration
import Gestures

extension ConfigurationDecoder {
  /// Reads the `[gestures]` section.
  mutating func decodeGestures(_ section: TOMLTable.Entry) {
    guard case .table(let table) = section.node.value else {
      return fail(
        "must be a section with the header [gestures], not \(section.node.kind)", at: section.keyPosition,
        key: section.key)
    }
    for entry in table.entries { decodeGesture(entry) }
  }

  private mutating func decodeGesture(_ entry: TOMLTable.Entry) {
    guard let key = key(of: entry, in: .gestures) else { return }
    if key == .resampling, let resampling = boolean(entry, key) {
      configuration.gestures.resampling = resampling
    }
    if let trigger = GestureTrigger.all.first(where: { $0.name == key.name }) {
      guard let action = action(entry, key) else { return }
      bind(trigger, to: action, at: entry.node.position)
    }
  }

  /// A word that stands for an action.
  private mutating func action(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> ShellAction? {
    guard case .string(let word) = entry.node.value else {
      failType(entry.node, key)
      return nil
    }
    guard let action = ShellAction(word) else {
      fail(
        "must be \(key.kind), not \"\(Self.excerpt(word))\"", at: entry.node.position, key: key.dottedName,
        suggestion: Spelling.nearest(to: word, among: ShellAction.plain.map(\.word)))
      return nil
    }
    return action
  }
}
