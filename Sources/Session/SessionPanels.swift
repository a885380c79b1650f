import CLinux
import Glibc
import Logging
import Supervision
import Threads

private nonisolated let log = Log("session")

/// The launcher's client of the panel service, which alone may open touch panels.
///
/// The service connects to a socket that the service manager passed to the session, and the session to the
/// launcher. Only processes with that socket can send requests, so no access check is needed. After a restart
/// of the service or the launcher, the service connects again.
///
/// Calls block until the answer comes, so call from a background thread. Concurrent calls wait for one
/// another.
package nonisolated final class SessionPanels: @unchecked Sendable {
  private let listener: Int32
  /// Serializes requests.
  private let turn = Monitor(())
  private var connection: Int32 = -1
  private var hasWarned = false

  /// The time-out of a request in milliseconds: touch input must not wait longer.
  private static let patience: Int32 = 500
  /// The most connections of earlier service processes that may have closed since the last request.
  private static let mostConnections = 16

  /// Accepts the panel service's connections at `listener`, and takes ownership of it.
  init(listener: Int32) {
    self.listener = listener
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
  }

  /// Uses the descriptor number in `word`. Returns nil if it is not a socket.
  convenience init?(word: String) {
    guard let number = Int32(word), number > STDERR_FILENO, Self.isSocket(number) else {
      log.warning("\(SessionVariables.panels) is '\(word)', which is not a socket")
      return nil
    }
    self.init(listener: number)
  }

  deinit {
    disconnect()
    close(listener)
  }

  /// Reports whether the descriptor is an open socket.
  static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Opens the touch panel at `path`.
  ///
  /// - Returns: a read-only, non-blocking, close-on-exec descriptor, or a negative errno: ENODEV if it is
  ///   not a touch panel of this seat, EINVAL if not an event device, EPERM if no service answers.
  package func open(_ path: String) -> Int32 {
    ask(PanelRequest(path: path))
  }

  /// Requests the button events of gamepads and remote controls.
  ///
  /// - Returns: a socket on which they arrive, or a negative errno: EINVAL from an older service without
  ///   that feature, EPERM if no service answers.
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
      // The service closed this connection before the request.
      disconnect()
    }
    return unanswered()
  }

  /// Receives the service's answer. Returns nil if it is invalid or does not come in time.
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

  /// Closes the connection: a late answer must not count for the next request. The service ends with its
  /// connection and is restarted.
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
