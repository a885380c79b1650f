import Configuration

/// What operators can ask for, and what is counted.
extension ConfigurationDecoder {
  /// Reads the `[control]` section.
  mutating func decodeControl(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .control) else { return }
    for entry in table.entries {
      switch key(of: entry, in: .control) {
      case .controlBus?:
        if let bus = choice(entry, .controlBus).flatMap(ControlSettings.Bus.init) {
          configuration.control.bus = bus
        }
      case .controlAllow?: configuration.control.allowed = verbs(entry)
      default: break
      }
    }
  }

  /// What may be asked for. What is no such word is reported and allows nothing.
  private mutating func verbs(_ entry: TOMLTable.Entry) -> Set<ControlVerb> {
    guard case .array(let nodes) = entry.node.value else {
      failType(entry.node, .controlAllow)
      return []
    }
    return Set(nodes.compactMap { verb($0) })
  }

  private mutating func verb(_ node: TOMLNode) -> ControlVerb? {
    guard case .string(let word) = node.value else {
      failType(node, .controlAllow)
      return nil
    }
    guard let verb = ControlVerb(rawValue: word) else {
      fail(
        "there is no '\(Self.excerpt(word))'", at: node.position,
        key: ConfigurationKey.controlAllow.dottedName,
        suggestion: Spelling.nearest(to: word, among: ControlVerb.allCases.map(\.rawValue)))
      return nil
    }
    return verb
  }

  /// Reads the `[metrics]` section.
  mutating func decodeMetrics(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .metrics) else { return }
    for entry in table.entries { decodeMetric(entry) }
  }

  private mutating func decodeMetric(_ entry: TOMLTable.Entry) {
    switch key(of: entry, in: .metrics) {
    case .metricsEnabled?:
      if let isEnabled = boolean(entry, .metricsEnabled) { configuration.metrics.isEnabled = isEnabled }
    case .metricsDirectory?:
      if let path = metricsPath(entry.node) { configuration.metrics.directory = path }
    case .metricsSessionGap?:
      if let gap = duration(entry, .metricsSessionGap) { configuration.metrics.sessionGap = gap }
    default: break
    }
  }

  /// It need not be there yet.
  private mutating func metricsPath(_ node: TOMLNode) -> String? {
    guard let text = text(node, .metricsDirectory, limit: Self.pathLimit) else { return nil }
    guard !text.isEmpty else {
      fail("must not be empty", at: node.position, key: ConfigurationKey.metricsDirectory.dottedName)
      return nil
    }
    return path(text, at: node.position, .metricsDirectory)
  }
}
