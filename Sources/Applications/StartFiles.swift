import Programs

/// The files that a start needs: its directory, its program and what runs that.
///
/// They may be on a file system that does not answer, and a start holds up its thread until they have. So they are looked at on
/// another one first; what is wrong with them is for the start to find.
public nonisolated struct StartFiles: Sendable {
  private let command: Command
  private let searchPath: [String]

  /// Those of a command.
  @MainActor public init(of command: Command) {
    self.command = command
    searchPath = ProgramEnvironment(for: command).searchPath
  }

  /// Looks at them, for as long as their disks take.
  public func look() {
    try? Spawn.checkDirectory(command.workingDirectory)
    _ = (try? Executable(command, searchPath: searchPath))?.isComplete
  }
}
