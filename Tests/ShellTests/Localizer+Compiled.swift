import CompiledCatalogs
import Languages

@testable import Shell

extension Localizer {
  /// Returns the phrases of a language from `po`; nil if the language is unknown.
  static func compiled(_ language: String) throws -> Localizer? {
    try Catalog.compiled(language).map { Localizer($0) }
  }
}
