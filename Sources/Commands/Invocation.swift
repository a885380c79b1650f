import Configuration
import Session
import Setup
import Supervision

/// The task of a command line.
package enum Invocation: Equatable, Sendable {
  /// Shows the launcher.
  case launch(LaunchOptions)
  /// Starts a compositor with the launcher inside.
  case session(SessionOptions)
  /// Opens touch panels for the launcher.
  case panels(PanelsOptions)
  /// Starts programs for the launcher as another user.
  case programs(ProgramsOptions)
  /// Draws the launcher's screen into a file.
  case preview(PreviewOptions)
  /// Turns the machine into a kiosk, or undoes that.
  case setup(SetupOptions)
  /// Shows the input of the touchscreen.
  case touchTest(LaunchOptions)
  /// Lets the operator try designs.
  case demo(DemoOptions)
  /// Validates a configuration file.
  case check(CheckOptions)
  /// Reports the parts that the machine lacks.
  case doctor(DoctorOptions)
  /// Shows visitors that the kiosk does not start.
  case failure(FailureOptions)
  /// Lists, checks, packs or installs themes.
  case theme(ThemeTask)
  /// Makes, signs, prints or installs bundles.
  case bundle(BundleTask)
  /// Sends a request to a running launcher.
  case control(CtlOptions)
  /// Prints the table of configuration keys, or only the basic ones.
  case configKeys(onlyBasic: Bool)
  /// Prints the keys as a JSON schema.
  case configSchema
  /// Explains a key: its meaning, its current value, and the file that sets it.
  case configExplain(ConfigExplainOptions)
  /// Writes a first configuration.
  case initialize(file: String)
  /// Rewrites a configuration file of an earlier release.
  case configUpgrade(file: String)
  /// Prints the power actions that the configuration allows.
  case configPower(LaunchOptions)
  /// Changes the edited file, or prints it.
  case configEdit(ConfigEditTask)
  /// Stores the configuration if it has no errors.
  case configKeep(ConfigKeepOptions)
  /// Checks PINs for the launcher.
  case pinService(PINServiceOptions)
  /// Writes the edited file for the launcher.
  case editorService(PINServiceOptions)
  /// Set up the kiosk from a phone's browser.
  case setupWeb(SetupWebOptions)
  /// Connect the kiosk to an MQTT broker.
  case bridge(BridgeOptions)
  case hashPIN
  /// Writes the PIN's hash into the file of the PIN service.
  case setPIN
  case help
  case controlHelp
  case version

  /// Parses the arguments after the program's name. The environment may name the compositor.
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
      throw UsageError("a session needs one of \(known), not '\(name)'")
    }
    self = compositor
  }
}

