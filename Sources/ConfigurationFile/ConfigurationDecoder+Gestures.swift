import Configuration
import Gestures

extension ConfigurationDecoder {
  /// Reads the `[gestures]` section.
  mutating func decodeGestures(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .gestures) else { return }
    for entry in table.entries { decodeGesture(entry) }
  }

  private mutating func decodeGesture(_ entry: TOMLTable.Entry) {
    guard let key = key(of: entry, in: .gestures) else { return }
    if let trigger = GestureTrigger.all.first(where: { $0.name == key.name }) {
      guard let action = action(entry.node, key) else { return }
      bind(trigger, to: action, at: entry.node.position)
    } else if let field = Thresholds.fields.first(where: { $0.name == key.name }) {
      if let value = number(entry, key) { configuration.gestures.set(field, to: value) }
    } else {
      decodeRecognition(entry, key)
    }
  }

  private mutating func decodeRecognition(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) {
    switch key {
    case .axisPolicy:
      guard let name = choice(entry, key).flatMap(GestureSettings.AxisPolicyName.init) else { return }
      configuration.gestures.axisPolicy = name
    case .coneAngle:
      if let angle = number(entry, key) { configuration.gestures.coneAngle = angle }
    case .velocityEstimator:
      guard let name = choice(entry, key).flatMap(GestureSettings.VelocityEstimator.init) else { return }
      configuration.gestures.velocityEstimator = name
    case .resampling:
      if let resampling = boolean(entry, key) { configuration.gestures.resampling = resampling }
    case .globalTouch:
      switch automatic(entry, key) {
      case .automatic: configuration.gestures.globalTouch = .automatic
      case .truth(let isOn): configuration.gestures.globalTouch = isOn ? .always : .never
      case nil: break
      }
    default: break
    }
  }

  /// A word that stands for an action.
  mutating func action(_ node: TOMLNode, _ key: ConfigurationKey) -> ShellAction? {
    guard case .string(let word) = node.value else {
      failType(node, key)
      return nil
    }
    guard let action = ShellAction(word) else {
      fail(
        "must be \(key.kind), not \"\(Self.excerpt(word))\"", at: node.position, key: key.dottedName,
        suggestion: Spelling.nearest(to: word, among: ShellAction.plain.map(\.word)))
      return nil
    }
    if case .power = action { powerPlaces.append(((file, node.position), action)) }
    if action == .lock { pinUses.append((file, node.position)) }
    return action
  }
}
