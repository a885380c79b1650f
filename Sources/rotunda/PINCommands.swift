import Applications
import Commands
import Configuration
import ConfigurationFile
import Credentials
import Glibc
import Logging
import Session
import State

private let log = Log("pin")

/// `rotunda hash-pin`: prints the hash of a PIN, for the file in `pin-file`.
enum HashPINCommand {
  static func run() -> Int32 {
    PINInput.hash(for: "hash-pin") { hash in
      StandardStream.output.write(hash.text + "\n") ? ExitStatus.success : ExitStatus.system
    }
  }
}

/// `rotunda set-pin`: writes the hash of a PIN to the file that the PIN service reads.
enum SetPINCommand {
  static func run() -> Int32 {
    guard geteuid() == 0 else {
      StandardStream.error.write("rotunda set-pin: only root can do this: sudo rotunda set-pin\n")
      return ExitStatus.forbidden
    }
    let path = PINServicePlace.hashFile
    return PINInput.hash(for: "set-pin") { hash in
      if let failure = PINFile(path).write(hash, group: PINServicePlace.group) {
        StandardStream.error.write("rotunda set-pin: \(path): \(failure)\n")
        return ExitStatus.system
      }
      return StandardStream.output.write(advice(path)) ? ExitStatus.success : ExitStatus.system
    }
  }

  /// Returns the next step; empty if the configuration already names the file.
  private static func advice(_ path: String) -> String {
    let loaded = ConfigurationLoader(environment: ProcessEnvironment.current.variables, user: nil).load()
    switch loaded.pinFile {
    case path: return ""
    case nil: return "The PIN applies once [admin] of the configuration has: pin-file = \"\(path)\"\n"
    case .some(let other):
      return "The configuration takes the PIN from \(other). To use this one, set: pin-file = \"\(path)\"\n"
    }
  }
}

/// `rotunda pin-service`: checks PINs for the launcher, at a socket from the service manager.
enum PINServiceCommand {
  /// Seconds without a client after which it ends. The next client starts it again.
  private static let idle = 30.0
  /// The name of its socket: `FileDescriptorName=` of the socket's unit.
  private static let socketName = "rotunda-pin"
  /// The file in its state directory.
  private static let record = "failures"

  static func run(_ options: PINServiceOptions) -> Int32 {
    OwnProcess.forbidInspection()
    let environment = ProcessEnvironment.current
    guard let socket = ServiceSocket(socketName, environment, log) else { return ExitStatus.usage }
    guard let directory = environment.stateDirectory else {
      log.error("there is no STATE_DIRECTORY to count wrong PINs in")
      return ExitStatus.usage
    }
    let service = PINService(
      listener: socket.listener, hash: PINFile(options.hashFile), record: "\(directory)/\(record)",
      callers: socket.callers)
    service.serve(idle: idle)
    return ExitStatus.success
  }
}

/// A service's socket from the service manager, and the users that it serves: root, and the owner of the
/// socket.
struct ServiceSocket {
  let listener: Int32
  let callers: Set<uid_t>

  /// Finds the socket with a name, which is also its unit's. Returns nil if the service manager passed none.
  init?(_ name: String, _ environment: ProcessEnvironment, _ log: Log) {
    guard let listener = ActivationSocket.number(named: name, in: environment.variables) else {
      log.error("there is no socket: \(name).socket starts this")
      return nil
    }
    self.listener = listener
    callers = Set([0, CallerListener.owner(ofSocket: listener)].compactMap(\.self))
  }
}

/// Reads a typed or piped PIN and hashes it.
private enum PINInput {
  /// Reads a PIN for a command, and passes its hash to `use`. Returns the exit status.
  static func hash(for command: String, _ use: (PINHash) -> Int32) -> Int32 {
    let pin: PIN
    switch isatty(STDIN_FILENO) == 1 ? typed() : piped() {
    case .success(let read): pin = read
    case .failure(let fault):
      StandardStream.error.write("rotunda \(command): \(fault.message)\n")
      return ExitStatus.badInput
    }
    do throws(CryptError) {
      return use(try PINHash(pin))
    } catch {
      StandardStream.error.write("rotunda \(command): \(error)\n")
      return ExitStatus.system
    }
  }

  /// The reason why no PIN was read.
  private enum Fault: Error {
    case noPIN
    case different
    case nothing

    var message: String {
      switch self {
      case .noPIN: "a PIN is \(PIN.shortest) to \(PIN.longest) digits"
      case .different: "the two PINs differ"
      case .nothing: "there is no PIN to read"
      }
    }
  }

  /// Reads a PIN twice from the terminal: the input is invisible.
  private static func typed() -> Result<PIN, Fault> {
    guard let first = SecretPrompt.ask("PIN: ") else { return .failure(.nothing) }
    guard let pin = PIN(first) else { return .failure(.noPIN) }
    return SecretPrompt.ask("Once more: ") == first ? .success(pin) : .failure(.different)
  }

  /// Reads one line from a pipe or a file.
  private static func piped() -> Result<PIN, Fault> {
    guard let line = readLine() else { return .failure(.nothing) }
    return PIN(line).map { .success($0) } ?? .failure(.noPIN)
  }
}

/// Reads a line from a terminal without echo.
enum SecretPrompt {
  /// Returns the line; nil without a terminal or if the line is not UTF-8.
  static func ask(_ prompt: String) -> String? {
    guard let line = getpass(prompt) else { return nil }
    defer { explicit_bzero(line, strlen(line)) }
    return String(validatingCString: line)
  }
}
