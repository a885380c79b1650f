import CarouselEngine
import Configuration
import Programs
import RotundaGeometry

extension ConfigurationDecoder {
  /// Returns the key of an entry. Reports an unknown one.
  mutating func key(of entry: TOMLTable.Entry, in section: ConfigurationSection) -> ConfigurationKey? {
    if let key = section.key(named: Self.spelledInOneWay(entry.key)) {
      return !locks.isEmpty && isLocked(key.dottedName, section, at: entry.keyPosition) ? nil : key
    }
    let nearest = Spelling.nearest(to: entry.key, among: section.keys.map(\.name))
    let elsewhere = ConfigurationKey.all.first { $0.name == entry.key }?.section
    let hint = nearest == nil ? elsewhere.map { ": it belongs below \($0.header)" } : nil
    let name = "\(section.rawValue).\(entry.key)"
    if isTheme {
      warn("there is no such key", at: entry.keyPosition, key: name, suggestion: nearest)
    } else {
      fail("there is no such key" + (hint ?? ""), at: entry.keyPosition, key: name, suggestion: nearest)
    }
    return nil
  }

  /// Returns the table of a section that occurs once.
  mutating func table(of section: TOMLTable.Entry, _ name: ConfigurationSection) -> TOMLTable? {
    if case .table(let table) = section.node.value { return table }
    fail(
      "must be a section with the header \(name.header), not \(section.node.kind)", at: section.keyPosition,
      key: section.key)
    return nil
  }

  /// Returns the American spelling of a key. Files can also use `colour`.
  static func spelledInOneWay(_ name: String) -> String {
    name == "colour" ? "color" : name
  }

  /// Reports a value of the wrong type.
  mutating func failType(_ node: TOMLNode, _ key: ConfigurationKey) {
    fail("must be \(key.kind), not \(node.kind)", at: node.position, key: key.dottedName)
  }

