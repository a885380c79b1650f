/// A program that a tile wants started.
public struct ProgramRequest: Hashable, Sendable {
  /// What to execute.
  public var command: Command
  /// The tile's identifier, for names and journals.
  public var tile: String
  /// The tile's name, for people.
  public var title: String
  /// What it may have of the machine.
  public var limits: ProgramLimits
  /// Whether it will have windows.
  public var opensWindow = true

  /// A request from its parts.
  public init(
    _ command: Command, tile: String = "", title: String = "", limits: ProgramLimits = ProgramLimits()
  ) {
    self.command = command
    self.tile = tile
    self.title = title
    self.limits = limits
  }
}

/// What to execute: words for the kernel, never for a shell.
public struct Command: Hashable, Sendable {
  /// The program and its arguments. The first is looked up in `PATH` when it holds no slash.
  public var arguments: [String]
  /// Variables set for the program on top of the launcher's own.
  public var environment: [String: String]
  /// Where it starts; nil for the launcher's own directory.
  public var workingDirectory: String?
  /// A directory of its own that is wiped when it ends; nil for none.
  public var privateDirectory: PrivateDirectory?

  /// What its windows are likely to call themselves beside its program's name: `app_id`s, classes on X11.
  public var windowNames: [String] = []

  /// A command from its argv.
  public init(_ arguments: [String], environment: [String: String] = [:], workingDirectory: String? = nil) {
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
  }
}

/// A directory that a program has for itself while it runs, and that nothing is left of afterwards.
public struct PrivateDirectory: Hashable, Sendable {
  /// What stands for its path in the words and variables of the command.
  public static let mark = "{profile}"

  /// What is in it at first, by paths relative to it; one that ends with a slash is a directory.
  public var files: [String: String]

  /// A directory with these files.
  public init(files: [String: String] = [:]) {
    self.files = files
  }
}

/// What a program may have of the machine.
public struct ProgramLimits: Hashable, Sendable {
  /// Bytes of memory for all its processes together; nil for as much as there is.
  public var memory: UInt64?
  /// Time of processors per time, 1 being one processor all the time; nil for as much as there is.
  public var processors: Double?
  /// Whether it can reach other machines, and this one over the network.
  public var hasNetwork = true
  /// Whether it can only read what is in its user's home directory.
  public var homeIsReadOnly = false

  /// Everything the machine has.
  public init() {}

  /// Whether nothing is limited.
  public var isEmpty: Bool { self == ProgramLimits() }

  /// Whether something is kept from it that it must not get, rather than only shared out.
  public var isProtection: Bool { !hasNetwork || homeIsReadOnly }
}

/// Why a program could not be started.
public enum StartFailure: Error, Hashable, Sendable {
  /// No such program, in `PATH` or at the path given.
  case notFound
  /// There is such a file, but it may not be executed.
  case notExecutable
  /// The directory to start in is missing or may not be entered.
  case workingDirectory(String)
  /// The kernel refused for another reason, in the words of `strerror`.
  case refused(errno: Int32, text: String)
}

/// How a program ended.
public enum ExitReason: Hashable, Sendable {
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
