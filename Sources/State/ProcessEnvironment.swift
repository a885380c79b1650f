import Configuration
import FileSystem
import Freedesktop
import Glibc
import Languages
import Logging
import Shell

private nonisolated let log = Log("languages")

/// The variables that the launcher was started with.
package nonisolated struct ProcessEnvironment: Sendable {
  package let variables: [String: String]

  package init(variables: [String: String]) {
    self.variables = variables
  }

  /// Those of this process. What is not UTF-8 is left out.
  package static var current: ProcessEnvironment {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      entry += 1
      guard let text = String(validatingCString: text), let equals = text.firstIndex(of: "=") else {
        continue
      }
      variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    return ProcessEnvironment(variables: variables)
  }

  /// The visitor's languages, the best first, as gettext(3) finds them: `LANGUAGE` when a locale is set, then
  /// the locale of messages.
  package var languages: [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    guard let locale, locale != "C", locale != "POSIX" else { return [] }
    let list = (variables["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    // The locale of no language, in another encoding than ASCII.
    return locale.hasPrefix("C.") ? list : list + [locale]
  }

  /// Where programs have directories that are wiped when they end: in memory where there is such a place,
  /// which then is empty after a reset of the machine too.
  package var visitsDirectory: String {
    for (name, below) in [("XDG_RUNTIME_DIR", ""), ("XDG_CACHE_HOME", ""), ("HOME", "/.cache")] {
      if let directory = variables[name], directory.hasPrefix("/") {
        return directory + below + "/rotunda/visits"
      }
    }
    return "/tmp/rotunda-\(getuid())/visits"
  }

  package var searchPath: String? { variables["PATH"] }

  /// The absolute path of the socket at which a service starts programs as another user; nil where there is
  /// none.
  package var programsSocket: String? {
    variables["ROTUNDA_PROGRAMS"].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The machine's first seat, as logind calls it.
  package static let firstSeat = "seat0"

  /// The seat that the launcher is on.
  package var seat: String {
    let seat = variables["XDG_SEAT"] ?? ""
    let isName = seat.utf8.count <= 255 && seat.hasPrefix("seat") && !seat.contains("/")
    return isName ? seat : Self.firstSeat
  }
}

// MARK: Directories

nonisolated extension ProcessEnvironment {
  /// Where the launcher may keep something: what the service manager made for it, else the user's (XDG Base
  /// Directory).
  package var stateDirectory: String? {
    if let made = variables["STATE_DIRECTORY"]?.split(separator: ":").first, made.hasPrefix("/") {
      return String(made)
    }
    if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/rotunda" }
    return variables["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/state/rotunda" : nil }
  }

  /// What the service manager made for what lasts as long as the service; nil without one.
  package var runtimeDirectory: String? {
    variables["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init).flatMap {
      $0.hasPrefix("/") ? $0 : nil
    }
  }

  /// Where pictures from the network are kept: what the service manager made for it, else as the XDG base
  /// directory specification has it; nil where there is no home.
  package var pictureCache: String? {
    if let made = variables["CACHE_DIRECTORY"]?.split(separator: ":").first, made.hasPrefix("/") {
      return "\(made)/rotunda/pictures"
    }
    let home = variables["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.cache" : nil }
    let wish = variables["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (wish ?? home).map { "\($0)/rotunda/pictures" }
  }
}

// MARK: Languages

/// The launcher's texts in other languages than English, from the catalogs that are installed.
nonisolated extension ProcessEnvironment {
  /// What catalogs are called.
  private static let domain = "rotunda"

  /// The languages of a kiosk, the best first: the one that a visitor chose, the configuration's, the
  /// session's.
  package func languages(of configuration: KioskConfiguration, language: String? = nil) -> [String] {
    [language, configuration.kiosk.language].compactMap(\.self) + languages
  }

  /// The texts for readers of `languages`, best first. English needs no catalog, and ends the search.
  package func words(for languages: [String]) -> Localizer {
    for language in languages {
      var tag = LanguageTag(language)
      while let candidate = tag {
        if candidate.subtags[0] == "en" { return .english }
        if let catalog = catalog(candidate) { return Localizer(catalog) }
        tag = candidate.parent
      }
    }
    return .english
  }

  /// The texts in every language in which a configuration's tiles are, as far as there are catalogs.
  package func readers(of configuration: KioskConfiguration) -> [Localizer] {
    configuration.languages.compactMap { tag in
      let words = words(for: [tag])
      return LanguageTag(tag)?.subtags.first == LanguageTag(words.language)?.subtags.first ? words : nil
    }
  }

  private func catalog(_ tag: LanguageTag) -> Catalog? {
    for directory in catalogDirectories {
      let path = "\(directory)/\(tag.localeName)/LC_MESSAGES/\(Self.domain).mo"
      guard let bytes = SystemFiles().contents(of: path, limit: Catalog.largest) else { continue }
      do throws(CatalogError) {
        return try Catalog(language: tag.description, bytes: bytes)
      } catch {
        log.warning("\(path): \(error)")
      }
    }
    return nil
  }

  /// Where catalogs are installed. `TEXTDOMAINDIR` is what gettext(1) understands too.
  private var catalogDirectories: [String] {
    if let directory = variables["TEXTDOMAINDIR"], directory.hasPrefix("/") { return [directory] }
    return DataDirectories(environment: variables).paths.map { $0 + "/locale" }
  }
}

nonisolated extension LanguageTag {
  /// What gettext calls a language's directory: `pt_BR`, `zh_TW`, and scripts as modifiers, `sr@latin`.
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
