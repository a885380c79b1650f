import Bus
import Commands
import Control
import EventLoop
import Glibc
import JSONFormat

/// `rotunda ctl`: sends a request to a running launcher.
enum CtlCommand {
  static func run(_ options: CtlOptions) -> Int32 {
    do throws(CtlClient.Failure) {
      let client = try client(options)
      switch options.verb {
      case .status: return printLine(CtlReport.status(try client.properties(), isJSON: options.isJSON))
      case .watch(let pictures):
        return try CtlWatch(client, isJSON: options.isJSON).run(pictures)
      case .screenshot(let file):
        try CtlPicture(file).write { descriptor throws(CtlClient.Failure) in
          let answer = try client.call("Screenshot", [.descriptor(descriptor)])
          StandardStream.error.write("rotunda ctl: \(CtlReport.contents(ofPicture: answer.first?.text))\n")
        }
      default: _ = try client.call(options.verb.method, options.verb.arguments)
      }
      // A screenshot must be the only data on standard output.
      guard options.isJSON, options.verb != .screenshot(file: nil) else { return ExitStatus.success }
      return printLine(CtlReport.success)
    } catch {
      return fail(error, options)
    }
  }

  private static func client(_ options: CtlOptions) throws(CtlClient.Failure) -> CtlClient {
    do throws(EventLoopError) {
      return try CtlClient(options)
    } catch {
      throw .unreachable("\(error)")
    }
  }

  private static func printLine(_ text: String) -> Int32 {
    StandardStream.output.write(text + "\n") ? ExitStatus.success : ExitStatus.system
  }

  private static func fail(_ failure: CtlClient.Failure, _ options: CtlOptions) -> Int32 {
    StandardStream.error.write("rotunda ctl: \(failure.message)\n")
    // A screenshot may use standard output.
    if options.isJSON, options.verb != .screenshot(file: nil) {
      StandardStream.output.write(CtlReport.failure(failure) + "\n")
    }
    return failure.exitStatus
  }
}

extension CtlOptions.Verb {
  /// The D-Bus method for the verb.
  var method: String {
    switch self {
    case .reload: "Reload"
    case .home: "Home"
    case .blank: "Blank"
    case .unblank: "Unblank"
    case .brightness: "SetBrightness"
    case .lock: "Lock"
    case .open: "Open"
    case .message: "ShowMessage"
    case .screenshot: "Screenshot"
    case .status, .watch: "GetAll"
    }
  }

  var arguments: [BusValue] {
    switch self {
    case .open(let tile): [.string(tile)]
    case .message(let text, let seconds): [.string(text), .uint32(seconds)]
    case .brightness(let percent): [.uint32(percent)]
    default: []
    }
  }
}

extension CtlClient.Failure {
  var message: String {
    switch self {
    case .unreachable(let reason): reason
    case .forbidden: "only root and members of the group rotunda-operators may do that"
    case .refused(let error): error.message.isEmpty ? error.name : error.message
    case .unwritable(let reason): reason
    case .onTerminal: "a terminal cannot show pictures: use --output FILE"
    }
  }

  /// The D-Bus name of the error.
  var name: String {
    switch self {
    case .unreachable: "org.freedesktop.DBus.Error.ServiceUnknown"
    case .forbidden: "org.freedesktop.DBus.Error.AccessDenied"
    case .refused(let error): error.name
    case .unwritable: "org.freedesktop.DBus.Error.IOError"
    case .onTerminal: "org.freedesktop.DBus.Error.InvalidArgs"
    }
  }

  var exitStatus: Int32 {
    switch self {
    case .unreachable: ExitStatus.unavailable
    case .forbidden: ExitStatus.forbidden
    case .refused: ExitStatus.refused
    case .unwritable: ExitStatus.system
    case .onTerminal: ExitStatus.usage
    }
  }
}

/// `rotunda ctl watch`: prints a kiosk's events, one per line, until a signal ends it.
struct CtlWatch {
  private let client: CtlClient
  private let isJSON: Bool

  init(_ client: CtlClient, isJSON: Bool) {
    (self.client, self.isJSON) = (client, isJSON)
  }

  /// - Parameter pictures: the pictures to take; nil takes none.
  func run(_ pictures: CtlOptions.Pictures?) throws(CtlClient.Failure) -> Int32 {
    // Fails if no launcher is running.
    _ = try client.properties()
    do {
      guard let bus = client.connection else { return ExitStatus.unavailable }
      let signals = try EndSignal.all(client.loop)
      for signal in signals { signal.onSignal = { [loop = client.loop] in loop.stop() } }
      bus.onDisconnect = { [loop = client.loop] in loop.stop(status: ExitStatus.unavailable) }
      try bus.subscribe(
        BusSignalFilter(sender: client.name, path: ControlInterface.path, interface: ControlInterface.name)
      ) { printLine(CtlReport.signal($0, isJSON: isJSON)) }
      if let pictures {
        let series = try CtlPictureSeries(pictures, client, bus) {
          printLine(CtlReport.picture($0, isJSON: isJSON))
        }
        series.take()
      }
      return try client.loop.run()
    } catch {
      throw .unreachable("\(error)")
    }
  }

