import Configuration

extension ConfigurationDecoder {
  /// Decodes the times when tiles are visible.
  mutating func decodeTimetable(_ entry: TOMLTable.Entry) {
    guard case .table(let table) = entry.node.value else { return failType(entry.node, .scheduledTiles) }
    for tile in table.entries {
      if let times = times(tile.node, .scheduledTiles) {
        configuration.schedule.tiles[tile.key] = times
        timetablePlaces.append((tile.key, (file, tile.keyPosition)))
      }
    }
  }

  /// The expected forms of times: with all parts, and with only one.
  private static let timeForm = "weekdays, hours or both, as in \"mon-fri 08:00-18:00\""
  private static let partForms = [
    "time": "hours, as in \"08:00-18:00\"", "weekday": "weekdays, as in \"mon-fri\" or \"sat,sun\"",
  ]

  /// Decodes times of a week: one text or several. `part` names the part of a condition that contains them.
  mutating func times(
    _ node: TOMLNode, _ key: ConfigurationKey, part: String? = nil
  ) -> WeekSchedule? {
    guard let texts = texts(node, key) else { return nil }
    let form = part.flatMap { Self.partForms[$0] } ?? Self.timeForm
    let wrong = texts.filter { WeekSchedule([$0.text]) == nil }
    for (text, position) in wrong {
      fail(
        "must be \(form), not \"\(Self.excerpt(text))\"", at: position,
        key: part.map { "\(key.dottedName).\($0)" } ?? key.dottedName)
    }
    return wrong.isEmpty ? WeekSchedule(texts.map(\.text)) : nil
  }

  private mutating func texts(
    _ node: TOMLNode, _ key: ConfigurationKey
  ) -> [(text: String, position: TextPosition)]? {
    let nodes = if case .array(let nodes) = node.value { nodes } else { [node] }
    var texts: [(text: String, position: TextPosition)] = []
    for node in nodes {
      guard let text = text(node, key, limit: Self.nameLimit) else { return nil }
      texts.append((text, node.position))
    }
    return texts
  }
}

// Conditions of tiles.
extension ConfigurationDecoder {
  private static let parts = ["command", "file", "host", "time", "weekday"]

  /// The longest name of a host (RFC 1035).
  private static let hostLimit = 253

  /// Decodes a condition; nil if a part of it is invalid.
  mutating func condition(_ node: TOMLNode, _ key: ConfigurationKey) -> TileCondition? {
    guard case .table(let table) = node.value else {
      failType(node, key)
      return nil
    }
    var condition = TileCondition()
    var (hours, days): (TOMLNode?, TOMLNode?)
    for entry in table.entries {
      switch entry.key {
      case "command": add(text(entry.node, key, limit: Self.pathLimit).map { .command($0) }, to: &condition)
      case "file": add(file(entry.node, key), to: &condition)
      case "host": add(host(entry.node, key), to: &condition)
      case "time": hours = entry.node
      case "weekday": days = entry.node
      case "reason" where key == .enabledWhen: condition.reason = localizedText(entry.node, key)
      default:
        fail(
          "there is no such condition", at: entry.keyPosition, key: "\(key.dottedName).\(entry.key)",
          suggestion: Spelling.nearest(
            to: entry.key, among: Self.parts + (key == .enabledWhen ? ["reason"] : [])))
      }
    }
    condition.times = times(days: days, hours: hours, key)
    return condition.isEmpty ? nil : condition
  }

  private func add(_ fact: Fact?, to condition: inout TileCondition) {
    if let fact { condition.facts.append(fact) }
  }

  private mutating func file(_ node: TOMLNode, _ key: ConfigurationKey) -> Fact? {
    guard let text = text(node, key, limit: Self.pathLimit) else { return nil }
    guard let path = surroundings.absolutePath(text, relativeTo: directory), !text.isEmpty else {
      fail("'\(Self.excerpt(text))' is not a path", at: node.position, key: key.dottedName)
      return nil
    }
    return .file(path)
  }

  /// Decodes a host name or address, with or without a port. An IPv6 address with a port has brackets.
  private mutating func host(_ node: TOMLNode, _ key: ConfigurationKey) -> Fact? {
    guard let text = text(node, key, limit: Self.nameLimit) else { return nil }
    var (name, port): (Substring, Int?) = (text[...], TileCondition.defaultPort)
    if let colon = text.lastIndex(of: ":"), text.hasPrefix("[") || text.firstIndex(of: ":") == colon,
      text[text.index(before: text.endIndex)] != "]"
    {
      (name, port) = (text[..<colon], Int(text[text.index(after: colon)...]))
    }
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    let isPlain = name.utf8.allSatisfy { (33...126).contains($0) && $0 != UInt8(ascii: "/") }
    guard isPlain, (1...Self.hostLimit).contains(name.utf8.count), let port, (1...65_535).contains(port)
    else {
      fail(
        "must be a host's name or address with or without a port, not \"\(Self.excerpt(text))\"",
        at: node.position, key: key.dottedName)
      return nil
    }
    return .host(String(name), port: port)
  }

  private mutating func times(days: TOMLNode?, hours: TOMLNode?, _ key: ConfigurationKey) -> WeekSchedule? {
    let dayTimes = days.flatMap { times($0, key, part: "weekday") }
    let hourTimes = hours.flatMap { times($0, key, part: "time") }
    guard let days, let hours else { return dayTimes ?? hourTimes }
    guard dayTimes != nil, hourTimes != nil, let days = texts(days, key), let hours = texts(hours, key)
    else { return nil }
    let all = days.flatMap { day in hours.map { "\(day.text) \($0.text)" } }
    guard let schedule = WeekSchedule(all) else {
      fail("weekday takes only days, and time only hours", at: days[0].position, key: key.dottedName)
      return nil
    }
    return schedule
  }
}
