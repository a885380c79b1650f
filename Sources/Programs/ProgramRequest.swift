/// A request to start a tile's program.
package struct ProgramRequest: Hashable, Sendable {
  /// The command to execute.
  package var command: Command
  /// The tile's identifier, for unit names and the journal.
  package var tile: String
  /// The tile's name for people.
  package var title: String
  /// The program's resources and permissions.
  package var limits: ProgramLimits
  package var opensWindow = true
  /// Whether the program is kept from everything that visitors must not reach. False for the launcher's own
  /// programs.
  package var isProtected = true
  /// Whether its command has a temporary profile of its own, like a browser.
  package let hasProfile: Bool
  /// Absolute paths of directories that were created for the program, in which it can write.
  package var ownDirectories: [String] = []
  /// The path of its display's socket, if its unit shows it that under another name; otherwise nil.
  package var displaySocket: String?

  /// A request from its parts.
  package init(
    _ command: Command, tile: String = "", title: String = "", limits: ProgramLimits = ProgramLimits()
  ) {
    self.command = command
    hasProfile = command.privateDirectory != nil
    self.tile = tile
    self.title = title
    self.limits = limits
  }
}

/// A command to execute: a list of words for exec, never for a shell.
package struct Command: Hashable, Sendable {
  /// The program and its arguments. The program is looked up in `PATH` if it contains no slash.
  package var arguments: [String]
  /// Variables for the program, in addition to the launcher's own.
  package var environment: [String: String]
  /// The working directory; nil for the launcher's own.
  package var workingDirectory: String?
  /// A temporary directory that is wiped when the program ends; nil for none.
  package var privateDirectory: PrivateDirectory?

  /// Whether the command is useless without a network connection.
  package var needsNetwork = false

  /// The likely names of its windows, besides the program's name: `app_id`s, or classes on X11.
  package var windowNames: [String] = []

  /// The tile's command that the request executes.
  package var origin = CommandOrigin.tap

  /// The position of the placeholder for a scanned code; nil for none.
  package var codePlace: CodePlace?

  /// Creates a command from its words.
  package init(_ arguments: [String], environment: [String: String] = [:], workingDirectory: String? = nil) {
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
  }
}

/// Identifies one of a tile's commands for a service that reads the configuration itself.
package enum CommandOrigin: Hashable, Sendable {
  /// The command for a tap.
  case tap
  /// The command that switches a toggle off.
  case off
  /// The command that sets a control to this value.
  case value(Double)
  /// The command for a tap, with a scanned code instead of the placeholder.
  case code(ScannedCode)
  /// A command of the launcher itself, which belongs to no tile.
  case launcher
}

/// A directory for one program while it runs. It is wiped afterward.
package struct PrivateDirectory: Hashable, Sendable {
  /// The placeholder for its path in the command's words and variables.
  package static let mark = "{profile}"

  /// The initial files, by relative path. A path that ends with a slash is a directory.
  package var files: [String: String]

  /// Creates a directory description with these files.
  package init(files: [String: String] = [:]) {
    self.files = files
  }

  /// Returns the variables that place a program's home, and the directories in it, at `directory` (XDG Base
  /// Directory).
  package static func homeVariables(_ directory: String) -> [String: String] {
    [
      "HOME": directory, "XDG_CONFIG_HOME": "\(directory)/.config", "XDG_CACHE_HOME": "\(directory)/.cache",
      "XDG_DATA_HOME": "\(directory)/.local/share", "XDG_STATE_HOME": "\(directory)/.local/state",
    ]
  }
}

/// The reason why a program could not start.
package enum StartFailure: Error, Hashable, Sendable {
  /// The program does not exist, in `PATH` or at the given path.
  case notFound
  /// The file exists, but is not executable.
  case notExecutable
  /// The working directory is missing or not accessible.
  case workingDirectory(String)
  /// The program needs the network, and this machine is offline.
  case noNetwork
  /// The kernel refused for another reason; `text` is that of `strerror`.
  case refused(errno: Int32, text: String)
}

/// The way in which a program ended.
package enum ExitReason: Hashable, Sendable {
  /// It exited with a status; 0 means success.
  case exited(status: Int32)
  /// A signal ended it.
  case signaled(signal: Int32, coreDumped: Bool)
  /// The kernel killed it, because it exceeded its memory limit or memory ran out.
  case outOfMemory
  /// A SIGKILL that the launcher did not send ended it. While it ran, the kernel killed some process because
  /// memory was short: perhaps this one.
  case perhapsOutOfMemory
}

/// An event of a program after its start was requested.
package enum ProgramEvent: Hashable, Sendable {
  /// It did not start. No events follow.
  case startFailed(StartFailure)
  /// It runs, but without the requested limits, for the given reason.
  case unlimited(String)
  /// It ended. Its leftover processes are ended too.
  case ended(ExitReason)
}
