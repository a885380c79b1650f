import Glibc
import Supervision

/// The variables that the launcher was started with.
nonisolated struct ProcessEnvironment: Sendable {
  let variables: [String: String]

  /// Those of this process. What is not UTF-8 is left out.
  static var current: ProcessEnvironment {
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

  /// The visitor's languages, the best first, as gettext(3) finds them: `LANGUAGE` when a locale is set, then the
  /// locale of messages.
  var languages: [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    guard let locale, locale != "C", locale != "POSIX" else { return [] }
    let list = (variables["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    return list + [locale]
  }

  /// The compositor that a session starts when its command line names none.
  var compositor: String {
    let name = variables["ROTUNDA_COMPOSITOR"] ?? ""
    return name.isEmpty ? SessionCompositor.standard.rawValue : name
  }

  /// Where programs have directories that are wiped when they end: in memory where there is such a place, which then is
  /// empty after a reset of the machine too.
  var visitsDirectory: String {
    for (name, below) in [("XDG_RUNTIME_DIR", ""), ("XDG_CACHE_HOME", ""), ("HOME", "/.cache")] {
      if let directory = variables[name], directory.hasPrefix("/") {
        return directory + below + "/rotunda/visits"
      }
    }
    return "/tmp/rotunda-\(getuid())/visits"
  }

  var searchPath: String? { variables["PATH"] }

  /// The machine's first seat, as logind calls it.
  static let firstSeat = "seat0"

  /// The seat that the launcher is on.
  var seat: String {
    let seat = variables["XDG_SEAT"] ?? ""
    let isName = seat.utf8.count <= 255 && seat.hasPrefix("seat") && !seat.contains("/")
    return isName ? seat : Self.firstSeat
  }
}
