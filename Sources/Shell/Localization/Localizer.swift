import Configuration
import Languages

/// What the launcher says in one language: a catalog, and English where that has no words.
package struct Localizer: Hashable, Sendable {
  private let catalog: Catalog?
  /// Whether its lines run from right to left.
  package let isRightToLeft: Bool

  /// The words of a catalog; without one, English.
  package init(_ catalog: Catalog? = nil) {
    self.catalog = catalog
    isRightToLeft = catalog.map { WritingDirection.isRightToLeft($0.language) } ?? false
  }

  /// The texts of journals, for operators.
  package static let english = Localizer()

  /// The language, as a tag.
  package var language: String { catalog?.language ?? "en" }

  /// A phrase with what is filled in.
  package func callAsFunction(_ phrase: Phrase, _ values: String...) -> String {
    let values = isRightToLeft ? values.map(Self.isolated) : values
    return Template.fill(catalog?.translation(of: phrase.rawValue) ?? phrase.rawValue, values)
  }

  /// A phrase in the form for a number, with that number filled in.
  package func callAsFunction(_ phrase: CountedPhrase, _ count: Int) -> String {
    let english = count == 1 ? phrase.one : phrase.other
    return Template.fill(catalog?.translation(of: phrase.one, count: count) ?? english, ["\(count)"])
  }

  /// A line that is no phrase, such as a path, at the side where lines begin.
  func line(_ text: String) -> String {
    // The mark says in which direction the paragraph runs: otherwise its first letter would.
    isRightToLeft ? "\u{200F}" + Self.isolated(text) : text
  }

  /// The way back to something, with the sign that points there. The sign is drawn the other way round among
  /// words that run from right to left.
  func wayBack(to name: String) -> String {
    isRightToLeft ? "\u{200F}\u{2039} " + Self.isolated(name) : "\u{2039} " + name
  }

  /// Names and paths in Latin letters keep their order, signs at their ends included, among words that run
  /// the other way (Unicode Standard Annex 9, first strong isolate).
  private static func isolated(_ value: String) -> String {
    let hasLatin = value.utf8.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    return hasLatin ? "\u{2068}\(value)\u{2069}" : value
  }
}
