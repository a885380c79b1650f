import Configuration
import Foundation

/// The format of keys in the manual page.
enum ManualPage {
  /// The keys of a level: a subsection for each section of the file that has such keys.
  static func keys(of level: ConfigurationKey.Level) -> String {
    ConfigurationSection.allCases.map { keys(of: $0, level) }.joined()
  }

  /// A section's keys of a level. The section's description precedes its first keys.
  static func keys(of section: ConfigurationSection, _ level: ConfigurationKey.Level) -> String {
    let keys = section.keys.filter { $0.level == level }
    guard !keys.isEmpty else { return "" }
    let isFirst = level == .basic || section.keys.allSatisfy { $0.level == .expert }
    let words = isFirst ? paragraph(section.words) + "\n" : ""
    return ".Ss \(section.header)\n\(words).Bl -tag -width Ds\n\(keys.map(item).joined()).El\n"
  }

  /// The tokens of a theme group.
  static func tokens(of group: ThemeToken.Group) -> String {
    let items = ThemeToken.all.filter { $0.group == group }.map { item($0.key) }.joined()
    return ".Ss [tokens.\(group.rawValue)]\n.Bl -tag -width Ds\n\(items).El\n"
  }

  static func actions() -> String {
    let items = ActionReference.entries.map { ".It Ic \(roff($0.word))\n\(paragraph($0.meaning))\n" }.joined()
    return ".Bl -tag -width Ds\n\(items).El\n"
  }

  private static func item(_ key: ConfigurationKey) -> String {
    // The list of actions has its own section.
    let kind = key.kind == .action ? "Action, see ACTIONS" : sentence("\(key.kind)")
    return """
      .It Ic \(roff(key.name))
      \(paragraph(key.words))
      .br
      \(roff(kind)); default: \(roff(key.defaultDescription)).

      """
  }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Puts every sentence on its own line, as manual pages do.
  private static func paragraph(_ words: String) -> String {
    roff(words).replacing(". ", with: ".\n")
  }

  private static func roff(_ words: String) -> String {
    let escaped = words.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("~", with: "\\(ti")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
