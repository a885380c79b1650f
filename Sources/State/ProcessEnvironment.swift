import Configuration
import FileSystem
import Freedesktop
import Glibc
import Languages
import Logging
import Shell

private nonisolated let log = Log("languages")

/// The environment with which the launcher was started.
package nonisolated struct ProcessEnvironment: Sendable {
  package let variables: [String: String]

  package init(variables: [String: String]) {
    self.variables = variables
  }

  /// The environment of this process, without variables that are not UTF-8.
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

  /// The session's languages in order of preference, as gettext(3) finds them: `LANGUAGE` if a locale is set,
  /// then the locale of messages.
  package var languages: [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    guard let locale, locale != "C", locale != "POSIX" else { return [] }
    let list = (variables["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    // A C locale with another encoding than ASCII, which has no language.
    return locale.hasPrefix("C.") ? list : list + [locale]
  }

  /// The parent directory for programs' temporary directories: in memory if possible, which is also empty
  /// after a reset of the machine.
  package var visitsDirectory: String {
    for (name, below) in [("XDG_RUNTIME_DIR", ""), ("XDG_CACHE_HOME", ""), ("HOME", "/.cache")] {
      if let directory = variables[name], directory.hasPrefix("/") {
        return directory + below + "/rotunda/visits"
      }
    }
    return "/tmp/rotunda-\(getuid())/visits"
  }

  package var searchPath: String? { variables["PATH"] }

  /// The absolute path of the socket of the service that starts programs as another user; nil if there is
  /// none.
  package var programsSocket: String? {
    variables["ROTUNDA_PROGRAMS"].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The name of the machine's first seat in logind.
  package static let firstSeat = "seat0"

  /// The launcher's seat.
  package var seat: String {
    let seat = variables["XDG_SEAT"] ?? ""
    let isName = seat.utf8.count <= 255 && seat.hasPrefix("seat") && !seat.contains("/")
    return isName ? seat : Self.firstSeat
  }
}

// MARK: Directories

nonisolated extension ProcessEnvironment {
  /// The directory for saved state: from the service manager, otherwise in the user's home (XDG Base
  /// Directory).
  package var stateDirectory: String? {
    if let made = variables["STATE_DIRECTORY"]?.split(separator: ":").first, made.hasPrefix("/") {
      return String(made)
    }
    if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/rotunda" }
    return variables["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/state/rotunda" : nil }
  }

  /// The service manager's directory for files that last as long as the service; nil without one.
  package var runtimeDirectory: String? {
    variables["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init).flatMap {
      $0.hasPrefix("/") ? $0 : nil
    }
  }

  /// The cache directory for pictures from the network: from the service manager, otherwise by the XDG Base
  /// Directory specification. Nil without a home.
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

/// The launcher's texts in other languages than English, from installed catalogs.
nonisolated extension ProcessEnvironment {
  /// The file name of the catalogs.
  private static let domain = "rotunda"

  /// Returns the kiosk's languages in order of preference: the visitor's choice, the configuration's, the
  /// session's.
  package func languages(of configuration: KioskConfiguration, language: String? = nil) -> [String] {
    [language, configuration.kiosk.language].compactMap(\.self) + languages
  }

  /// Returns the texts in the first available of `languages`. English needs no catalog, and ends the search.
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

  /// Returns the texts in each language of a configuration's tiles for which a catalog exists.
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

  /// The directories of installed catalogs. gettext(1) supports `TEXTDOMAINDIR` too.
  private var catalogDirectories: [String] {
    if let directory = variables["TEXTDOMAINDIR"], directory.hasPrefix("/") { return [directory] }
    return DataDirectories(environment: variables).paths.map { $0 + "/locale" }
  }
}

nonisolated extension LanguageTag {
  /// The name of a language's directory in gettext: `pt_BR`, `zh_TW`, and with a script as a modifier
  /// `sr@latin`.
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
