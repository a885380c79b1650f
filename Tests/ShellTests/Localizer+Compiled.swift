import CompiledCatalogs
import Languages

@testable import Shell

extension Localizer {
  /// What `po` says in a language; nil where there is no such language.
  static func compiled(_ language: String) throws -> Localizer? {
    try Catalog.compiled(language).map { Localizer($0) }
  }
}
