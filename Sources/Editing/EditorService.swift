import Bundles
import CLinux
import Configuration
import ConfigurationFile
import Credentials
import Glibc
import Logging
import Networks

private let log = Log("editor")

/// Writes the edited file for the launcher, which has no permission: as root, in its own process. It also
/// joins wireless networks for it, and copies bundles from USB sticks.
///
/// A request contains the whole file, and names the version that was changed. It needs a ticket of the PIN
/// service, unless the kiosk has neither a PIN nor an operator's file. The service checks both itself. It
/// saves only what `rotunda check` accepts, and only over the version that the request names.
package struct EditorService {
  private let loader: ConfigurationLoader
  private let writer: EditedFileWriter
  private let pins: PINServiceClient?
  private let pinFile: String
  /// Seconds after which a service that copies looks whether it still does.
  private static let copyPause = 1.0

  /// Handles requests about networks, which need the network's daemon.
  package struct NetworkHandler {
    /// The users that may call it.
    let callers: Set<uid_t>
    /// Performs a request.
    let answer: (NetworkOrder) -> NetworksReport
    /// Whether the service must not end now.
    let isBusy: () -> Bool
    /// The descriptor of the daemon's bus.
    let source: CallerListener.Source

    package init(
      callers: Set<uid_t>, source: CallerListener.Source, isBusy: @escaping () -> Bool,
      answer: @escaping (NetworkOrder) -> NetworksReport
    ) {
      (self.callers, self.source, self.isBusy, self.answer) = (callers, source, isBusy, answer)
    }
  }

  /// Handles requests about bundles on USB sticks.
  package struct BundleHandler {
    /// The users that may call it.
    let callers: Set<uid_t>
    let intake: BundleIntake

    package init(callers: Set<uid_t>, _ intake: BundleIntake) {
      (self.callers, self.intake) = (callers, intake)
    }
  }

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
  package func serve(
    at listener: Int32, callers: Set<uid_t>, idle: Double, networks: NetworkHandler?, bundles: BundleHandler?
  ) {
    let calls = CallerListener(
      listener, callers: callers, mostBytes: EditorRequest.mostBytes, log: log, now: PINService.now)
    calls.serve(
      idle: idle,
      busyUntil: {
        if networks?.isBusy() == true { return .infinity }
        // The end of a copy wakes no one.
        return bundles?.intake.copy.isCopying == true ? PINService.now() + Self.copyPause : -.infinity
      },
      also: networks?.source
    ) { message, user, file in
      if let request = BundleCopyRequest(bytes: message) {
        return answer(to: request, file, of: user, bundles).bytes
      }
      guard let request = NetworkRequest(bytes: message) else { return answer(to: message)?.bytes }
      return answer(to: request, of: user, networks).bytes
    }
  }

  /// Begins a copy for an operator who entered the PIN, or reports on it. The first run gives no right.
  private func answer(
    to request: BundleCopyRequest, _ file: Int32, of user: uid_t, _ handler: BundleHandler?
  ) -> BundleCopy {
    guard let handler, handler.callers.contains(user) else { return .refused(.noRight) }
    guard case .take(let ticket) = request else { return handler.intake.copy }
    guard case .allowed = right(with: ticket) else {
      log.warning("a bundle is not copied: no PIN was entered")
      return .refused(.noRight)
    }
    let source = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, 3)
    return source < 0 ? .refused(.unreadable) : handler.intake.take(source)
  }

  /// Performs a request about networks, with the right that saving needs.
  private func answer(
    to request: NetworkRequest, of user: uid_t, _ handler: NetworkHandler?
  ) -> NetworksReport {
    guard let handler else { return NetworksReport(.none) }
    guard handler.callers.contains(user), case .allowed = right(with: request.ticket) else {
      log.warning("networks are not shown: no PIN was entered, or the kiosk is set up already")
      return NetworksReport(.forbidden)
    }
    return handler.answer(request.order)
  }

  /// Performs the request in a message. Returns nil if the message is not a request.
  package func answer(to message: some Collection<UInt8>) -> EditorAnswer? {
    guard let request = EditorRequest(bytes: message) else { return nil }
    let right = right(with: request.ticket)
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

  private func right(with ticket: PINTicket?) -> EditorAnswer {
    guard let ticket else {
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
    do throws(Unreachable) {
      return EditorAnswer(bytes: try answer(to: request.bytes))
        ?? .refused(.failed(reason: "the editor's service does not answer"))
    } catch {
      return .refused(.failed(reason: error.reason))
    }
  }

  /// Performs a request about networks. Without an answer, the machine has none.
  package func ask(_ request: NetworkRequest) -> NetworksReport {
    do throws(Unreachable) {
      return NetworksReport(bytes: try answer(to: request.bytes)) ?? NetworksReport(.none)
    } catch {
      log.warning("networks: \(error.reason)")
      return NetworksReport(.none)
    }
  }

  /// Passes an open file to the service, which copies it, or asks about the copy. Returns nil without an
  /// answer.
  package func ask(_ request: BundleCopyRequest, file: Int32 = -1) -> BundleCopy? {
    do throws(Unreachable) {
      return BundleCopy(bytes: try answer(to: request.bytes, file: file))
    } catch {
      log.warning("bundles: \(error.reason)")
      return nil
    }
  }

  /// A request did not reach the service.
  private struct Unreachable: Error { let reason: String }

  /// Sends a request, perhaps with an open file, and wipes it. Returns the answer, which is empty if none
  /// came in time.
  private func answer(to question: [UInt8], file: Int32 = -1) throws(Unreachable) -> ArraySlice<UInt8> {
    var question = question
    defer {
      question.withUnsafeMutableBytes { if let base = $0.baseAddress { explicit_bzero(base, $0.count) } }
    }
    let connection = clinux_message_connect(socket)
    guard connection >= 0 else { throw Unreachable(reason: "\(socket): \(String(cString: strerror(errno)))") }
    defer { close(connection) }
    // The service manager listens as root. Do not send a PIN to another user's socket.
    let owner = clinux_peer_user(connection)
    guard owner == 0 || owner == geteuid() else {
      throw Unreachable(reason: "the service manager does not listen on \(socket)")
    }
    _ = clinux_set_receive_timeout(connection, Self.patience)
    guard clinux_send(connection, question, question.count, file) == question.count else {
      throw Unreachable(reason: "\(socket): \(String(cString: strerror(errno)))")
    }
    var (bytes, unwanted) = ([UInt8](repeating: 0, count: EditorAnswer.mostBytes), Int32(-1))
    let count = clinux_receive(connection, &bytes, bytes.count, 1, &unwanted)
    if unwanted >= 0 { close(unwanted) }
    return bytes.prefix(max(0, count))
  }
}
