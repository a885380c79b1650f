import Configuration
import Session
import Setup
import Supervision

/// What a command line asks for.
package enum Invocation: Equatable, Sendable {
  /// Show the launcher.
  case launch(LaunchOptions)
  /// Start a compositor with the launcher inside.
  case session(SessionOptions)
  /// Open touch panels for the launcher.
  case panels(PanelsOptions)
  /// Start programs for the launcher as another user.
  case programs(ProgramsOptions)
  /// Draw the launcher's screen into a file.
  case preview(PreviewOptions)
  /// Make a kiosk of the machine, or take that back.
  case setup(SetupOptions)
  /// Show what the touchscreen does.
  case touchTest(LaunchOptions)
  /// Try looks out.
  case demo(DemoOptions)
  /// Validate a configuration file.
  case check(CheckOptions)
  /// Say what the machine lacks.
  case doctor(DoctorOptions)
  /// Show visitors that the kiosk does not start.
  case failure(FailureOptions)
  /// List, check, pack or install themes.
  case theme(ThemeTask)
  /// Ask a launcher that runs for something.
  case control(CtlOptions)
  /// Print the table of configuration keys, or only the basic ones.
  case configKeys(onlyBasic: Bool)
  /// Print the keys as a JSON schema.
  case configSchema
  /// Say what a key means, what it is now and which file sets it.
  case configExplain(ConfigExplainOptions)
  /// Write a configuration to begin with.
  case initialize(file: String)
  /// Rewrite a configuration file of an earlier release.
  case configUpgrade(file: String)
  /// Print which power actions the configuration allows.
  case configPower(LaunchOptions)
  /// Change the edited file, or print it.
  case configEdit(ConfigEditTask)
  /// Keep the configuration, if nothing is wrong with it.
  case configKeep(ConfigKeepOptions)
  /// Check PINs for the launcher.
  case pinService(PINServiceOptions)
  /// Write the edited file for the launcher.
  case editorService(PINServiceOptions)
  /// Set up the kiosk from a phone's browser.
  case setupWeb(SetupWebOptions)
  case hashPIN
  /// Write the PIN's hash where the PIN service expects it.
  case setPIN
  case help
  case controlHelp
  case version

  /// What the arguments after the program's name ask for. The environment may name the compositor.
  package init(arguments: [String], environment: [String: String] = [:]) throws(UsageError) {
    let line = try ParsedArguments(arguments, environment: environment)
    if line.has(.help) {
      self = arguments.first == "ctl" ? .controlHelp : .help
    } else if line.has(.version) {
      self = .version
    } else {
      let command = try CommandTable.command(of: line)
      try command.check(line)
      self = try command.make(line)
    }
  }
}

extension ParsedArguments {
  /// The compositor's name, from the option or else from the environment.
  fileprivate var compositor: String {
    if let name = value(of: .compositor) { return name }
    let name = environment["ROTUNDA_COMPOSITOR"] ?? ""
    return name.isEmpty ? SessionCompositor.standard.rawValue : name
  }
}

extension SessionCompositor {
  fileprivate init(name: String) throws(UsageError) {
    guard let compositor = SessionCompositor(rawValue: name) else {
      let known = SessionCompositor.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("a session needs one of \(known), and not '\(name)'")
    }
    self = compositor
  }
}

/// What shows a configuration's tiles.
package struct LaunchOptions: Equatable, Sendable {
  /// The configuration file; nil looks in the usual places.
  package var configuration: String?
  /// Whether the window is an ordinary one instead of the whole screen.
  package var isWindowed = false

  init(_ line: ParsedArguments) {
    (configuration, isWindowed) = (line.value(of: .config), line.has(.windowed))
  }
}

extension SessionOptions {
  init(_ line: ParsedArguments) throws(UsageError) {
    self.init(
      compositor: try SessionCompositor(name: line.compositor),
      compositorArguments: Array(line.operands.dropFirst()), configuration: line.value(of: .config),
      allowsConsole: SystemdBoolean.isTrue(line.environment["ROTUNDA_CONSOLE"]))
  }
}

/// Truth as service managers write it, in variables of a unit.
package enum SystemdBoolean {
  /// Whether a word says yes; what is no such word does not.
  package static func isTrue(_ word: String?) -> Bool {
    ["1", "yes", "true", "on"].contains(word?.lowercased())
  }
}