  /// Decodes a value whose kind needs no context. Returns nil for an invalid one, which it reports.
  mutating func value(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> SettingValue? {
    let node = entry.node
    return switch key.kind {
    case .boolean: boolean(entry, key).map { .boolean($0) }
    case .automatic: automatic(node, key)
    case .number, .integer, .angle, .oneOf: number(entry, key).map { .number($0) }
    case .duration: duration(entry, key).map { .number($0) }
    case .wait(let range): wait(node, key, range)
    case .memory: memory(entry, key).map { .number(Double($0)) }
    case .pair(let range), .size(let range): numbers(2, entry, key, range).map { .pair($0[0], $0[1]) }
    case .triple(let range), .turn(let range):
      numbers(3, entry, key, range).map { .triple(Vector3($0[0], $0[1], $0[2])) }
    case .area(let range): numbers(4, entry, key, range).map { .area(SIMD4($0[0], $0[1], $0[2], $0[3])) }
    case .curve: curve(entry, key).map { .curve($0) }
    case .choice: choice(entry, key).map { .word($0) }
    case .action: action(node, key).map { .word($0.word) }
    case .key: switchKey(node, key).map { .word($0) }
    case .words(let words): .texts(self.words(node, key, words))
    case .identifier, .pattern: text(node, key, limit: Self.nameLimit).map { .text($0) }
    case .name: name(node, key).map { .text($0) }
    case .names: names(node, key).map { .texts($0) }
    case .server: server(node, key).map { .text($0) }
    case .language: language(node, key).map { .text($0) }
    case .theme: themeName(node, key).map { .word($0) }
    case .font: text(node, key, limit: Self.fontLimit).map { .text($0) }
    case .text: localizedText(node, key).map { .localized($0) }
    case .color: color(node, key).map { .color($0) }
    case .gradient: gradient(entry, key).map { .colors($0) }
    case .icon: icon(node, key).map { .icon($0) }
    case .pictures: pictures(node, key).map { .icons($0) }
    case .file, .directory: pathText(node, key).map { .text($0) }
    case .command: command(node, key).map { .texts($0) }
    case .network: network(node, key)
    case .directories: directories(node, key).map { .texts($0) }
    case .times: times(node, key).map { .times($0) }
    case .scenes: scenes(node, key).map { .texts($0) }
    case .keys: .texts(keyNames(node, key))
    case .tiles, .texts, .page, .address, .environment, .timetable, .condition, .desktopEntry: nil
    }
  }

  /// Decodes one of a few words.
  mutating func choice(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> String? {
    guard case .choice(let words) = key.kind else { return nil }
    guard case .string(let word) = entry.node.value else {
      failType(entry.node, key)
      return nil
    }
    guard words.contains(word) else {
      fail(
        "must be \(key.kind), not \"\(Self.excerpt(word))\"", at: entry.node.position, key: key.dottedName,
        suggestion: Spelling.nearest(to: word, among: words))
      return nil
    }
    return word
  }

  mutating func boolean(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> Bool? {
    guard case .boolean(let truth) = entry.node.value else {
      failType(entry.node, key)
      return nil
    }
    return truth
  }

  /// Decodes a boolean, or the word "auto".
  private mutating func automatic(_ node: TOMLNode, _ key: ConfigurationKey) -> SettingValue? {
    switch node.value {
    case .boolean(let truth): return .boolean(truth)
    case .string("auto"): return .word("auto")
    case .string(let word):
      fail(
        "must be \(key.kind), not \"\(Self.excerpt(word))\"", at: node.position, key: key.dottedName,
        suggestion: Spelling.nearest(to: word, among: ["auto", "true", "false"]))
    default: failType(node, key)
    }
    return nil
  }

  /// Decodes a number within the key's range; an integer if the key requires it.
  mutating func number(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> Double? {
    switch key.kind {
    case .number(let range), .angle(let range): return number(entry.node, key, range)
    case .integer(let range):
      guard case .integer = entry.node.value else {
        failType(entry.node, key)
        return nil
      }
      return number(entry.node, key, Double(range.lowerBound)...Double(range.upperBound))
    case .oneOf(let numbers):
      guard case .integer(let integer) = entry.node.value else {
        failType(entry.node, key)
        return nil
      }
      guard let number = numbers.first(where: { $0 == integer }) else {
        fail("must be \(key.kind), not \(integer)", at: entry.node.position, key: key.dottedName)
        return nil
      }
      return Double(number)
    default: return nil
    }
  }

  /// Decodes a position or a direction within the key's range.
  mutating func pair(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> Point? {
    guard case .pair(let range) = key.kind else { return nil }
    return numbers(2, entry, key, range).map { Point($0[0], $0[1]) }
  }

  /// Decodes the easing of an animation: a name, or the two control points of a Bézier curve.
  private mutating func curve(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> AnimationCurve? {
    guard case .string(let word) = entry.node.value else {
      // The points of a curve that overshoots lie outside the unit square, but not far.
      guard let points = numbers(4, entry, key, -10...10) else { return nil }
      guard (0...1).contains(points[0]), (0...1).contains(points[2]) else {
        fail(
          "must be \(key.kind), with x1 and x2 from 0 to 1", at: entry.node.position,
          key: key.dottedName)
        return nil
      }
      return .bezier(x1: points[0], y1: points[1], x2: points[2], y2: points[3])
    }
    guard let curve = AnimationCurve(name: word) else {
      fail(
        "must be \(key.kind), not \"\(Self.excerpt(word))\"", at: entry.node.position, key: key.dottedName,
        suggestion: Spelling.nearest(to: word, among: AnimationCurve.names))
      return nil
    }
    return curve
  }

  /// Decodes a color, or the upper and the lower color of a gradient.
  private mutating func gradient(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> [Color]? {
    guard case .array(let nodes) = entry.node.value else { return color(entry.node, key).map { [$0] } }
    guard nodes.count == 2 else {
      fail(
        "must be \(key.kind), but there are \(nodes.count) values", at: entry.node.position,
        key: key.dottedName)
      return nil
    }
    let colors = nodes.compactMap { color($0, key) }
    return colors.count == 2 ? colors : nil
  }

  /// Decodes a color: a number sign and six hexadecimal digits, or eight digits with the opacity at the end.
  private mutating func color(_ node: TOMLNode, _ key: ConfigurationKey) -> Color? {
    guard case .string(let text) = node.value else {
      failType(node, key)
      return nil
    }
    let digits = text.dropFirst()
    guard text.first == "#", digits.utf8.count == 6 || digits.utf8.count == 8, !digits.hasPrefix("+"),
      !digits.hasPrefix("-"), let number = UInt32(digits, radix: 16)
    else {
      fail("must be \(key.kind), not \"\(Self.excerpt(text))\"", at: node.position, key: key.dottedName)
      return nil
    }
    guard digits.utf8.count == 8 else { return Color(hex: number) }
    return Color(hex: number >> 8).opacity(Double(number & 0xff) / 255)
  }

  private mutating func numbers(
    _ count: Int, _ entry: TOMLTable.Entry, _ key: ConfigurationKey, _ range: ClosedRange<Double>
  ) -> [Double]? {
    guard case .array(let nodes) = entry.node.value else {
      failType(entry.node, key)
      return nil
    }
    guard nodes.count == count else {
      fail(
        "must be \(key.kind), but there are \(nodes.count) values", at: entry.node.position,
        key: key.dottedName)
      return nil
    }
    var numbers: [Double] = []
    for node in nodes {
      guard let number = number(node, key, range) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Decodes a text without NUL, of at most `limit` bytes.
  mutating func text(_ node: TOMLNode, _ key: ConfigurationKey, limit: Int) -> String? {
    guard case .string(let text) = node.value else {
      failType(node, key)
      return nil
    }
    return checked(text, at: node.position, key: key.dottedName, limit: limit)
  }

  /// Returns `text`, unless it contains a NUL or is too long.
  mutating func checked(_ text: String, at position: TextPosition, key: String, limit: Int) -> String? {
    guard !text.utf8.contains(0) else {
      fail("must not contain a NUL", at: position, key: key)
      return nil
    }
    guard text.utf8.count <= limit else {
      fail("is longer than \(limit) bytes", at: position, key: key)
      return nil
    }
    return text
  }

  private mutating func number(
    _ node: TOMLNode, _ key: ConfigurationKey, _ range: ClosedRange<Double>
  ) -> Double? {
    let number: Double
    switch node.value {
    case .integer(let integer): number = Double(integer)
    case .float(let float): number = float
    default:
      failType(node, key)
      return nil
    }
    guard range.contains(number) else {
      fail("must be \(key.kind), not \(number)", at: node.position, key: key.dottedName)
      return nil
    }
    return number
  }

  /// The longest list of font families, and the longest name of a key, in bytes.
  private static let (fontLimit, keyLimit) = (256, 64)

  private mutating func switchKey(_ node: TOMLNode, _ key: ConfigurationKey) -> String? {
    guard let word = text(node, key, limit: Self.keyLimit) else { return nil }
    guard let known = ScanSwitch(word) else {
      fail(
        "must be \"select\", \"any\" or the name of one key, not '\(Self.excerpt(word))'", at: node.position,
        key: key.dottedName)
      return nil
    }
    return known.word
  }

  private mutating func language(_ node: TOMLNode, _ key: ConfigurationKey) -> String? {
    guard let text = text(node, key, limit: Self.nameLimit) else { return nil }
    guard let tag = LanguageTag(text) else {
      fail("must be \(key.kind), not \"\(Self.excerpt(text))\"", at: node.position, key: key.dottedName)
      return nil
    }
    return tag.description
  }

  /// Decodes the name of a built-in scheme or of an installed theme.
  private mutating func themeName(_ node: TOMLNode, _ key: ConfigurationKey) -> String? {
    guard let text = text(node, key, limit: Self.nameLimit) else { return nil }
    let schemes = Theme.Name.allCases.map(\.rawValue)
    if schemes.contains(text) || themeNames.contains(text) || text == ThemeDefinition.standardID {
      return text
    }
    fail(
      "there is no theme '\(Self.excerpt(text))'", at: node.position, key: key.dottedName,
      suggestion: Spelling.nearest(to: text, among: schemes + [ThemeDefinition.standardID] + themeNames))
    return nil
  }

  /// Decodes any of a few words. Reports unknown words, and skips them.
  mutating func words(_ node: TOMLNode, _ key: ConfigurationKey, _ known: [String]) -> [String] {
    guard case .array(let nodes) = node.value else {
      failType(node, key)
      return []
    }
    var words: [String] = []
    for node in nodes {
      guard case .string(let word) = node.value else {
        failType(node, key)
        continue
      }
      if known.contains(word) {
        words.append(word)
      } else {
        fail(
          "there is no '\(Self.excerpt(word))'", at: node.position, key: key.dottedName,
          suggestion: Spelling.nearest(to: word, among: known))
      }
    }
    return words
  }

  /// Decodes network access: everything, nothing, or ranges of addresses. Skips wrong ranges. If none
  /// remains, the program gets no network, because a mistake must not grant access.
  private mutating func network(_ node: TOMLNode, _ key: ConfigurationKey) -> SettingValue? {
    if case .boolean(let truth) = node.value { return .boolean(truth) }
    guard case .array(let nodes) = node.value else {
      failType(node, key)
      return .boolean(false)
    }
    var texts: [String] = []
    for node in nodes {
      guard case .string(let text) = node.value, AddressRange(text) != nil else {
        let found = if case .string(let text) = node.value { "\"\(Self.excerpt(text))\"" } else { node.kind }
        fail(
          "must be an address such as \"192.0.2.7\", or a range such as \"192.0.2.0/24\", not \(found)",
          at: node.position, key: key.dottedName)
        continue
      }
      texts.append(text)
    }
    if nodes.isEmpty { fail("is empty: write false for no network", at: node.position, key: key.dottedName) }
    return texts.isEmpty ? .boolean(false) : .texts(texts)
  }

  /// Decodes absolute paths of directories that may not exist yet.
  private mutating func directories(_ node: TOMLNode, _ key: ConfigurationKey) -> [String]? {
    guard case .array(let nodes) = node.value else {
      failType(node, key)
      return nil
    }
    return nodes.compactMap { pathText($0, key) }
  }

  /// Decodes an absolute path that may not exist yet.
  private mutating func pathText(_ node: TOMLNode, _ key: ConfigurationKey) -> String? {
    guard let text = text(node, key, limit: Self.pathLimit) else { return nil }
    guard !text.isEmpty else {
      fail("must not be empty", at: node.position, key: key.dottedName)
      return nil
    }
    return path(text, at: node.position, key)
  }

  /// Returns the beginning of a text, for a message.
  static func excerpt(_ text: String) -> String {
    let beginning = text.unicodeScalars.prefix(40).map {
      $0.properties.isWhitespace || $0.value < 32 ? " " : $0
    }
    return String(String.UnicodeScalarView(beginning)) + (text.unicodeScalars.count > 40 ? "…" : "")
  }
}

/// Numbers with a unit.
extension ConfigurationDecoder {
  /// Decodes a duration in seconds, within the key's range.
  mutating func duration(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> Double? {
    guard case .duration(let range) = key.kind else { return nil }
    guard case .string(let text) = entry.node.value else {
      failType(entry.node, key)
      return nil
    }
    guard let seconds = Quantity.seconds(text), range.contains(seconds) else {
      fail(
        "must be \(key.kind), not \"\(Self.excerpt(text))\"", at: entry.node.position, key: key.dottedName)
      return nil
    }
    return seconds
  }

  /// Decodes an amount of memory in bytes, within the key's range.
  mutating func memory(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> UInt64? {
    guard case .memory(let range) = key.kind else { return nil }
    var amount: UInt64?
    switch entry.node.value {
    case .integer(let integer): amount = UInt64(exactly: integer)
    case .string(let text): amount = Quantity.bytes(text)
    default:
      failType(entry.node, key)
      return nil
    }
    guard let amount, range.contains(amount) else {
      fail("must be \(key.kind)", at: entry.node.position, key: key.dottedName)
      return nil
    }
    return amount
  }

  /// Decodes a duration, or "never".
  mutating func wait(
    _ node: TOMLNode, _ key: ConfigurationKey, _ range: ClosedRange<Double>
  ) -> SettingValue? {
    guard case .string(let text) = node.value else {
      failType(node, key)
      return nil
    }
    guard text != "never" else { return .nothing }
    guard let seconds = Quantity.seconds(text), range.contains(seconds) else {
      fail("must be \(key.kind), not \"\(Self.excerpt(text))\"", at: node.position, key: key.dottedName)
      return nil
    }
    return .number(seconds)
  }
}
