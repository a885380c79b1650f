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
  /// Whether it is kept from what a visitor must not reach; not so what is the launcher's own.
  package var isProtected = true
  /// Whether its command has a profile of its own, as browsers have, which is gone when it ends.
  package let hasProfile: Bool
  /// Directories that were made for it, absolute, in which it can write.
  package var ownDirectories: [String] = []

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

  /// Which of its tile's commands it is.
  package var origin = CommandOrigin.tap

  /// Where a scanned code goes; nil for a command that has no place for one.
  package var codePlace: CodePlace?

  /// A command from its argv.
  package init(_ arguments: [String], environment: [String: String] = [:], workingDirectory: String? = nil) {
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
  }
}

/// By which a service that reads the configuration itself finds a tile's command.
package enum CommandOrigin: Hashable, Sendable {
  /// What a tap starts.
  case tap
  /// What switches a toggle off.
  case off
  /// What sets a control to this value.
  case value(Double)
  /// What a tap would start, with a scanned code in its place.
  case code(ScannedCode)
  /// No tile's: the launcher's own.
  case launcher
}

/// A directory that a program has for itself while it runs, and that nothing is left of afterward.
package struct PrivateDirectory: Hashable, Sendable {
  /// What stands for its path in the words and variables of the command.
  package static let mark = "{profile}"

  /// What is in it at first, by paths relative to it; one that ends with a slash is a directory.
  package var files: [String: String]

  /// A directory with these files.
  package init(files: [String: String] = [:]) {
    self.files = files
  }

  /// Variables by which a program finds its home, and what belongs there, below `directory` (XDG Base
  /// Directory).
  package static func homeVariables(_ directory: String) -> [String: String] {
    [
      "HOME": directory, "XDG_CONFIG_HOME": "\(directory)/.config", "XDG_CACHE_HOME": "\(directory)/.cache",
      "XDG_DATA_HOME": "\(directory)/.local/share", "XDG_STATE_HOME": "\(directory)/.local/state",
    ]
  }
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
  /// A SIGKILL ended it that was not the launcher's, and while it ran the kernel ended something because
  /// memory was short: perhaps this, perhaps another.
  case perhapsOutOfMemory
}

/// What the launcher learns of a program after it was asked for.
package enum ProgramEvent: Hashable, Sendable {
  /// It did not start after all. Nothing follows.
  case startFailed(StartFailure)
  /// It runs, but what it may have of the machine is not limited as was asked for: why.
  case unlimited(String)
  /// It ended. What it left behind is ended too.
  case ended(ExitReason)
}
