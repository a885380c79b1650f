/// Finds programs as `execvp` would.
public struct ProgramSearch: Sendable {
  /// What `execvp` looks through when `PATH` is not set, in glibc.
  public static let defaultSearchPath = "/bin:/usr/bin"

  private let files: any FileAccess
  private let directories: [Substring]

  /// A search through the directories of `searchPath`, the value of `PATH`.
  public init(files: any FileAccess, searchPath: String?) {
    self.files = files
    directories = (searchPath ?? Self.defaultSearchPath).split(separator: ":")
  }

  /// The file of a program: a path as it is, a name from the search path. Nil when nothing there can be executed.
  public func path(of program: String) -> String? {
    guard !program.isEmpty, !program.utf8.contains(0) else { return nil }
    if program.contains("/") { return isExecutable(program) ? program : nil }
    return directories.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(program)" }.first(where: isExecutable)
  }

  private func isExecutable(_ path: String) -> Bool {
    files.kind(of: path) == .file(isExecutable: true)
  }
}
