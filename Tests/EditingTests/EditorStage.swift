import CLinux
import Configuration
import Credentials
import Editing
import Foundation
import Testing

/// The real editor service and the real PIN service. A stand-in for the service manager starts each of them.
final class EditorStage {
  let directory = NSTemporaryDirectory() + "rotunda-editor-\(UUID().uuidString.prefix(8))"
  private var processes: [Process] = []

  static let binary = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "rotunda")
  private static let themes = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../themes").standardized.path
  /// The hash of the PIN 2468, made by Python's crypt module.
  static let hash = "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$UWd9ZKknHrDoLx03Tv5s0HKYHhYNt0pXx67Wl3IOWZ2\n"

  /// - Parameters:
  ///   - text: the operator's file; nil for none.
  ///   - hasPIN: whether there is the hash of a PIN.
  ///   - hash: the name of the file with the hash.
  ///   - owner: the user to whom the service manager gives the editor's socket.
  ///   - bus: the address of the system's bus; nil for this machine's.
  ///   - logs: whether the editor's service writes into the file `editor-log`.
  ///   - tracer: a command in front of the editor's service.
  init(
    _ text: String?, hasPIN: Bool, hash: String = "pin", owner: uid_t? = nil, bus: String? = nil,
    logs: Bool = false, tracer: [String] = []
  ) throws {
    for name in ["etc/rotunda.d", "state", "pin-state"] {
      try FileManager.default.createDirectory(
        atPath: path(name), withIntermediateDirectories: true)
    }
    chmod(directory, 0o755)
    try text?.write(toFile: path("etc/rotunda.toml"), atomically: true, encoding: .utf8)
    try "failures 0\n".write(toFile: path("pin-state/failures"), atomically: true, encoding: .utf8)
    chmod(path("pin-state/failures"), 0o600)
    if hasPIN {
      try Self.hash.write(toFile: path(hash), atomically: true, encoding: .utf8)
      chmod(path(hash), 0o640)
    }
    try start("pin", ["STATE_DIRECTORY=\(path("pin-state"))"], ["pin-service", path(hash)])
    var log = FileHandle.nullDevice
    if logs {
      _ = FileManager.default.createFile(atPath: path("editor-log"), contents: nil)
      log = try #require(FileHandle(forWritingAtPath: path("editor-log")))
    }
    try start(
      "editor",
      (bus.map { ["DBUS_SYSTEM_BUS_ADDRESS=\($0)"] } ?? []) + [
        "STATE_DIRECTORY=\(path("state"))", "CONFIGURATION_DIRECTORY=\(path("etc"))",
        "ROTUNDA_SESSION_PIN_SOCKET=\(path("pin-socket"))", "PATH=/usr/bin:/bin",
        "ROTUNDA_THEMES=\(Self.themes)",
      ], ["editor-service", path(hash)], tracer: tracer, log: log)
    if let owner { lchown(path("editor-socket"), owner, owner) }
  }

  deinit {
    for process in processes {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(atPath: directory)
  }

  func path(_ name: String) -> String { "\(directory)/\(name)" }

  func text(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }

  var edited: String? { text("etc/rotunda.d/80-edited.toml") }

  /// Starts a service of the kiosk at the socket `NAME-socket`, perhaps under a tracer; its process.
  @discardableResult
  func start(
    _ name: String, _ variables: [String], _ words: [String], tracer: [String] = [],
    log: FileHandle = .nullDevice
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "systemd-socket-activate", "--seqpacket", "--listen=\(path("\(name)-socket"))",
        "--fdname=rotunda-\(name)", "env",
      ] + variables + ["SWIFT_BACKTRACE=enable=no"] + tracer + [Self.binary.path] + words
    process.standardError = log
    try process.run()
    processes.append(process)
    let limit = Date.now + 30
    while true {
      let connection = clinux_message_connect(path("\(name)-socket"))
      if connection >= 0 {
        close(connection)
        return process
      }
      try #require(Date.now < limit, "waited for \(name)")
      usleep(2000)
    }
  }

  // MARK: Callers

  /// Returns a ticket, which the launcher gets for the right PIN.
  func ticket(pin: String = "2468") throws -> PINTicket? {
    let pin = try #require(PIN(pin))
    return PINServiceClient(socket: path("pin-socket")).askForTicket(pin).ticket
  }

  /// Saves over a version of the file; nil is the present one.
  func save(
    _ text: String, from base: String? = nil, ticket: PINTicket? = nil, newPIN: PIN? = nil
  ) -> SaveRefusal? {
    let base = EditedVersion(of: Array((base ?? edited ?? "").utf8))
    return EditorServiceClient(socket: path("editor-socket")).save(
      EditorRequest(ticket: ticket, base: base, newPIN: newPIN, file: Array(text.utf8)))
  }

  /// Sends a raw message and returns the answer; empty without an answer.
  func send(_ bytes: [UInt8]) throws -> [UInt8] {
    let connection = clinux_message_connect(path("editor-socket"))
    try #require(connection >= 0)
    defer { close(connection) }
    _ = clinux_send(connection, bytes, bytes.count, -1)
    _ = clinux_set_receive_timeout(connection, 10_000)
    var (answer, unwanted) = ([UInt8](repeating: 0, count: 512), Int32(-1))
    let count = clinux_receive(connection, &answer, answer.count, 1, &unwanted)
    return Array(answer.prefix(max(0, count)))
  }
}
