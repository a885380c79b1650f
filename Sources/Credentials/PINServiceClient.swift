import CLinux
import Configuration
import Glibc

/// The launcher's client of the PIN service.
///
/// Calls block until the answer comes, so call from a background thread.
package struct PINServiceClient: Hashable, Sendable {
  private let socket: String

  /// The time-out in milliseconds: systemd may have to start the service first, on a busy machine.
  private static let patience: Int32 = 15_000

  /// Creates a client for the service at the path `socket`.
  package init(socket: String) { self.socket = socket }

  /// Creates a client for the service in the environment. Returns nil if there is none.
  package init?(environment: [String: String]) {
    guard let path = environment[PINServicePlace.variable], path.hasPrefix("/") else { return nil }
    socket = path
  }

  /// Asks the service about a PIN; the verdict is `failed` if it does not answer.
  package func ask(_ request: PINRequest) -> PINVerdict { ticketed(request).verdict }

  /// Asks about the PIN of an operator. Also returns the ticket for the right one.
  package func askForTicket(_ pin: PIN) -> (verdict: PINVerdict, ticket: PINTicket?) {
    ticketed(.operate(pin))
  }

  /// Returns the seconds for which a ticket is valid; nil if it is not.
  package func redeem(_ ticket: PINTicket) -> Double? {
    switch answer(to: .redeem(ticket)) {
    case .success(let bytes): PINTicket.secondsLeft(answer: bytes)
    case .failure: nil
    }
  }

  private func ticketed(_ request: PINRequest) -> (verdict: PINVerdict, ticket: PINTicket?) {
    switch answer(to: request) {
    case .success(let bytes): (PINVerdict(bytes: bytes) ?? Self.silence, PINTicket(answer: bytes))
    case .failure(let reason): (.failed(reason: reason.text), nil)
    }
  }

  /// Asks the service about the lock, or to lock.
  package func askLock(_ request: PINRequest) -> LockVerdict {
    switch answer(to: request) {
    case .success(let bytes): LockVerdict(bytes: bytes)
    case .failure(let reason): .failed(reason: reason.text)
    }
  }

  /// The reason why no answer came.
  private struct Silence: Error {
    let text: String
  }

  private func answer(to request: PINRequest) -> Result<[UInt8], Silence> {
    let connection = clinux_message_connect(socket)
    guard connection >= 0 else {
      return .failure(Silence(text: "\(socket): \(String(cString: strerror(errno)))"))
    }
    defer { close(connection) }
    // The service manager listens as root. No other user's socket may get a PIN.
    let owner = clinux_peer_user(connection)
    guard owner == 0 || owner == geteuid() else {
      return .failure(Silence(text: "the service manager does not listen on \(socket)"))
    }
    _ = clinux_set_receive_timeout(connection, Self.patience)
    let question = request.bytes
    var bytes = [UInt8](repeating: 0, count: PINVerdict.mostBytes)
    var unwanted: Int32 = -1
    guard clinux_send(connection, question, question.count, -1) == question.count else { return .success([]) }
    let count = clinux_receive(connection, &bytes, bytes.count, 1, &unwanted)
    if unwanted >= 0 { close(unwanted) }
    return .success(Array(bytes.prefix(max(0, count))))
  }

  private static let silence = PINVerdict.failed(reason: "the PIN service does not answer")
}
