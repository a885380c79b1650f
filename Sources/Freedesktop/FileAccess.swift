/// The file system operations for desktop entries and icons. Paths are absolute.
package protocol FileAccess: Sendable {
  /// Returns the kind of the file at `path` and follows links; nil if it is not accessible.
  func kind(of path: String) -> FileKind?
  /// Returns the bytes of a regular file; nil if it does not exist, is unreadable, or has more than `limit`
  /// bytes.
  func contents(of path: String, limit: Int) -> [UInt8]?
  /// Returns the names in a directory, without `.` and `..`, in any order; empty if it is unreadable.
  func names(in directory: String) -> [String]
}

/// The kind of a file.
package enum FileKind: Hashable, Sendable {
  /// A regular file. `isExecutable` is true if this process may execute it.
  case file(isExecutable: Bool)
  case directory
  /// A device, a socket or a pipe.
  case other

  package var isFile: Bool { if case .file = self { true } else { false } }
}

/// The directories of applications and icons (XDG Base Directory Specification 0.8).
package struct DataDirectories: Hashable, Sendable {
  /// The directories, the user's own first. Absolute, without a trailing slash.
  package var paths: [String]
  /// The user's home directory, which may contain `.icons`.
  package var home: String?

  /// Uses the given directories.
  package init(paths: [String], home: String? = nil) {
    self.paths = paths
    self.home = home
  }

  /// Uses `HOME`, `XDG_DATA_HOME` and `XDG_DATA_DIRS`, with the specification's defaults. Ignores relative
  /// paths.
  ///
  /// A service, which has a `CONFIGURATION_DIRECTORY`, ignores home directories. Files that visitors save
  /// there must not become a tile's program.
  package init(environment: [String: String]) {
    let isService = environment["CONFIGURATION_DIRECTORY"]?.isEmpty == false
    let environment = isService ? environment.filter { !Self.usersOwn.contains($0.key) } : environment
    let home = Self.absolute(environment["HOME"])
    let own = Self.absolute(environment["XDG_DATA_HOME"]) ?? home.map { "\($0)/.local/share" }
    let listed =
      environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    var seen: Set<String> = []
    paths = ([own] + listed.split(separator: ":").map { Self.absolute(String($0)) })
      .compactMap(\.self).filter { seen.insert($0).inserted }
    self.home = home
  }

  private static let usersOwn: Set<String> = ["HOME", "XDG_DATA_HOME"]

  private static func absolute(_ path: String?) -> String? {
    guard var path, path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// Finds programs like `execvp`.
package struct ProgramSearch: Sendable {
  /// The directories that glibc's `execvp` searches if `PATH` is not set.
  package static let defaultSearchPath = "/bin:/usr/bin"

  private let files: any FileAccess
  private let directories: [Substring]

  /// Searches the directories of `searchPath`, the value of `PATH`.
  package init(files: any FileAccess, searchPath: String?) {
    self.files = files
    directories = (searchPath ?? Self.defaultSearchPath).split(separator: ":")
  }

  /// Returns the file of a program: a path as it is, or a name from the search path. Returns nil if it is not
  /// executable.
  package func path(of program: String) -> String? {
    guard !program.isEmpty, !program.utf8.contains(0) else { return nil }
    if program.contains("/") { return isExecutable(program) ? program : nil }
    return directories.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(program)" }.first(where: isExecutable)
  }

  private func isExecutable(_ path: String) -> Bool {
    files.kind(of: path) == .file(isExecutable: true)
  }
}
