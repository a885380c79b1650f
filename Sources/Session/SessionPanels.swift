import CLinux
import Glibc
import Logging
import Supervision
import Threads

private nonisolated let log = Log("session")

/// The launcher's way to the touch panels, which only the panel service may open.
///
/// The service comes to a socket that the service manager gave to the session, and the session to the
/// launcher. So a process that is not handed that socket cannot ask, and callers need no check. When the
/// service or the launcher is started again, the service comes again.
///
/// It waits for answers, so ask on a thread; those of several wait for one another.
package nonisolated final class SessionPanels: @unchecked Sendable {
  private let listener: Int32
  /// One question at a time.
  private let turn = Monitor(())
  private var connection: Int32 = -1
  private var hasWarned = false

  /// A service that does not answer must not keep a finger waiting for longer, in milliseconds.
  private static let patience: Int32 = 500
  /// So many services may have come and gone again since the last question.
  private static let mostConnections = 16

  /// Takes the panel service in at `listener`, which it owns.
  init(listener: Int32) {
    self.listener = listener
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
  }

  /// Uses the descriptor that `word` numbers; nil when that is no socket.
  convenience init?(word: String) {
    guard let number = Int32(word), number > STDERR_FILENO, Self.isSocket(number) else {
      log.warning("\(SessionVariables.panels) is '\(word)', and that is no socket")
      return nil
    }
    self.init(listener: number)
  }

  deinit {
    disconnect()
    close(listener)
  }

  /// Whether there is such a descriptor, and it is a socket.
  static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// A descriptor of the touch panel at `path`, for reading, without waiting and closed on exec, or a
  /// negative errno: ENODEV for what is no touch panel of this seat, EINVAL for what is no event device,
  /// EPERM when no service answers.
  package func open(_ path: String) -> Int32 {
    ask(PanelRequest(path: path))
  }

  /// The end of a socket to which the service writes what buttons of gamepads and remote controls do, or a
  /// negative errno: EINVAL from an older service, which cannot, EPERM when no service answers.
  package func openControllers() -> Int32 { ask(.controllers) }

  private func ask(_ request: PanelRequest) -> Int32 {
    guard let bytes = request.bytes else { return -EINVAL }
    return turn.withLock { _ in ask(bytes) }
  }

  private func ask(_ request: [UInt8]) -> Int32 {
    for _ in 0..<Self.mostConnections {
      if connection < 0 { connection = clinux_accept(listener) }
      guard connection >= 0 else { break }
      _ = clinux_set_receive_timeout(connection, Self.patience)
      if clinux_send(connection, request, request.count, -1) == request.count {
        if let answer = answer() { return answer }
        break
      }
      // It ended after it had come.
      disconnect()
    }
    return unanswered()
  }

  /// What the service says; nil when that makes no sense, or it says nothing.
  private func answer() -> Int32? {
    var bytes = [UInt8](repeating: 0, count: PanelAnswer.byteCount)
    var descriptor: Int32 = -1
    let count = clinux_receive(connection, &bytes, bytes.count, 1, &descriptor)
    let answer = PanelAnswer(bytes: bytes.prefix(max(0, count)))
    if let answer, answer.error == 0, descriptor >= 0 { return descriptor }
    if descriptor >= 0 { close(descriptor) }
    guard let answer, answer.error > 0 else { return nil }
    return -answer.error
  }

  /// An answer that comes later must not be taken for that to the next question: the connection ends, and the
  /// service, which ends with it, is started again.
  private func unanswered() -> Int32 {
    disconnect()
    if !hasWarned { log.warning("the panel service does not answer when it is asked for touch panels") }
    hasWarned = true
    return -EPERM
  }

  private func disconnect() {
    if connection >= 0 { close(connection) }
    connection = -1
  }
}
