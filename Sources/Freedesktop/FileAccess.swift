/// What looking up desktop entries and icons needs of a file system. Paths are absolute.
package protocol FileAccess: Sendable {
  /// What there is at `path`, links followed; nil when there is nothing that can be reached.
  func kind(of path: String) -> FileKind?
  /// The bytes of a regular file; nil when there is none, it cannot be read, or it has more than `limit`
  /// bytes.
  func contents(of path: String, limit: Int) -> [UInt8]?
  /// The names in a directory, without `.` and `..`, in no order; empty when it cannot be listed.
  func names(in directory: String) -> [String]
}

/// What a path leads to.
package enum FileKind: Hashable, Sendable {
  /// A regular file, and whether this process may execute it.
  case file(isExecutable: Bool)
  case directory
  /// A device, a socket, a pipe.
  case other

  package var isFile: Bool { if case .file = self { true } else { false } }
}

/// Where applications and icons are installed (XDG Base Directory Specification 0.8).
package struct DataDirectories: Hashable, Sendable {
  /// The directories, the user's own first. Absolute, without a slash at the end.
  package var paths: [String]
  /// The user's home, where `.icons` may lie.
  package var home: String?

  /// Given directories.
  package init(paths: [String], home: String? = nil) {
    self.paths = paths
    self.home = home
  }

  /// What `HOME`, `XDG_DATA_HOME` and `XDG_DATA_DIRS` say, with the specification's defaults. Relative paths
  /// are ignored.
  ///
  /// A service, which has a `CONFIGURATION_DIRECTORY`, looks at no user's home: what its visitors save there
  /// must not become a tile's program.
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

/// Finds programs as `execvp` would.
package struct ProgramSearch: Sendable {
  /// What `execvp` looks through when `PATH` is not set, in glibc.
  package static let defaultSearchPath = "/bin:/usr/bin"

  private let files: any FileAccess
  private let directories: [Substring]

  /// A search through the directories of `searchPath`, the value of `PATH`.
  package init(files: any FileAccess, searchPath: String?) {
    self.files = files
    directories = (searchPath ?? Self.defaultSearchPath).split(separator: ":")
  }

  /// The file of a program: a path as it is, a name from the search path. Nil when nothing there can be
  /// executed.
  package func path(of program: String) -> String? {
    guard !program.isEmpty, !program.utf8.contains(0) else { return nil }
    if program.contains("/") { return isExecutable(program) ? program : nil }
    return directories.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(program)" }.first(where: isExecutable)
  }

  private func isExecutable(_ path: String) -> Bool {
    files.kind(of: path) == .file(isExecutable: true)
  }
}
