import CLinux
import Configuration
import ConfigurationFile
import Credentials
import Glibc
import Logging

private let log = Log("editor")

/// Writes the edited file for the launcher, which cannot: as root, in a process of its own.
///
/// It takes a whole file. Its right to write is a ticket of the PIN service, or that the kiosk has neither a
/// PIN nor an operator's file; it looks at both itself. It saves what `rotunda check` accepts, and nothing
/// else.
package struct EditorService {
  private let loader: ConfigurationLoader
  private let writer: EditedFileWriter
  private let pins: PINServiceClient?
  private let pinFile: String

  /// - Parameters:
  ///   - pins: the PIN service, which knows tickets; nil without one, and then no ticket is valid.
  ///   - pinFile: the file with the PIN's hash.
  package init(
    _ loader: ConfigurationLoader, _ writer: EditedFileWriter, pins: PINServiceClient?, pinFile: String
  ) {
    (self.loader, self.writer) = (loader, writer)
    (self.pins, self.pinFile) = (pins, pinFile)
  }

  /// Answers until no one has come for `idle` seconds.
  package func serve(at listener: Int32, callers: Set<uid_t>, idle: Double) {
    let calls = CallerListener(
      listener, callers: callers, mostBytes: EditorRequest.mostBytes, log: log, now: PINService.now)
    calls.serve(idle: idle) { message, _ in answer(to: message)?.bytes }
  }

  /// Performs the request of a message; nil for any other message.
  package func answer(to message: some Collection<UInt8>) -> EditorAnswer? {
    guard let request = EditorRequest(bytes: message) else { return nil }
    guard isAllowed(request) else {
      log.warning("the edited file is not saved: no PIN was entered, or the kiosk is set up already")
      return .refused(.noRight)
    }
    if request.isCheck { return .allowed }
    let refusal = writer.save(request.file, newPIN: request.newPIN) { $0 == pinFile }
    if let refusal {
      log.warning("the edited file is not saved: \(refusal)")
      return .refused(refusal)
    }
    log.notice("the edited file was saved")
    return .saved
  }

  private func isAllowed(_ request: EditorRequest) -> Bool {
    guard let ticket = request.ticket else { return loader.isFirstRun(pinFile: pinFile) }
    return pins?.ask(.redeem(ticket)) == .right
  }
}

/// The launcher's way to the editor's service. It waits for the answer, so ask on a thread.
package struct EditorServiceClient: Hashable, Sendable {
  /// The variable with the path of the service's socket. The kiosk's unit sets it; it is of the family that
  /// programs do not inherit.
  package static let variable = "ROTUNDA_SESSION_EDITOR_SOCKET"

  private let socket: String
  /// How long the service may take, in milliseconds: it starts, and reads all files.
  private static let patience: Int32 = 30_000

  package init(socket: String) { self.socket = socket }

  /// The service that the environment names; nil where there is none.
  package init?(environment: [String: String]) {
    guard let path = environment[Self.variable], path.hasPrefix("/") else { return nil }
    socket = path
  }

  /// Has a file saved, or asks for the right to; returns why it is not.
  package func save(_ request: EditorRequest) -> SaveRefusal? {
    let connection = clinux_message_connect(socket)
    guard connection >= 0 else { return .failed(reason: "\(socket): \(String(cString: strerror(errno)))") }
    defer { close(connection) }
    // The service manager listens, as root. A socket of another user must not get a PIN.
    let owner = clinux_peer_user(connection)
    guard owner == 0 || owner == geteuid() else {
      return .failed(reason: "\(socket) is not the service manager's")
    }
    _ = clinux_set_receive_timeout(connection, Self.patience)
    let question = request.bytes
    guard clinux_send(connection, question, question.count, -1) == question.count else {
      return .failed(reason: "\(socket): \(String(cString: strerror(errno)))")
    }
    var (bytes, unwanted) = ([UInt8](repeating: 0, count: EditorAnswer.mostBytes), Int32(-1))
    let count = clinux_receive(connection, &bytes, bytes.count, 1, &unwanted)
    if unwanted >= 0 { close(unwanted) }
    switch EditorAnswer(bytes: bytes.prefix(max(0, count))) {
    case .saved?, .allowed?: return nil
    case .refused(let refusal)?: return refusal
    case nil: return .failed(reason: "the editor's service does not answer")
    }
  }
}