/// What `rotunda pin-service` is asked to serve.
package struct PINServiceOptions: Equatable, Sendable {
  /// The file with the PIN's hash.
  package let hashFile: String

  init(_ line: ParsedArguments) { hashFile = line.operands[1] }
}

/// What `rotunda setup-web` is asked to serve.
package struct SetupWebOptions: Equatable, Sendable {
  /// The port; 0 lets the kernel choose.
  package let port: UInt16

  init(_ line: ParsedArguments) throws(UsageError) {
    guard let port = UInt16(line.operands[1]) else {
      throw UsageError("'\(line.operands[1])' is not a port, 0 to 65535")
    }
    self.port = port
  }
}

/// What `rotunda config explain` is asked for.
package struct ConfigExplainOptions: Equatable, Sendable {
  /// The configuration file; nil looks in the usual places.
  package let configuration: String?
  /// The key: its name, or section and name with a dot between.
  package let key: String

  init(_ line: ParsedArguments) { (configuration, key) = (line.value(of: .config), line.operands[2]) }
}

/// A command for the edited file.
package struct ConfigEditTask: Equatable, Sendable {
  package enum Change: Equatable, Sendable {
    case set(key: String, value: String)
    case unset(key: String)
    case show, undo
  }

  /// The configuration file; nil looks in the usual places.
  package let configuration: String?
  package let change: Change

  init(_ line: ParsedArguments, _ change: Change) {
    (configuration, self.change) = (line.value(of: .config), change)
  }
}

/// What `rotunda config keep` is asked for.
package struct ConfigKeepOptions: Equatable, Sendable {
  /// The configuration file; nil looks in the usual places.
  package let configuration: String?
  /// Where what it says is kept.
  package let file: String

  init(_ line: ParsedArguments) { (configuration, file) = (line.value(of: .config), line.operands[2]) }
}

/// What `rotunda panels` is asked to serve.
package struct PanelsOptions: Equatable, Sendable {
  /// The path of the socket at which a launcher is served.
  package let socket: String
  /// The seat whose panels are opened.
  package let seat: String

  init(_ line: ParsedArguments) {
    (socket, seat) = (line.operands[1], line.value(of: .seat) ?? "seat0")
  }
}

/// What `rotunda programs` is asked to serve.
package struct ProgramsOptions: Equatable, Sendable {
  /// The name of the launcher's user, beside root the only one that may ask.
  package let user: String
  /// The name of the user whom programs belong to.
  package let account = SetupOptions.visitor

  init(_ line: ParsedArguments) throws(UsageError) {
    user = line.value(of: .user) ?? line.environment["ROTUNDA_USER"] ?? SetupOptions.standardUser
    guard SetupOptions.isUserName(user), user != account else {
      throw UsageError("a kiosk can not run as '\(user)'")
    }
  }
}

extension SetupOptions {
  init(_ line: ParsedArguments) throws(UsageError) {
    let user = line.value(of: .user) ?? SetupOptions.standardUser
    guard SetupOptions.isUserName(user), user != "root" else {
      throw UsageError("a kiosk can not run as '\(user)'")
    }
    let root = line.value(of: .root) ?? "/"
    guard root.hasPrefix("/") else { throw UsageError("'--root' takes an absolute path") }
    let compositor = try line.value(of: .compositor).map { name throws(UsageError) in
      try SessionCompositor(name: name).rawValue
    }
    let usb = try line.value(of: .usb).map { words throws(UsageError) in
      guard let policy = USBPolicy(words: words) else {
        throw UsageError("'--usb' takes words with commas between: \(USBPolicy.words)")
      }
      return policy
    }
    guard !line.has(.undo) || usb == nil && !line.has(.bootPassword) else {
      throw UsageError("'--undo' takes everything back: without '--usb' and '--boot-password'")
    }
    self.init(
      user: user, compositor: compositor, direction: line.has(.undo) ? .undo : .close,
      isDryRun: line.has(.dryRun), isForced: line.has(.force), root: root,
      bootPassword: line.has(.bootPassword) ? .unknown : nil, usb: usb)
  }
}

/// What `rotunda check` is asked.
package struct CheckOptions: Equatable, Sendable {
  /// The configuration file.
  package let file: String
  /// The screen for which pictures are judged, in pixels.
  package private(set) var (width, height) = (1920, 1080)

  init(_ line: ParsedArguments) throws(UsageError) {
    file = line.operands[1]
    if let size = line.value(of: .size) { (width, height) = try PreviewOptions.extent(size) }
  }
}