  private func printLine(_ line: String) {
    let isWritten = StandardStream.output.write(line + "\n")
    // The reader closed the pipe.
    if !isWritten { client.loop.stop() }
  }
}

/// The output file of `rotunda ctl screenshot`. It appears only when it is complete.
struct CtlPicture {
  /// The path; nil for standard output.
  private let path: String?

  init(_ path: String?) {
    self.path = path
  }

  /// Calls `shot` with a descriptor to write to.
  func write(_ shot: (Int32) throws(CtlClient.Failure) -> Void) throws(CtlClient.Failure) {
    guard let path else {
      guard isatty(STDOUT_FILENO) == 0 else {
        throw .onTerminal
      }
      return try shot(STDOUT_FILENO)
    }
    let draft = path + ".new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw Self.fault(path) }
    defer { close(descriptor) }
    do throws(CtlClient.Failure) {
      try shot(descriptor)
    } catch {
      unlink(draft)
      throw error
    }
    guard rename(draft, path) == 0 else {
      throw Self.fault(path)
    }
  }

  private static func fault(_ path: String) -> CtlClient.Failure {
    .unwritable("\(path): \(String(cString: strerror(errno)))")
  }
}

/// The output of `rotunda ctl`.
enum CtlReport {
  /// The readable properties of a launcher: their names in the output, and those on D-Bus.
  private static let entries = [
    ("version", "Version"), ("configuration", "Configuration"), ("problems", "Problems"),
    ("configuration-waiting", "ConfigurationWaiting"),
    ("screen", "Screen"), ("tile", "Tile"), ("app", "App"), ("brightness", "Brightness"),
    ("nobody", "Nobody"), ("uptime", "Uptime"), ("frames", "Frames"), ("last-error", "LastError"),
  ]

  static let success = "{\"ok\":true}"

  static func failure(_ failure: CtlClient.Failure) -> String {
    JSON.object([
      ("ok", .boolean(false)), ("error", .string(failure.name)), ("message", .string(failure.message)),
    ]).text
  }

  /// Returns the launcher's status.
  static func status(_ properties: [String: BusValue], isJSON: Bool) -> String {
    let values = entries.compactMap { name, property in properties[property].map { (name, $0) } }
    guard isJSON else {
      return values.map { "\($0): \(plain($1))" }.joined(separator: "\n")
    }
    return object(values)
  }

  /// Returns a line for a signal.
  static func signal(_ signal: BusSignal, isJSON: Bool) -> String {
    let name = signal.member.lowercased()
    guard isJSON else { return ([name] + signal.arguments.map(plain)).joined(separator: " ") }
    return object([("signal", .string(name))] + Array(zip(names(of: signal.member), signal.arguments)))
  }

  /// Returns a sentence for the answer to a screenshot.
  static func contents(ofPicture source: String?) -> String {
    switch source {
    case "screen": "the picture shows the whole screen"
    default: "the picture shows the launcher only, because the compositor gave no copy of the screen"
    }
  }

  /// Returns a line for a picture, or for the reason why there is none.
  static func picture(_ event: CtlPictureSeries.Event, isJSON: Bool) -> String {
    let values: [(String, BusValue)] =
      switch event {
      case .written(let file, let source):
        [("signal", .string("picture")), ("file", .string(file)), ("source", .string(source))]
      case .missing(let reason): [("signal", .string("no-picture")), ("reason", .string(reason))]
      }
    return isJSON ? object(values) : values.map { plain($0.1) }.joined(separator: " ")
  }

  private static func names(of signal: String) -> [String] {
    switch signal {
    case "Opened", "Failed": ["tile"]
    case "Closed": ["tile", "reason"]
    case "Idle": ["nobody"]
    case "Error", "Message": ["text"]
    default: []
    }
  }

  private static func object(_ values: [(String, BusValue)]) -> String {
    JSON.object(values.map { ($0, json($1)) }).text
  }

  private static func json(_ value: BusValue) -> JSON {
    if let truth = value.truth { return .boolean(truth) }
    return value.integer.map { .verbatim("\($0)") } ?? .string(value.text ?? "")
  }

  /// Returns a value on one line, without control characters.
  private static func plain(_ value: BusValue) -> String {
    if let truth = value.truth { return truth ? "yes" : "no" }
    if let number = value.integer { return "\(number)" }
    let scalars = (value.text ?? "").unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : $0
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
