/// Reads variables from the texts of units and of environment files.
package enum ServiceVariables {
  private static let unitKey = "Environment="

  /// Returns the last value of a variable in a unit or an environment file; nil if the text does not set it.
  package static func value(of name: String, in text: String) -> String? {
    let assignments = text.split(whereSeparator: \.isNewline).flatMap(assignments)
    return assignments.last { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// Returns the assignments of a line. A unit can set several variables in one line. An environment file
  /// sets one, whose value may contain blanks.
  private static func assignments(in line: Substring) -> [String] {
    let line = line.trimmingPrefix(while: \.isWhitespace)
    if line.hasPrefix("#") || line.hasPrefix(";") { return [] }
    guard line.hasPrefix(unitKey) else {
      let rest = line.reversed().drop(while: \.isWhitespace)
      return [words(in: String(rest.reversed()), splits: false).joined()]
    }
    return words(in: String(line.dropFirst(unitKey.count)), splits: true)
  }

  /// Removes quotation marks, and splits at the blanks between them if requested.
  private static func words(in text: String, splits: Bool) -> [String] {
    var (words, quote) = ([""], Character?.none)
    for character in text {
      switch character {
      case quote: quote = nil
      case "\"" where quote == nil, "'" where quote == nil: quote = character
      case _ where splits && quote == nil && character.isWhitespace: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words
  }
}
