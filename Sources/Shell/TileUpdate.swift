import Configuration
import Scene

/// Contents of a tile that replace the configured ones: texts, a picture and progress from a file, a command
/// or an operator's call.
///
/// The launcher does not trust them: texts have limited lengths and no control characters, and pictures come
/// from one directory only.
package struct TileUpdate: Hashable, Sendable {
  /// A part of a tile that can change.
  package enum Field: String, CaseIterable, Hashable, Sendable {
    case name, description, meta, kicker, badge, picture, progress

    /// The most characters.
    var limit: Int {
      switch self {
      case .badge: 8
      case .progress: 16
      case .name, .meta, .kicker: 120
      case .description: 400
      case .picture: 1024
      }
    }
  }

  private var fields: [Field: String] = [:]

  var isEmpty: Bool { fields.isEmpty }

  /// Parses lines of `key = value`. Values may have quotes. Ignores other lines and unknown keys.
  package init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let key = Self.trimmed(line[..<equals])
      guard let field = Field(rawValue: String(key)) else { continue }
      set(field, Self.unquoted(Self.trimmed(line[line.index(after: equals)...])))
    }
  }

  /// Takes the values of a call.
  package init(_ words: [String: String]) {
    for (key, value) in words { if let field = Field(rawValue: key) { set(field, value) } }
  }

  /// Returns the error in a call's values; nil for none.
  static func fault(of words: [String: String]) -> String? {
    let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
    if let key = words.keys.sorted().first(where: { Field(rawValue: $0) == nil }) {
      return "a tile has \(known), but no '\(key.prefix(40))'"
    }
    if let progress = words[Field.progress.rawValue], !progress.isEmpty, Self.progress(progress) == nil {
      return "progress is a number from 0 to 1, or from 0% to 100%"
    }
    return nil
  }

  private mutating func set(_ field: Field, _ value: String) {
    if field == .progress, !value.isEmpty, Self.progress(value) == nil { return }
    let line = Notice.readable(value)?.split(separator: "\n").joined(separator: " ") ?? ""
    fields[field] = String(line.prefix(field.limit))
  }

  /// Returns a number from 0 to 1 or a percentage as a share; nil for other texts.
  private static func progress(_ text: String) -> Double? {
    let isPercentage = text.hasSuffix("%")
    guard let number = Double(trimmed(isPercentage ? text.dropLast() : text[...])) else { return nil }
    let part = isPercentage ? number / 100 : number
    return (0...1).contains(part) ? part : nil
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  private static func unquoted(_ text: Substring) -> String {
    for quote in ["\"", "'"] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      return String(text.dropFirst().dropLast())
    }
    return String(text)
  }

  /// Applies the contents to a tile. An empty text removes the configured one, except for the name.
  func apply(to tile: inout LauncherTile) {
    guard !isEmpty else { return }
    if let name = fields[.name], !name.isEmpty { tile.name = name }
    var appearance = tile.appearance
    appearance.detail = fields[.description] ?? appearance.detail
    appearance.meta = fields[.meta] ?? appearance.meta
    appearance.kicker = fields[.kicker] ?? appearance.kicker
    appearance.badge = fields[.badge] ?? appearance.badge
    if let progress = fields[.progress] { appearance.progress = Self.progress(progress) }
    if let picture = fields[.picture] { show(picture, on: &appearance) }
    tile.appearance = appearance
  }

  private func show(_ picture: String, on appearance: inout TileAppearance) {
    guard !picture.isEmpty else { return appearance.photograph = nil }
    guard let directory = appearance.live.pictures, let path = Self.path(picture, in: directory) else {
      return
    }
    appearance.photograph = TileFace.Photograph(
      .path(path), covers: appearance.photograph?.covers ?? true, focus: appearance.focus)
  }

  /// Returns the path of a picture; nil if it is outside the directory.
  private static func path(_ picture: String, in directory: String) -> String? {
    let root = directory.hasSuffix("/") ? directory : directory + "/"
    let path = picture.hasPrefix("/") ? picture : root + picture
    guard path.hasPrefix(root), !path.dropFirst(root.count).isEmpty else { return nil }
    let steps = path.dropFirst(root.count).split(separator: "/", omittingEmptySubsequences: false)
    return steps.contains { $0.isEmpty || $0 == "." || $0 == ".." } ? nil : path
  }
}