/// What `rotunda demo` shows and saves.
package struct DemoOptions: Equatable, Sendable {
  /// Whose tiles are shown, and with which look it begins.
  package let launch: LaunchOptions
  /// The file that is saved.
  package let output: String

  init(_ line: ParsedArguments) throws(UsageError) {
    launch = LaunchOptions(line)
    output = line.value(of: .output) ?? "rotunda-demo.toml"
    guard !output.isEmpty else { throw UsageError("'--output' needs the name of a file") }
  }
}

/// What `rotunda doctor` is asked.
package struct DoctorOptions: Equatable, Sendable {
  /// The configuration file; nil looks in the usual places.
  package let configuration: String?
  package let form: Form

  /// The reader of the answer.
  package enum Form: Equatable, Sendable {
    case people
    case programs
    /// People other than the operator. They must not learn names and addresses.
    case others
  }

  init(_ line: ParsedArguments) throws(UsageError) {
    guard !line.has(.json) || !line.has(.report) else {
      throw UsageError("'--json' and '--report' are two forms of the answer")
    }
    configuration = line.value(of: .config)
    form = line.has(.json) ? .programs : line.has(.report) ? .others : .people
  }
}

/// What `rotunda failure` is asked.
package struct FailureOptions: Equatable, Sendable {
  /// The configuration file; nil looks in the usual places.
  package let configuration: String?
  /// What the kiosk runs in.
  package let compositor: String
  /// How the service ended, in systemd's word; empty where that is unknown.
  package let result: String
  /// Seconds to wait after the page has been shown; nil for not at all.
  package let patience: Int?

  init(_ line: ParsedArguments) throws(UsageError) {
    (configuration, compositor) = (line.value(of: .config), line.compositor)
    result = line.value(of: .result) ?? ""
    patience = try line.value(of: .wait).map { text throws(UsageError) in
      guard let seconds = Int(text), (0...3600).contains(seconds) else {
        throw UsageError("'--wait' takes seconds, at most 3600")
      }
      return seconds
    }
  }
}

/// What `rotunda ctl` is asked.
package struct CtlOptions: Equatable, Sendable {
  /// What the launcher is to do, or to tell.
  package enum Verb: Equatable, Sendable {
    case reload, home, blank, unblank, status, watch
    case open(tile: String)
    case message(String, seconds: UInt32)
    /// Into a file; nil is standard output.
    case screenshot(file: String?)
  }

  package let verb: Verb
  /// Whether programs are to read the answers.
  package let isJSON: Bool
  /// The bus on which the launcher is looked for; nil is the machine's, and then the session's.
  package let bus: ControlSettings.Bus?
  package let seat: String

  /// How long a message stands unless it is said, in seconds.
  private static let messageTime: UInt32 = 10

  init(_ line: ParsedArguments) throws(UsageError) {
    guard let name = line.operands.dropFirst().first else {
      throw UsageError("'ctl' needs a verb; see 'rotunda ctl --help'")
    }
    guard let verb = CommandTable.verbs.first(where: { $0.words == [name] }) else {
      throw UsageError("'ctl' knows no '\(name)'; see 'rotunda ctl --help'")
    }
    let count = verb.operands == .none ? 0 : 1
    guard line.operands.count == 2 + count else {
      throw UsageError("'ctl \(name)' takes \(count == 0 ? "no further word" : "one word")")
    }
    self.verb = try verb.make(line)
    try line.allowOnly(Set(verb.options).union([.json, .bus, .seat]))
    isJSON = line.has(.json)
    bus = try line.value(of: .bus).map { word throws(UsageError) in try Self.bus(word) }
    seat = line.value(of: .seat) ?? "seat0"
  }

  static func seconds(_ line: ParsedArguments) throws(UsageError) -> UInt32 {
    guard let word = line.value(of: .seconds) else { return messageTime }
    guard word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let seconds = UInt32(word)
    else { throw UsageError("'--seconds' takes a whole number, not '\(word)'") }
    return seconds
  }

  private static func bus(_ word: String) throws(UsageError) -> ControlSettings.Bus {
    switch word {
    case "system": .system
    case "session": .session
    default: throw UsageError("'--bus' takes system or session, not '\(word)'")
    }
  }
}

/// What `rotunda theme` is asked for.
package enum ThemeTask: Equatable, Sendable {
  case list
  case check(folder: String)
  /// Into a file; nil has the theme's name.
  case pack(folder: String, output: String?)
  case install(file: String)
}
