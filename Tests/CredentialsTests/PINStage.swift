import CLinux
import Configuration
import Credentials
import Foundation
import Testing

/// The real PIN service. `systemd-socket-activate` replaces a service manager.
final class PINStage: @unchecked Sendable {
  let directory: String
  private let state: String
  private let preparation: String
  private let owner: uid_t?
  private var current: Process
  private var kept: [Int32] = []

  /// Whether a test can mount its own disk.
  static var canMount: Bool {
    guard geteuid() == 0 else { return false }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.arguments = ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Starts the service.
  ///
  /// - Parameters:
  ///   - failures: The count in the record.
  ///   - hash: The content of the file with the hash of the PIN 2468, or nil for no file.
  ///   - state: Another directory for the record.
  ///   - owner: The user who receives the socket's path from the service manager.
  ///   - preparation: Shell commands that run before `exec` of the service, in their own mount namespace.
  ///   - prepare: Work before the start.
  init(
    failures: Int,
    hash: String? = "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$UWd9ZKknHrDoLx03Tv5s0HKYHhYNt0pXx67Wl3IOWZ2\n",
    state: String? = nil, owner: uid_t? = nil, preparation: String = "",
    prepare: (PINStage) throws -> Void = { _ in }
  ) throws {
    directory = NSTemporaryDirectory() + "rotunda-pin-\(UUID().uuidString.prefix(8))"
    self.state = state ?? "\(directory)/state"
    (self.owner, self.preparation, current) = (owner, preparation, Process())
    try FileManager.default.createDirectory(atPath: "\(directory)/state", withIntermediateDirectories: true)
    // Other users must be able to reach the socket.
    chmod(directory, 0o755)
    try "failures \(failures)\n".write(toFile: path("state/failures"), atomically: true, encoding: .utf8)
    chmod(path("state/failures"), 0o600)
    if let hash {
      try hash.write(toFile: path("pin"), atomically: true, encoding: .utf8)
      chmod(path("pin"), 0o640)
    }
    try prepare(self)
    try start()
  }

  deinit {
    for descriptor in kept { close(descriptor) }
    end(signal: SIGKILL)
    try? FileManager.default.removeItem(atPath: directory)
  }

  func path(_ name: String) -> String { "\(directory)/\(name)" }
  var record: String? { try? String(contentsOfFile: path("state/failures"), encoding: .utf8) }
  var processID: pid_t { current.processIdentifier }

  func mode(_ name: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path(name), &status) == 0)
    return status.st_mode & 0o7777
  }

  private func start() throws {
    let shell =
      preparation.isEmpty ? [] : ["unshare", "--mount", "sh", "-c", "\(preparation)\nexec \"$0\" \"$@\""]
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["systemd-socket-activate", "--seqpacket", "--listen=\(path("socket"))", "--fdname=rotunda-pin"]
      + ["env", "STATE_DIRECTORY=\(state)", "SWIFT_BACKTRACE=enable=no"] + shell
      + [Self.binary, "pin-service", path("pin")]
    process.standardError = FileHandle.nullDevice
    try process.run()
    current = process
    try waitUntil("the socket") { access(path("socket"), F_OK) == 0 }
    if let owner { lchown(path("socket"), owner, owner) }
    try waitUntil("a listener") {
      let connection = clinux_message_connect(path("socket"))
      if connection >= 0 { close(connection) }
      return connection >= 0
    }
  }

  private func end(signal: Int32) {
    kill(current.processIdentifier, signal)
    current.waitUntilExit()
    unlink(path("socket"))
  }

  /// Ends the service and starts it again.
  func restart(signal: Int32) throws {
    end(signal: signal)
    try start()
  }

  func waitUntil(_ what: String, _ condition: () -> Bool) throws {
    let limit = Date.now + 30
    while !condition() {
      try #require(Date.now < limit, "waited for \(what)")
      usleep(2000)
    }
  }

  // MARK: Callers

  func ask(_ request: PINRequest) -> PINVerdict { PINServiceClient(socket: path("socket")).ask(request) }

  func askLock(_ request: PINRequest) -> LockVerdict {
    PINServiceClient(socket: path("socket")).askLock(request)
  }

  /// Asks as another user, in a child process.
  func ask(as user: uid_t, _ request: PINRequest) -> PINVerdict {
    seteuid(user)
    defer { seteuid(0) }
    return ask(request)
  }

  func connect() throws -> Int32 {
    let connection = clinux_message_connect(path("socket"))
    try #require(connection >= 0)
    return connection
  }

  /// Keeps a connection open without messages.
  func keep(_ connection: Int32) { kept.append(connection) }

  /// Sends a message as it is, and reads the response if there should be one.
  @discardableResult
  func send(
    _ bytes: [UInt8], descriptor: Int32 = -1, times: Int = 1, listens: Bool = true
  ) throws -> [UInt8] {
    let connection = try connect()
    defer { close(connection) }
    for _ in 0..<times { _ = clinux_send(connection, bytes, bytes.count, descriptor) }
    guard listens else { return [] }
    _ = clinux_set_receive_timeout(connection, 10_000)
    var (answer, unwanted) = ([UInt8](repeating: 0, count: 512), Int32(-1))
    let count = clinux_receive(connection, &answer, answer.count, 1, &unwanted)
    return Array(answer.prefix(max(0, count)))
  }

  // MARK: The program

  private static var binary: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/rotunda"
  }

  /// Runs a command and returns its status and standard error.
  static func run(_ words: [String], environment: [String: String]) throws -> (status: Int32, said: String) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: binary)
    (process.arguments, process.environment, process.standardError) = (words, environment, pipe)
    try process.run()
    let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }
}
