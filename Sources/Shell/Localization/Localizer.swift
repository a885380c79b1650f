import Configuration
import Languages

/// The launcher's texts in one language: a catalog, and English for missing texts.
package struct Localizer: Hashable, Sendable {
  private let catalog: Catalog?
  /// Whether its lines run from right to left.
  package let isRightToLeft: Bool

  /// Creates the texts of a catalog, or English without one.
  package init(_ catalog: Catalog? = nil) {
    self.catalog = catalog
    isRightToLeft = catalog.map { WritingDirection.isRightToLeft($0.language) } ?? false
  }

  /// English texts, for journals and operators.
  package static let english = Localizer()

  /// The language, as a tag.
  package var language: String { catalog?.language ?? "en" }

  /// Returns a phrase with values filled in.
  package func callAsFunction(_ phrase: Phrase, _ values: String...) -> String {
    let values = isRightToLeft ? values.map(Self.isolated) : values
    return Template.fill(catalog?.translation(of: phrase.rawValue) ?? phrase.rawValue, values)
  }

  /// Returns a phrase in the form for a number, with that number filled in.
  package func callAsFunction(_ phrase: CountedPhrase, _ count: Int) -> String {
    let english = count == 1 ? phrase.one : phrase.other
    return Template.fill(catalog?.translation(of: phrase.one, count: count) ?? english, ["\(count)"])
  }

  /// Returns text that is not a phrase, such as a path, aligned with the beginning of lines.
  func line(_ text: String) -> String {
    // The mark sets the direction of the paragraph, which would otherwise follow its first letter.
    isRightToLeft ? "\u{200F}" + Self.isolated(text) : text
  }

  /// Returns the label of a way back, with the sign that points there. The sign is mirrored among
  /// right-to-left words.
  func wayBack(to name: String) -> String {
    isRightToLeft ? "\u{200F}\u{2039} " + Self.isolated(name) : "\u{2039} " + name
  }

  /// Isolates names and paths in Latin letters, which keep their order and punctuation among right-to-left
  /// words (Unicode Standard Annex 9, first strong isolate).
  private static func isolated(_ value: String) -> String {
    let hasLatin = value.utf8.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    return hasLatin ? "\u{2068}\(value)\u{2069}" : value
  }
}
