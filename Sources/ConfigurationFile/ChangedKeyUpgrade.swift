import CarouselEngine
import Configuration

/// Gives keys of Rotunda 0.1 their present names and values, in place.
struct ChangedKeyUpgrade {
  private struct Spot {
    let table: ScannedTable
    let entry: ScannedTable.Entry
    let key: ChangedKey
    /// The number of the shelf that the key belongs to; 0 for keys of all shelves.
    let shelf: Int
  }

  private let bytes: [UInt8]
  private let tables: [ScannedTable]
  /// The layouts of carousels, by shelf number.
  private var layouts: [Int: LayoutKind] = [:]

  /// - Parameters:
  ///   - bytes: a file's content.
  ///   - layout: the carousel's layout if the file names none.
  init(_ bytes: [UInt8], layout: String?) {
    var scanner = UpgradeScanner(bytes, isWanted: ChangedKey.mayBe)
    scanner.scan()
    (self.bytes, tables) = (bytes, scanner.tables)
    layouts[0] = layout.flatMap(LayoutKind.init) ?? CarouselSettings().layout
    for table in tables {
      for entry in table.entries {
        let path = table.path(of: entry)
        guard path.last == ConfigurationKey.layout.name, Self.isCarousel(path.dropLast()) else { continue }
        let word = String(decoding: bytes[entry.value].dropFirst().dropLast(), as: UTF8.self)
        layouts[Self.shelf(of: table, path)] = LayoutKind(rawValue: word)
      }
    }
  }

  private static func isCarousel(_ path: ArraySlice<String>) -> Bool {
    [["carousel"], ["shelf"], ["shelf", "carousel"]].contains(Array(path))
  }

  private static func shelf(of table: ScannedTable, _ path: [String]) -> Int {
    path.first == ConfigurationSection.shelf.rawValue ? table.shelf : 0
  }

  var steps: [UpgradeStep] {
    tables.flatMap { table in
      table.entries.compactMap { entry in
        let path = table.path(of: entry)
        return ChangedKey.at(path).flatMap {
          step(Spot(table: table, entry: entry, key: $0, shelf: Self.shelf(of: table, path)))
        }
      }
    }
  }

  private func step(_ spot: Spot) -> UpgradeStep? {
    switch spot.key.today {
    case .below: return nil
    case .named(let name): return step(spot, [(name, bytes[spot.entry.value])], "is called \(name) now")
    case .text:
      guard let seconds = number(spot), seconds >= 0, seconds < 1e9 else { return nil }
      let edit = UpgradeEdit(
        range: spot.entry.value, replacement: Array("\"\(Quantity.text(seconds: seconds))\"".utf8),
        origin: spot.entry.value.lowerBound)
      return UpgradeStep(
        key: Self.dottedName(spot), place: spot.entry.start, reason: "a time is a text with a unit",
        line: .edited(spot.entry.start..<spot.entry.value.upperBound), edits: [edit])
    case .scaled(let name, let factor, let unit):
      guard let number = number(spot) else { return nil }
      return step(spot, [(name, Self.text(number * factor))], "is called \(name) now, and 1 is \(unit)")
    case .prefixed(let name, let prefix):
      let text = bytes[spot.entry.value]
      // Three quotes begin a multi-line text, which cannot be an identifier.
      guard let quote = text.first, Self.quotes.contains(quote), text.dropFirst().first != quote else {
        return nil
      }
      let value = [quote] + prefix.utf8 + text.dropFirst()
      return step(spot, [(name, value[...])], "is called \(name) now")
    case .unless(let other, let name):
      guard isThere(other, beside: spot) else {
        return step(spot, [(name, bytes[spot.entry.value])], "is called \(name) now")
      }
      return removal(of: spot, because: other)
    case .words(let name, let words):
      guard let word = words[String(decoding: bytes[spot.entry.value], as: UTF8.self)] else { return nil }
      return step(spot, [(name, Array(word.utf8)[...])], "is called \(name) now")
    case .byLayout(let names): return step(spot, byLayout: names)
    }
  }

