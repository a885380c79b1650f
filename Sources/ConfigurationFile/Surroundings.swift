import Freedesktop

/// What a configuration's paths, programs and desktop entries are checked against.
struct Surroundings: Sendable {
  var files: any FileAccess
  var home: String?
  var searchPath: String?
  var catalog: DesktopEntryCatalog

  /// A path that an operator wrote: absolute, below the home directory, or relative to `directory`.
  ///
  /// Nil when it begins with the home directory of somebody who has none, or of another user.
  func absolutePath(_ path: String, relativeTo directory: String) -> String? {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard path.utf8.first == UInt8(ascii: "~") else { return "\(directory)/\(path)" }
    guard path == "~" || path.hasPrefix("~/"), let home else { return nil }
    return home + path.dropFirst()
  }

  /// The file that a command's first word would start.
  func program(_ name: String) -> String? {
    ProgramSearch(files: files, searchPath: searchPath).path(of: name)
  }
}
