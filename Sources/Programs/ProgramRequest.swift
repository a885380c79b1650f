/// A program that a tile wants started.
package struct ProgramRequest: Hashable, Sendable {
  /// What to execute.
  package var command: Command
  /// The tile's identifier, for names and journals.
  package var tile: String
  /// The tile's name, for people.
  package var title: String
  /// What it may have of the machine.
  package var limits: ProgramLimits
  package var opensWindow = true

  /// A request from its parts.
  package init(
    _ command: Command, tile: String = "", title: String = "", limits: ProgramLimits = ProgramLimits()
  ) {
    self.command = command
    self.tile = tile
    self.title = title
    self.limits = limits
  }
}

/// What to execute: words for the kernel, never for a shell.
package struct Command: Hashable, Sendable {
  /// The program and its arguments. The first is looked up in `PATH` when it holds no slash.
  package var arguments: [String]
  /// Variables set for the program on top of the launcher's own.
  package var environment: [String: String]
  /// Where it starts; nil for the launcher's own directory.
  package var workingDirectory: String?
  /// A directory of its own that is wiped when it ends; nil for none.
  package var privateDirectory: PrivateDirectory?

  /// Whether it is of no use without another machine.
  package var needsNetwork = false

  /// What its windows are likely to call themselves beside its program's name: `app_id`s, classes on X11.
  package var windowNames: [String] = []

  /// A command from its argv.
  package init(_ arguments: [String], environment: [String: String] = [:], workingDirectory: String? = nil) {
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
  }
}

/// A directory that a program has for itself while it runs, and that nothing is left of afterwards.
package struct PrivateDirectory: Hashable, Sendable {
  /// What stands for its path in the words and variables of the command.
  package static let mark = "{profile}"

  /// What is in it at first, by paths relative to it; one that ends with a slash is a directory.
  package var files: [String: String]

  /// A directory with these files.
  package init(files: [String: String] = [:]) {
    self.files = files
  }
}

/// What a program may have of the machine.
package struct ProgramLimits: Hashable, Sendable {
  /// Bytes of memory for all its processes together; nil for as much as there is.
  package var memory: UInt64?
  /// Time of processors per time, 1 being one processor all the time; nil for as much as there is.
  package var processors: Double?
  /// Whether it can reach other machines, and this one over the network.
  package var hasNetwork = true
  /// Whether it can only read what is in its user's home directory.
  package var homeIsReadOnly = false

  /// Everything the machine has.
  package init() {}

  /// Whether nothing is limited.
  package var isEmpty: Bool { self == ProgramLimits() }

  /// Whether something is kept from it that it must not get, rather than only shared out.
  package var isProtection: Bool { !hasNetwork || homeIsReadOnly }
}

/// Why a program could not be started.
package enum StartFailure: Error, Hashable, Sendable {
  /// No such program, in `PATH` or at the path given.
  case notFound
  /// There is such a file, but it may not be executed.
  case notExecutable
  /// The directory to start in is missing or may not be entered.
  case workingDirectory(String)
  /// It needs the network, and this machine has none.
  case noNetwork
  /// The kernel refused for another reason, in the words of `strerror`.
  case refused(errno: Int32, text: String)
}

/// How a program ended.
package enum ExitReason: Hashable, Sendable {
  /// It ended by itself with a status, 0 for success.
  case exited(status: Int32)
  /// A signal ended it.
  case signaled(signal: Int32, coreDumped: Bool)
  /// The kernel ended it, because it needed more memory than it may have or than there was.
  case outOfMemory
  /// A SIGKILL ended it that was not the launcher's, and while it ran the kernel ended something because memory was short:
  /// perhaps this, perhaps another.
  case perhapsOutOfMemory
}
