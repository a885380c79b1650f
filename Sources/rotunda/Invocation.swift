import Session
import Setup
import State
import Supervision

/// What a command line asks for.
enum Invocation: Equatable {
  /// Show the launcher.
  case launch(LaunchOptions)
  /// Start a compositor with the launcher inside.
  case session(SessionOptions)
  /// Open touch panels for the launcher.
  case panels(PanelsOptions)
  /// Draw the launcher's screen into a file.
  case preview(PreviewOptions)
  /// Make a kiosk of the machine, or take that back.
  case setup(SetupOptions)
  /// Show what the touchscreen does.
  case touchTest(LaunchOptions)
  /// Try looks out.
  case demo(DemoOptions)
  /// Validate a configuration file.
  case check(file: String)
  /// Say what the machine lacks.
  case doctor(DoctorOptions)
  /// Show visitors that the kiosk does not start.
  case failure(FailureOptions)
  /// Ask a launcher that runs for something.
  case control(CtlOptions)
  /// Print the table of configuration keys.
  case configKeys
  /// Print which power actions the configuration allows.
  case configPower(LaunchOptions)
  /// Print the hash of a PIN.
  case hashPIN
  case help
  case controlHelp
  case version

  struct LaunchOptions: Equatable {
    /// The configuration file; nil looks in the usual places.
    var configuration: String?
    /// Whether the window is an ordinary one instead of the whole screen.
    var isWindowed = false
  }
}

extension Invocation {
  struct DemoOptions: Equatable {
    /// Whose tiles are shown, and with which look it begins.
    var launch = LaunchOptions()
    /// The file that is saved.
    var output = "rotunda-demo.toml"
  }
}

/// Why a command line cannot be understood.
struct UsageError: Error, Equatable {
  let message: String
}

extension Invocation {
  /// What the words after the program's name ask for.
  init(words: [String]) throws(UsageError) {
    let line = try CommandWords(words)
    if line.has(.help) {
      self = words.first == "ctl" ? .controlHelp : .help
    } else if line.has(.version) {
      self = .version
    } else {
      self = try Self.command(line)
    }
  }

  private static func command(_ line: CommandWords) throws(UsageError) -> Invocation {
    guard let name = line.operands.first else { return .launch(try launchOptions(line)) }
    switch name {
    case "session": return .session(try session(line))
    case "panels": return .panels(try panels(line))
    case "preview": return .preview(try PreviewOptions(line))
    case "setup": return .setup(try setup(line))
    case "check": return try check(line)
    case "doctor": return .doctor(try doctor(line))
    case "failure": return .failure(try failure(line))
    case "config": return try config(line)
    case "ctl": return .control(try CtlOptions(line))
    case "hash-pin": return try hashPIN(line)
    case "touch-test": return try touchTest(line)
    case "demo": return .demo(try demo(line))
    default: throw UsageError(message: "there is no command '\(name)'")
    }
  }

  /// Further words, which come after `--` if they look like options, are the compositor's.
  private static func session(_ line: CommandWords) throws(UsageError) -> SessionOptions {
    try line.allowOnly([.config, .compositor])
    let name = line.value(of: .compositor) ?? ProcessEnvironment.current.compositor
    return SessionOptions(
      compositor: try compositor(name), compositorArguments: Array(line.operands.dropFirst()),
      configuration: line.value(of: .config))
  }

  private static func compositor(_ name: String) throws(UsageError) -> SessionCompositor {
    if let compositor = SessionCompositor(rawValue: name) { return compositor }
    let known = SessionCompositor.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError(message: "a session needs one of \(known), and not '\(name)'")
  }

  private static func panels(_ line: CommandWords) throws(UsageError) -> PanelsOptions {
    try line.allowOnly([.seat])
    guard line.operands.count == 2 else { throw UsageError(message: "'panels' takes the path of a socket") }
    var options = PanelsOptions(socket: line.operands[1])
    if let seat = line.value(of: .seat) { options.seat = seat }
    return options
  }

