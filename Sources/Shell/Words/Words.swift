import Languages

/// What the launcher says in one language: a catalogue, and English where that has no words.
public struct Words: Hashable, Sendable {
  private let catalogue: Catalogue?

  /// The words of a catalogue; without one, English.
  public init(_ catalogue: Catalogue? = nil) {
    self.catalogue = catalogue
  }

  /// What journals and whoever reads them are told.
  public static let english = Words()

  /// A phrase with what is filled in.
  public func callAsFunction(_ phrase: Phrase, _ values: String...) -> String {
    Template.fill(catalogue?.translation(of: phrase.rawValue) ?? phrase.rawValue, values)
  }

  /// A phrase in the form for a number, with that number filled in.
  public func callAsFunction(_ phrase: CountedPhrase, _ count: Int) -> String {
    let english = count == 1 ? phrase.one : phrase.other
    return Template.fill(catalogue?.translation(of: phrase.one, count: count) ?? english, ["\(count)"])
  }
}