/// The options of the commands that show a configuration's tiles.
package struct LaunchOptions: Equatable, Sendable {
  /// The configuration file; nil uses the usual locations.
  package var configuration: String?
  /// Whether the window is an ordinary window instead of full screen.
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

/// Boolean words of service managers, in variables of a unit.
package enum SystemdBoolean {
  /// Reports whether a word means true. Unknown words mean false.
  package static func isTrue(_ word: String?) -> Bool {
    ["1", "yes", "true", "on"].contains(word?.lowercased())
  }
}

/// The options of `rotunda pin-service` and `rotunda editor-service`.
package struct PINServiceOptions: Equatable, Sendable {
  /// The file with the PIN's hash.
  package let hashFile: String

  init(_ line: ParsedArguments) { hashFile = line.operands[1] }
}

/// The options of `rotunda setup-web`.
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

/// The options of `rotunda bridge`.
package struct BridgeOptions: Equatable, Sendable {
  /// The configuration file; nil uses the usual locations.
  package let configuration: String?
  /// The launcher's bus.
  package let bus: ControlSettings.Bus
  package let seat: String

  init(_ line: ParsedArguments) throws(UsageError) {
    configuration = line.value(of: .config)
    bus = try line.value(of: .bus).map { word throws(UsageError) in try CtlOptions.bus(word) } ?? .system
    seat = line.value(of: .seat) ?? "seat0"
  }
}

/// The options of `rotunda config explain`.
package struct ConfigExplainOptions: Equatable, Sendable {
  /// The configuration file; nil uses the usual locations.
  package let configuration: String?
  /// The key: its name, or section and name separated by a dot.
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

  /// The configuration file; nil uses the usual locations.
  package let configuration: String?
  package let change: Change

  init(_ line: ParsedArguments, _ change: Change) {
    (configuration, self.change) = (line.value(of: .config), change)
  }
}

/// The options of `rotunda config keep`.
package struct ConfigKeepOptions: Equatable, Sendable {
  /// The configuration file; nil uses the usual locations.
  package let configuration: String?
  /// The file that stores the configuration.
  package let file: String

  init(_ line: ParsedArguments) { (configuration, file) = (line.value(of: .config), line.operands[2]) }
}

/// The options of `rotunda panels`.
package struct PanelsOptions: Equatable, Sendable {
  /// The path of the socket for the launcher.
  package let socket: String
  /// The seat of the panels.
  package let seat: String

  init(_ line: ParsedArguments) {
    (socket, seat) = (line.operands[1], line.value(of: .seat) ?? "seat0")
  }
}

/// The options of `rotunda programs`.
package struct ProgramsOptions: Equatable, Sendable {
  /// The launcher's user. Besides root, only this user may send requests.
  package let user: String
  /// The user that programs run as.
  package let account = SetupOptions.visitor

  init(_ line: ParsedArguments) throws(UsageError) {
    user = line.value(of: .user) ?? line.environment["ROTUNDA_USER"] ?? SetupOptions.standardUser
    guard SetupOptions.isUserName(user), user != account else {
      throw UsageError("a kiosk cannot run as '\(user)'")
    }
  }
}

extension SetupOptions {
  init(_ line: ParsedArguments) throws(UsageError) {
    let user = line.value(of: .user) ?? SetupOptions.standardUser
    guard SetupOptions.isUserName(user), user != "root" else {
      throw UsageError("a kiosk cannot run as '\(user)'")
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
      throw UsageError("'--undo' undoes everything and takes neither '--usb' nor '--boot-password'")
    }
    self.init(
      user: user, compositor: compositor, direction: line.has(.undo) ? .undo : .close,
      isDryRun: line.has(.dryRun), isForced: line.has(.force), root: root,
      bootPassword: line.has(.bootPassword) ? .unknown : nil, usb: usb)
  }
}

/// The options of `rotunda check`.
package struct CheckOptions: Equatable, Sendable {
  /// The configuration file.
  package let file: String
  /// The screen size for the check of pictures, in pixels.
  package private(set) var (width, height) = (1920, 1080)

  init(_ line: ParsedArguments) throws(UsageError) {
    file = line.operands[1]
    if let size = line.value(of: .size) { (width, height) = try PreviewOptions.extent(size) }
  }
}

/// The options of `rotunda demo`.
package struct DemoOptions: Equatable, Sendable {
  /// The configuration with the tiles and the initial design.
  package let launch: LaunchOptions
  /// The file to save.
  package let output: String

  init(_ line: ParsedArguments) throws(UsageError) {
    launch = LaunchOptions(line)
    output = line.value(of: .output) ?? "rotunda-demo.toml"
    guard !output.isEmpty else { throw UsageError("'--output' needs the name of a file") }
  }
}

/// The options of `rotunda doctor`.
package struct DoctorOptions: Equatable, Sendable {
  /// The configuration file; nil uses the usual locations.
  package let configuration: String?
  package let form: Form

  /// The reader of the answer.
  package enum Form: Equatable, Sendable {
    case people
    case programs
    /// People other than the operator. They must not see names and addresses.
    case others
  }

  init(_ line: ParsedArguments) throws(UsageError) {
    guard !line.has(.json) || !line.has(.report) else {
      throw UsageError("'--json' and '--report' cannot be combined")
    }
    configuration = line.value(of: .config)
    form = line.has(.json) ? .programs : line.has(.report) ? .others : .people
  }
}

/// The options of `rotunda failure`.
package struct FailureOptions: Equatable, Sendable {
  /// The configuration file; nil uses the usual locations.
  package let configuration: String?
  /// The compositor of the kiosk.
  package let compositor: String
  /// The result of the service, in systemd's word; empty if unknown.
  package let result: String
  /// Seconds to wait after the page appears; nil does not wait.
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

/// The options of `rotunda ctl`.
package struct CtlOptions: Equatable, Sendable {
  /// A request to the launcher.
  package enum Verb: Equatable, Sendable {
    case reload, home, blank, unblank, lock, status
    /// Prints events, and takes pictures if requested.
    case watch(Pictures?)
    case open(tile: String)
    case message(String, seconds: UInt32)
    case brightness(percent: UInt32)
    /// Takes a screenshot; nil writes it to standard output.
    case screenshot(file: String?)
  }

  /// Pictures at regular intervals.
  package struct Pictures: Equatable, Sendable {
    /// The seconds from one picture to the next.
    package let interval: Double
    package let directory: String

    package init(interval: Double, directory: String) {
      (self.interval, self.directory) = (interval, directory)
    }
  }

  package let verb: Verb
  /// Whether the answers are for programs.
  package let isJSON: Bool
  /// The launcher's bus; nil tries the machine's, and then the session's.
  package let bus: ControlSettings.Bus?
  package let seat: String

  /// The default display time of a message, in seconds.
  private static let messageTime: UInt32 = 10
  /// The permitted seconds between two pictures. The launcher refuses more than one a second.
  private static let intervals = 1.0...86_400

  init(_ line: ParsedArguments) throws(UsageError) {
    guard let name = line.operands.dropFirst().first else {
      throw UsageError("'ctl' needs a verb; see 'rotunda ctl --help'")
    }
    guard let verb = CommandTable.verbs.first(where: { $0.words == [name] }) else {
      throw UsageError("'ctl' has no verb '\(name)'; see 'rotunda ctl --help'")
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
    guard let seconds = number(word) else {
      throw UsageError("'--seconds' takes a whole number, not '\(word)'")
    }
    return seconds
  }

  static func percent(_ line: ParsedArguments) throws(UsageError) -> UInt32 {
    let word = line.operands[2]
    guard let percent = number(word), percent <= 100 else {
      throw UsageError("'ctl brightness' takes a whole number from 0 to 100, not '\(word)'")
    }
    return percent
  }

  /// Reads a number that has only digits: no sign, as `UInt32` would accept.
  private static func number(_ word: String) -> UInt32? {
    word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt32(word) : nil
  }

  static func pictures(_ line: ParsedArguments) throws(UsageError) -> Pictures? {
    guard line.has(.pictures) || line.has(.output) else { return nil }
    guard let word = line.value(of: .pictures), let directory = line.value(of: .output) else {
      throw UsageError("'--pictures' and '--output' of 'ctl watch' belong together")
    }
    guard let interval = Quantity.seconds(word), intervals.contains(interval) else {
      throw UsageError("'--pictures' takes a time from 1s to 1d, such as 5s, not '\(word)'")
    }
    return Pictures(interval: interval, directory: directory)
  }

  fileprivate static func bus(_ word: String) throws(UsageError) -> ControlSettings.Bus {
    switch word {
    case "system": .system
    case "session": .session
    default: throw UsageError("'--bus' takes system or session, not '\(word)'")
    }
  }
}

/// The task of `rotunda theme`.
package enum ThemeTask: Equatable, Sendable {
  case list
  case check(folder: String)
  /// Packs a theme into a file; nil derives the name from the theme.
  case pack(folder: String, output: String?)
  case install(file: String)
}

/// The task of `rotunda bundle`.
package enum BundleTask: Equatable, Sendable {
  /// Creates a key: two files with a name.
  case keygen(name: String)
  /// Packs a folder into a file; nil derives the name from the folder.
  case make(folder: String, output: String?)
  case sign(file: String, key: String, output: String?)
  /// Prints the content; checks the signature with a key, or with those of this machine.
  case inspect(file: String, key: String?)
  case install(BundleInstallOptions)
  /// Returns to the bundle that worked last.
  case recover
  case fetch
}

/// The options of `rotunda bundle install`.
package struct BundleInstallOptions: Equatable, Sendable {
  package let file: String
  /// The length of the trial in seconds; nil installs without a trial.
  package let seconds: UInt32?
  /// Whether the launcher learns how the installation ends.
  package let notesOutcome: Bool

  /// The default length of the trial, and the longest, in seconds.
  private static let (standard, longest): (UInt32, UInt32) = (60, 3600)

  init(_ line: ParsedArguments) throws(UsageError) {
    file = line.operands[2]
    notesOutcome = line.has(.outcome)
    guard !line.has(.force) else {
      guard !line.has(.seconds) else {
        throw UsageError("'--force' and '--seconds' cannot be combined")
      }
      seconds = nil
      return
    }
    let time = line.has(.seconds) ? try CtlOptions.seconds(line) : Self.standard
    guard (1...Self.longest).contains(time) else {
      throw UsageError("'--seconds' takes 1 to \(Self.longest)")
    }
    seconds = time
  }
}
