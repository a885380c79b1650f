/// All keys as a configuration file that explains itself: what `rotunda config keys` prints and the example begins with.
///
/// Keys whose default is a value stand at it. The others, and the tiles, are commented out, for there is nothing to
/// write for them.
public enum ConfigurationReference {
  /// The longest line, in characters.
  static let width = 78

  /// The whole reference, ending with a line feed.
  public static var text: String {
    ConfigurationSection.allCases.map(lines).joined(separator: [""]).joined(separator: "\n") + "\n"
  }

  private static func lines(of section: ConfigurationSection) -> [String] {
    let mark = section.isList ? "#" : ""
    return comment(section.words) + [mark + section.header]
      + section.keys.flatMap { [""] + lines(of: $0, in: section) }
  }

  private static func lines(of key: ConfigurationKey, in section: ConfigurationSection) -> [String] {
    let isDefault = !section.isList && key.defaultValue != nil
    let value = isDefault ? key.defaultValue ?? "" : key.example
    return comment(key.words) + comment("\(key.kind.sentence). Default: \(key.defaultDescription).")
      + ["\(isDefault ? "" : "#")\(key.name) = \(value)"]
  }

  /// A paragraph as comment lines.
  private static func comment(_ words: String) -> [String] {
    wrap(words, width: width - 2).map { "# \($0)" }
  }

  /// Lines of at most `width` characters, except for words that are longer.
  static func wrap(_ words: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + [line]
  }
}

extension ConfigurationKey.Kind {
  /// The type and the range with a capital letter, except where that would change a value.
  var sentence: String {
    self == .boolean ? description : description.prefix(1).uppercased() + description.dropFirst()
  }
}
