import CLinux
import Configuration
import ConfigurationFile
import Credentials
import Glibc
import Logging

private let log = Log("editor")

/// Writes the edited file for the launcher, which has no permission: as root, in its own process.
///
/// A request contains the whole file, and names the version that was changed. It needs a ticket of the PIN
/// service, unless the kiosk has neither a PIN nor an operator's file. The service checks both itself. It
/// saves only what `rotunda check` accepts, and only over the version that the request names.
package struct EditorService {
  private let loader: ConfigurationLoader
  private let writer: EditedFileWriter
  private let pins: PINServiceClient?
  private let pinFile: String

  /// - Parameters:
  ///   - pins: the PIN service, which checks tickets; if nil, no ticket is valid.
  ///   - pinFile: the file with the PIN's hash.
  package init(
    _ loader: ConfigurationLoader, _ writer: EditedFileWriter, pins: PINServiceClient?, pinFile: String
  ) {
    (self.loader, self.writer) = (loader, writer)
    (self.pins, self.pinFile) = (pins, pinFile)
  }

  /// Answers requests until none arrives for `idle` seconds.
  package func serve(at listener: Int32, callers: Set<uid_t>, idle: Double) {
    let calls = CallerListener(
      listener, callers: callers, mostBytes: EditorRequest.mostBytes, log: log, now: PINService.now)
    calls.serve(idle: idle) { message, _ in answer(to: message)?.bytes }
  }

  /// Performs the request in a message. Returns nil if the message is not a request.
  package func answer(to message: some Collection<UInt8>) -> EditorAnswer? {
    guard let request = EditorRequest(bytes: message) else { return nil }
    let right = right(of: request)
    guard case .allowed = right else {
      log.warning("the edited file is not saved: no PIN was entered, or the kiosk is set up already")
      return right
    }
    guard let base = request.base else { return right }
    let refusal = writer.save(request.file, from: base, newPIN: request.newPIN) { $0 == pinFile }
    if let refusal {
      log.warning("the edited file is not saved: \(refusal)")
      return .refused(refusal)
    }
    log.notice("the edited file was saved")
    return .saved
  }

  private func right(of request: EditorRequest) -> EditorAnswer {
    guard let ticket = request.ticket else {
      return loader.isFirstRun(pinFile: pinFile) ? .allowed(seconds: nil) : .refused(.noRight)
    }
    return pins?.redeem(ticket).map { .allowed(seconds: Int($0)) } ?? .refused(.noRight)
  }
}

/// The launcher's client of the editor's service. It blocks until the answer: call it on a background thread.
package struct EditorServiceClient: Hashable, Sendable {
  /// The environment variable with the path of the service's socket. The kiosk's unit sets it. The launcher
  /// does not pass variables with this prefix to programs.
  package static let variable = "ROTUNDA_SESSION_EDITOR_SOCKET"

  private let socket: String
  /// The time-out for an answer, in milliseconds: the service has to start and read all files.
  private static let patience: Int32 = 30_000

  package init(socket: String) { self.socket = socket }

  /// Connects to the socket that the environment names. Returns nil if it names none.
  package init?(environment: [String: String]) {
    guard let path = environment[Self.variable], path.hasPrefix("/") else { return nil }
    socket = path
  }

  /// Asks the service to save a file. Returns the refusal; nil if there is none.
  package func save(_ request: EditorRequest) -> SaveRefusal? {
    if case .refused(let refusal) = ask(request) { refusal } else { nil }
  }

  /// Asks the service to save a file, or for the right to save.
  package func ask(_ request: EditorRequest) -> EditorAnswer {
    func failed(_ reason: String) -> EditorAnswer { .refused(.failed(reason: reason)) }
    let connection = clinux_message_connect(socket)
    guard connection >= 0 else { return failed("\(socket): \(String(cString: strerror(errno)))") }
    defer { close(connection) }
    // The service manager listens as root. Do not send a PIN to another user's socket.
    let owner = clinux_peer_user(connection)
    guard owner == 0 || owner == geteuid() else {
      return failed("the service manager does not listen on \(socket)")
    }
    _ = clinux_set_receive_timeout(connection, Self.patience)
    let question = request.bytes
    guard clinux_send(connection, question, question.count, -1) == question.count else {
      return failed("\(socket): \(String(cString: strerror(errno)))")
    }
    var (bytes, unwanted) = ([UInt8](repeating: 0, count: EditorAnswer.mostBytes), Int32(-1))
    let count = clinux_receive(connection, &bytes, bytes.count, 1, &unwanted)
    if unwanted >= 0 { close(unwanted) }
    return EditorAnswer(bytes: bytes.prefix(max(0, count))) ?? failed("the editor's service does not answer")
  }
}
