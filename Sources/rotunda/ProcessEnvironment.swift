import Glibc
import Supervision

/// The variables that the launcher was started with.
struct ProcessEnvironment {
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

  var searchPath: String? { variables["PATH"] }
}
