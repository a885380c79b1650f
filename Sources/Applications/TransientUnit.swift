import Bus
import Glibc
import Programs

/// A service that exists for one start of one program, as systemd is asked for it:
/// org.freedesktop.systemd1(5), StartTransientUnit().
nonisolated struct TransientUnit {
  let name: String
  var request: ProgramRequest
  /// The program's file, absolute.
  let path: String
  /// Where it starts, absolute.
  let directory: String
  /// `NAME=value` strings.
  let environment: [String]
  /// Where its output goes; nil for the journal.
  let output: (standard: Int32, error: Int32)?
  /// What its standard input is; nil for nothing to read.
  var input: OpenFile?
  /// Who starts it.
  let manager: UnitProtection.Manager
  /// Words of what is executed before the program's file, and then executes that.
  private var before: [String] = []

  /// Seconds that the manager gives a program's processes when a stop was asked for and they are not killed
  /// earlier.
  private static let stopTimeout: UInt64 = 5
  /// Seconds until the program's file must have been executed.
  private static let startTimeout: UInt64 = 10
  /// Processes and threads that a program may have. Browsers with many pages open have some hundred; what
  /// forks without end leaves enough for the kiosk.
  private static let mostTasks: UInt64 = 2048

  init(
    name: String, request: ProgramRequest, path: String, directory: String, environment: [String],
    output: (standard: Int32, error: Int32)?, manager: UnitProtection.Manager
  ) {
    (self.name, self.request, self.path, self.directory) = (name, request, path, directory)
    (self.environment, self.output, self.manager) = (environment, output, manager)
  }

  /// Has this program do something before the program's file is executed: it is given these words, that file,
  /// and the words for it. What was asked for earlier comes first.
  mutating func doFirst(_ words: [String]) throws(StartFailure) {
    let own = try XCommand.ownProgram()
    before += (before.isEmpty ? [] : [own]) + [own] + words
  }

  /// The arguments of StartTransientUnit(): "fail", because two units of one name are a mistake.
  var arguments: [BusValue] {
    [.string(name), .string("fail"), .array(of: "(sv)", properties), .array(of: "(sa(sv))", [])]
  }

  private var properties: [BusValue] {
    var result = [
      Self.property("Description", .string(request.title.isEmpty ? name : request.title)),
      // Told to have started only when the file was executed.
      Self.property("Type", .string("exec")),
      Self.property("ExecStartEx", command),
      Self.property("Environment", .strings(environment)),
      Self.property("WorkingDirectory", .string(directory)),
      // The unit stays until its end has been read, and what the program left behind with it.
      Self.property("RemainAfterExit", .boolean(true)),
      Self.property("TimeoutStartUSec", .uint64(Self.startTimeout * 1_000_000)),
      Self.property("TimeoutStopUSec", .uint64(Self.stopTimeout * 1_000_000)),
      // As for every program that is started by hand.
      Self.property("IgnoreSIGPIPE", .boolean(false)),
      Self.property("KillMode", .string("control-group")),
      Self.property("TasksMax", .uint64(Self.mostTasks)),
      // When memory runs out it goes before the kiosk, and as a whole.
      Self.property("OOMScoreAdjust", .int32(OutOfMemoryScore.ofPrograms)),
      Self.property("OOMPolicy", .string("kill")),
      Self.property("SyslogIdentifier", .string(path.split(separator: "/").last.map(String.init) ?? path)),
      // Only the system's manager passes it on to the journal.
      Self.property("LogExtraFields", .array(of: "ay", [Self.bytes("ROTUNDA_TILE=\(request.tile)")])),
    ]
    if let output {
      result.append(Self.property("StandardOutputFileDescriptor", .descriptor(output.standard)))
      result.append(Self.property("StandardErrorFileDescriptor", .descriptor(output.error)))
    }
    if let input {
      result.append(Self.property("StandardInputFileDescriptor", .descriptor(input.descriptor)))
    }
    return result + limits
      + UnitProtection(request: request, manager: manager, directory: directory, path: path).properties
  }

  /// The words as they are: the manager neither splits them nor puts variables into them.
  private var command: BusValue {
    let words = before.isEmpty ? request.command.arguments : before + [path] + request.command.arguments
    return .array(
      of: "(sasas)",
      [.structure([.string(before.first ?? path), .strings(words), .strings(["no-env-expand"])])])
  }

  private var limits: [BusValue] {
    var result: [BusValue] = []
    if let memory = request.limits.memory {
      result.append(Self.property("MemoryMax", .uint64(memory)))
      // Else it would go on in swap space, and the machine would crawl.
      result.append(Self.property("MemorySwapMax", .uint64(0)))
    }
    if let processors = request.limits.processors {
      result.append(Self.property("CPUQuotaPerSecUSec", .uint64(UInt64(max(processors, 0.01) * 1e6))))
    }
    return result
  }

  static func property(_ name: String, _ value: BusValue) -> BusValue {
    .structure([.string(name), .variant(value)])
  }

  private static func bytes(_ text: String) -> BusValue {
    .array(of: "y", text.utf8.map(BusValue.byte))
  }
}

/// What programs' units are called: `app-rotunda-TILE-LAUNCHER-NUMBER.service`, after systemd's convention
/// for applications (Desktop Environments, "XDG standardization for applications").
nonisolated enum UnitName {
  static let prefix = "app-rotunda-"
  static let suffix = ".service"
  /// All units of all launchers.
  static let pattern = "\(prefix)*\(suffix)"
  /// How much of a tile's identifier is in the name: unit names have at most 255 bytes.
  private static let tileLimit = 64

  /// The name of the unit of a launcher's start with that number.
  static func make(tile: String, launcher: Int32, number: Int) -> String {
    let word = String(tile.unicodeScalars.prefix(tileLimit).map { isPlain($0) ? Character($0) : "_" })
    return "\(prefix)\(word)-\(launcher)-\(number)\(suffix)"
  }

  /// The process id of the launcher that a unit belongs to; nil for units of others.
  static func launcher(of name: String) -> Int32? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    let parts = name.dropLast(suffix.count).split(separator: "-")
    return parts.count >= 4 ? Int32(parts[parts.count - 2]) : nil
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".": true
    default: false
    }
  }
}