  private static func setup(_ line: CommandWords) throws(UsageError) -> SetupOptions {
    try line.allowOnly([.user, .compositor, .root, .undo, .dryRun, .force])
    guard line.operands.count == 1 else { throw UsageError(message: "'setup' takes options only") }
    let user = line.value(of: .user) ?? SetupOptions.standardUser
    guard SetupOptions.isUserName(user), user != "root" else {
      throw UsageError(message: "a kiosk can not run as '\(user)'")
    }
    let root = line.value(of: .root) ?? "/"
    guard root.hasPrefix("/") else { throw UsageError(message: "'--root' takes an absolute path") }
    var name: SessionCompositor?
    if let value = line.value(of: .compositor) { name = try compositor(value) }
    return SetupOptions(
      user: user, compositor: name?.rawValue, direction: line.has(.undo) ? .undo : .close,
      isDryRun: line.has(.dryRun), isForced: line.has(.force), root: root)
  }

  private static func launchOptions(_ line: CommandWords) throws(UsageError) -> LaunchOptions {
    try line.allowOnly([.config, .windowed])
    return LaunchOptions(configuration: line.value(of: .config), isWindowed: line.has(.windowed))
  }

  private static func touchTest(_ line: CommandWords) throws(UsageError) -> Invocation {
    guard line.operands.count == 1 else { throw UsageError(message: "'touch-test' takes only options") }
    return .touchTest(try launchOptions(line))
  }

  private static func demo(_ line: CommandWords) throws(UsageError) -> DemoOptions {
    try line.allowOnly([.config, .windowed, .output])
    guard line.operands.count == 1 else {
      throw UsageError(message: "'demo' takes only options, and the file after '--output'")
    }
    var options = DemoOptions()
    options.launch = LaunchOptions(
      configuration: line.value(of: .config), isWindowed: line.has(.windowed))
    if let output = line.value(of: .output) { options.output = output }
    guard !options.output.isEmpty else { throw UsageError(message: "'--output' needs the name of a file") }
    return options
  }

  private static func check(_ line: CommandWords) throws(UsageError) -> Invocation {
    try line.allowOnly([])
    guard line.operands.count == 2 else { throw UsageError(message: "'check' takes one file") }
    return .check(file: line.operands[1])
  }

  private static func doctor(_ line: CommandWords) throws(UsageError) -> DoctorOptions {
    try line.allowOnly([.config, .json])
    guard line.operands.count == 1 else { throw UsageError(message: "'doctor' takes only options") }
    return DoctorOptions(configuration: line.value(of: .config), isJSON: line.has(.json))
  }

  private static func failure(_ line: CommandWords) throws(UsageError) -> FailureOptions {
    try line.allowOnly([.config, .compositor, .result, .wait])
    guard line.operands.count == 1 else { throw UsageError(message: "'failure' takes only options") }
    var options = FailureOptions(
      configuration: line.value(of: .config),
      compositor: line.value(of: .compositor) ?? ProcessEnvironment.current.compositor)
    options.result = line.value(of: .result) ?? ""
    if let text = line.value(of: .wait) {
      guard let seconds = Int(text), (0...3600).contains(seconds) else {
        throw UsageError(message: "'--wait' takes seconds, at most 3600")
      }
      options.patience = seconds
    }
    return options
  }

  private static func hashPIN(_ line: CommandWords) throws(UsageError) -> Invocation {
    try line.allowOnly([])
    // On a command line everybody on the machine could read it.
    guard line.operands.count == 1 else {
      throw UsageError(message: "'hash-pin' asks for the PIN, or reads it from a pipe")
    }
    return .hashPIN
  }

  private static func config(_ line: CommandWords) throws(UsageError) -> Invocation {
    switch line.operands.dropFirst() {
    case ["keys"]:
      try line.allowOnly([])
      return .configKeys
    case ["power"]:
      try line.allowOnly([.config])
      return .configPower(LaunchOptions(configuration: line.value(of: .config)))
    default: throw UsageError(message: "'config' is followed by 'keys' or 'power'")
    }
  }
}

extension ProcessEnvironment {
  /// The compositor that a session starts when its command line names none.
  var compositor: String {
    let name = variables["ROTUNDA_COMPOSITOR"] ?? ""
    return name.isEmpty ? SessionCompositor.standard.rawValue : name
  }
}
