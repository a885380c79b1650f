import Configuration
import Foundation

/// How keys have to stand in the manual page.
enum ManualPage {
  /// A section's keys as the page must list them.
  static func keys(of section: ConfigurationSection) -> String {
    let lists = ConfigurationKey.Level.allCases.map { level in
      let items = section.keys.filter { $0.level == level }.map(item).joined()
      return items.isEmpty ? "" : ".Pp\n\(level.heading):\n.Bl -tag -width Ds\n\(items).El\n"
    }
    return ".Ss \(section.header)\n\(paragraph(section.words))\n\(lists.joined())"
  }

  /// The tokens of a theme as the page must list them.
  static func tokens(of group: ThemeToken.Group) -> String {
    let items = ThemeToken.all.filter { $0.group == group }.map { item($0.key) }.joined()
    return ".Ss [tokens.\(group.rawValue)]\n.Bl -tag -width Ds\n\(items).El\n"
  }

  private static func item(_ key: ConfigurationKey) -> String {
    """
    .It Ic \(roff(key.name))
    \(paragraph(key.words))
    .br
    \(roff("\(key.kind)".prefix(1).uppercased() + "\(key.kind)".dropFirst() + "."))
    Default: \(roff(key.defaultDescription)).

    """
  }

  /// Every sentence on a line of its own, as manual pages have it.
  private static func paragraph(_ words: String) -> String {
    roff(words).replacing(". ", with: ".\n").replacing(": ", with: ":\n")
  }

  private static func roff(_ words: String) -> String {
    let escaped = words.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("~", with: "\\(ti")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
