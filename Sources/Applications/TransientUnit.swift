import Bus
import Glibc
import Programs

/// A transient service for one start of one program, for StartTransientUnit() of org.freedesktop.systemd1(5).
nonisolated struct TransientUnit {
  let name: String
  var request: ProgramRequest
  /// The absolute path of the program's file.
  let path: String
  /// The absolute path of the working directory.
  let directory: String
  /// `NAME=value` strings.
  let environment: [String]
  /// The descriptors for its output; nil for the journal.
  let output: (standard: Int32, error: Int32)?
  /// Its standard input; nil for an empty one.
  var input: OpenFile?
  /// The manager that starts the unit.
  let manager: UnitProtection.Manager
  /// The command line that runs first and then executes the program's file.
  private var before: [String] = []

  /// Seconds after a stop request before the manager kills the program's processes, if the launcher has not
  /// done so.
  private static let stopTimeout: UInt64 = 5
  /// Seconds in which the program's file must be executed.
  private static let startTimeout: UInt64 = 10
  /// The most processes and threads of a program. Browsers with many pages have some hundred. A fork bomb
  /// leaves enough for the launcher.
  private static let mostTasks: UInt64 = 2048

  init(
    name: String, request: ProgramRequest, path: String, directory: String, environment: [String],
    output: (standard: Int32, error: Int32)?, manager: UnitProtection.Manager
  ) {
    (self.name, self.request, self.path, self.directory) = (name, request, path, directory)
    (self.environment, self.output, self.manager) = (environment, output, manager)
  }

  /// Runs this program first with `words`, the program's file and its arguments; it then executes the file.
  /// Earlier calls run first.
  mutating func doFirst(_ words: [String]) throws(StartFailure) {
    let own = try XCommand.ownProgram()
    before += (before.isEmpty ? [] : [own]) + [own] + words
  }

  /// The arguments of StartTransientUnit(): "fail", because two units with one name are a mistake.
  var arguments: [BusValue] {
    [.string(name), .string("fail"), .array(of: "(sv)", properties), .array(of: "(sa(sv))", [])]
  }

  private var properties: [BusValue] {
    var result = [
      Self.property("Description", .string(request.title.isEmpty ? name : request.title)),
      // The unit counts as started only once the file was executed.
      Self.property("Type", .string("exec")),
      Self.property("ExecStartEx", command),
      Self.property("Environment", .strings(environment)),
      Self.property("WorkingDirectory", .string(directory)),
      // Keep the unit, with any leftover processes, until its end has been read.
      Self.property("RemainAfterExit", .boolean(true)),
      Self.property("TimeoutStartUSec", .uint64(Self.startTimeout * 1_000_000)),
      Self.property("TimeoutStopUSec", .uint64(Self.stopTimeout * 1_000_000)),
      // The default for programs that start from a shell.
      Self.property("IgnoreSIGPIPE", .boolean(false)),
      Self.property("KillMode", .string("control-group")),
      Self.property("TasksMax", .uint64(Self.mostTasks)),
      // When memory runs out, the kernel kills the whole program before the launcher.
      Self.property("OOMScoreAdjust", .int32(OutOfMemoryScore.ofPrograms)),
      Self.property("OOMPolicy", .string("kill")),
      Self.property("SyslogIdentifier", .string(path.split(separator: "/").last.map(String.init) ?? path)),
      // Only the system's manager passes this on to the journal.
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

  /// The command line, without word splitting or variable expansion by the manager.
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
      // Otherwise the program would continue in swap space and slow down the machine.
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

/// The names of units: `app-rotunda-TILE-LAUNCHER-NUMBER.service`, after systemd's convention for
/// applications (Desktop Environments, "XDG standardization for applications").
nonisolated enum UnitName {
  static let prefix = "app-rotunda-"
  static let suffix = ".service"
  /// Matches all units of all launchers.
  static let pattern = "\(prefix)*\(suffix)"
  /// The most characters of a tile's identifier in the name: unit names have at most 255 bytes.
  private static let tileLimit = 64

  /// Returns the unit name for a start. `launcher` is a process ID.
  static func make(tile: String, launcher: Int32, number: Int) -> String {
    let word = String(tile.unicodeScalars.prefix(tileLimit).map { isPlain($0) ? Character($0) : "_" })
    return "\(prefix)\(word)-\(launcher)-\(number)\(suffix)"
  }

  /// Returns the process ID of the launcher that a unit belongs to; nil for other units.
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
