/// What a command line asks for.
enum Invocation: Equatable {
  /// Show the launcher.
  case launch(LaunchOptions)
  /// Validate a configuration file.
  case check(file: String)
  /// Print the table of configuration keys.
  case configKeys
  case help
  case version

  struct LaunchOptions: Equatable {
    /// The configuration file; nil looks in the usual places.
    var configuration: String?
    /// Whether the window is an ordinary one instead of the whole screen.
    var isWindowed = false
  }
}

/// Why a command line cannot be understood.
struct UsageError: Error, Equatable {
  let message: String
}

extension Invocation {
  /// What the words after the program's name ask for.
  init(words: [String]) throws(UsageError) {
    var options = LaunchOptions()
    let operands = try Self.takeOptions(from: words) { option, value in
      switch option {
      case .config: options.configuration = value
      case .windowed: options.isWindowed = true
      case .help, .version: break
      }
    }
    switch operands {
    case .answer(let invocation): self = invocation
    case .words(let operands): self = try Self.subcommand(operands, options)
    }
  }

  private static func subcommand(
    _ operands: [String], _ options: LaunchOptions
  ) throws(UsageError) -> Invocation {
    guard let command = operands.first else { return .launch(options) }
    guard options == LaunchOptions() else {
      throw UsageError(message: "'\(command)' takes none of the launcher's options")
    }
    switch (command, operands.count) {
    case ("check", 2): return .check(file: operands[1])
    case ("check", _): throw UsageError(message: "'check' takes one file")
    case ("config", 2) where operands[1] == "keys": return .configKeys
    case ("config", _): throw UsageError(message: "'config' is followed by 'keys'")
    default: throw UsageError(message: "there is no command '\(command)'")
    }
  }
}