  /// The bytes that can begin a text.
  private static let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]

  /// Returns a step that removes a key which has no effect beside another one.
  private func removal(of spot: Spot, because other: String) -> UpgradeStep? {
    let entries = spot.table.entries
    guard let index = entries.firstIndex(where: { $0.start == spot.entry.start }) else { return nil }
    let lastKept = entries.indices.last { $0 != index } ?? 0
    return UpgradeStep(
      key: Self.dottedName(spot), place: spot.entry.start, reason: "has no effect beside \(other)",
      line: .text(Array("take it away".utf8)), edits: [spot.table.removal(of: index, lastKept: lastKept)])
  }

  private func step(_ spot: Spot, byLayout names: [ChangedKey.LayoutName]) -> UpgradeStep? {
    let layouts = layouts(for: spot)
    var meant = names.filter { !$0.layouts.isDisjoint(with: layouts) }
    if meant.isEmpty { meant = names.suffix(1) }
    var values: [(String, ArraySlice<UInt8>)] = []
    for name in meant {
      if name.isOfScreen {
        guard let number = number(spot) else { return nil }
        values.append((name.name, Self.text(number * Self.tilesOnScreen)))
      } else {
        values.append((name.name, bytes[spot.entry.value]))
      }
    }
    let unit = meant.contains(where: \.isOfScreen) ? ", and is in tile sizes" : ""
    return step(spot, values, "is called \(meant.map(\.name).joined(separator: " and ")) now\(unit)")
  }

  /// The number of tiles of the usual size across a 16:9 screen. A file does not know the actual screen.
  private static let tilesOnScreen = 16.0 / 9 / (0.56 * 0.8)

  /// Returns the layouts of the carousels that a key belongs to.
  private func layouts(for spot: Spot) -> Set<LayoutKind> {
    let common = layouts[0] ?? CarouselSettings().layout
    guard spot.shelf == 0 else { return [layouts[spot.shelf] ?? common] }
    return Set(layouts.values).union([common])
  }

  /// Returns a step that replaces a key with one or more others; nil if one of those already exists.
  private func step(
    _ spot: Spot, _ values: [(name: String, value: ArraySlice<UInt8>)], _ reason: String
  ) -> UpgradeStep? {
    guard let last = spot.entry.parts.last, let first = values.first,
      !values.contains(where: { isThere($0.name, beside: spot) })
    else { return nil }
    let name = UpgradeEdit(
      range: last.range, replacement: Array(first.name.utf8), origin: last.range.lowerBound)
    let value = UpgradeEdit(
      range: spot.entry.value, replacement: Array(first.value), origin: spot.entry.value.lowerBound)
    let own = first.value.elementsEqual(bytes[spot.entry.value]) ? [name] : [name, value]
    let others = values.dropFirst().map { other in
      let end = spot.entry.value.upperBound
      let start = spot.entry.lines?.lowerBound ?? spot.entry.start
      let separator = spot.entry.lines == nil ? Array(", ".utf8) : lineEnd
      let indent = bytes[start..<(last.range.lowerBound - (last.quote == nil ? 0 : 1))]
      return UpgradeEdit(
        range: end..<end, replacement: separator + indent + Array("\(other.name) = ".utf8) + other.value,
        origin: spot.entry.start)
    }
    return UpgradeStep(
      key: Self.dottedName(spot), place: spot.entry.start, reason: reason,
      line: .edited(spot.entry.start..<spot.entry.value.upperBound), edits: own + others)
  }

  private var lineEnd: [UInt8] { Self.lineEnd(in: bytes) }

  /// Returns the line ending of a text.
  static func lineEnd(in bytes: [UInt8]) -> [UInt8] {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end > 0, bytes[end - 1] == UInt8(ascii: "\r")
    else { return [UInt8(ascii: "\n")] }
    return Array("\r\n".utf8)
  }

  private func isThere(_ name: String, beside spot: Spot) -> Bool {
    let path = Array(spot.table.path(of: spot.entry).dropLast()) + [name]
    return tables.contains { table in
      table.shelf == spot.table.shelf && table.entries.contains { table.path(of: $0) == path }
    }
  }

  private static func dottedName(_ spot: Spot) -> String { "\(spot.key.section.rawValue).\(spot.key.name)" }

  /// Returns the value of an entry as a number; nil if it is not a finite number.
  private func number(_ spot: Spot) -> Double? {
    let digits = bytes[spot.entry.value].filter { $0 != UInt8(ascii: "_") }
    return Double(String(decoding: digits, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func text(_ number: Double) -> ArraySlice<UInt8> {
    Array(SettingValue.number((number * 1000).rounded() / 1000).text.utf8)[...]
  }
}
