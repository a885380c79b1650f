import Configuration
import FileSystem
import Freedesktop
import Languages
import Logging
import Shell

private nonisolated let log = Log("languages")

/// The launcher's words in other languages than English, from the catalogues that are installed.
nonisolated extension ProcessEnvironment {
  /// What catalogues are called.
  private static let domain = "rotunda"

  /// The languages of a kiosk, the best first: the one that a visitor chose, the configuration's, the session's.
  func languages(of configuration: KioskConfiguration, language: String? = nil) -> [String] {
    [language, configuration.kiosk.language].compactMap(\.self) + languages
  }

  /// The words for who reads `languages`, best first. English needs no catalogue, and ends the search.
  func words(for languages: [String]) -> Words {
    for language in languages {
      var tag = LanguageTag(language)
      while let candidate = tag {
        if candidate.subtags[0] == "en" { return .english }
        if let catalogue = catalogue(candidate) { return Words(catalogue) }
        tag = candidate.parent
      }
    }
    return .english
  }

  private func catalogue(_ tag: LanguageTag) -> Catalogue? {
    for directory in catalogueDirectories {
      let path = "\(directory)/\(tag.localeName)/LC_MESSAGES/\(Self.domain).mo"
      guard let bytes = SystemFiles().contents(of: path, limit: Catalogue.largest) else { continue }
      do throws(CatalogueError) {
        return try Catalogue(language: tag.description, bytes: bytes)
      } catch {
        log.warning("\(path): \(error)")
      }
    }
    return nil
  }

  /// Where catalogues are installed. `TEXTDOMAINDIR` is what gettext(1) understands too.
  private var catalogueDirectories: [String] {
    if let directory = variables["TEXTDOMAINDIR"], directory.hasPrefix("/") { return [directory] }
    return DataDirectories(environment: variables).paths.map { $0 + "/locale" }
  }
}

nonisolated extension LanguageTag {
  /// How gettext calls a language's directory: `pt_BR`, `zh_TW`, and scripts as modifiers, `sr@latin`.
  fileprivate var localeName: String {
    let scripts = ["latn": "@latin", "cyrl": "@cyrillic", "deva": "@devanagari"]
    var (name, modifier) = (subtags[0], "")
    for subtag in subtags.dropFirst() {
      if let script = scripts[subtag] {
        modifier = script
      } else if subtag.utf8.count == 2 || subtag.utf8.count == 3 {
        name += "_" + subtag.uppercased()
      }
    }
    return name + modifier
  }
}
