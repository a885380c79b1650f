import CLinux
import Configuration
import Glibc

/// The launcher's way to the PIN service.
///
/// It waits for the answer, so ask on a thread.
package struct PINServiceClient: Hashable, Sendable {
  private let socket: String

  /// How long a service may take, in milliseconds: it may have to be started first, on a machine that has
  /// much to do.
  private static let patience: Int32 = 15_000

  /// A service at the path `socket`.
  package init(socket: String) { self.socket = socket }

  /// The service that the environment names; nil where there is none.
  package init?(environment: [String: String]) {
    guard let path = environment[PINServicePlace.variable], path.hasPrefix("/") else { return nil }
    socket = path
  }

  /// What the service says of a PIN; `failed` when it does not answer.
  package func ask(_ request: PINRequest) -> PINVerdict { askForTicket(request).verdict }

  /// The same with the ticket that comes with a right PIN.
  package func askForTicket(_ request: PINRequest) -> (verdict: PINVerdict, ticket: PINTicket?) {
    switch answer(to: request) {
    case .success(let bytes): (PINVerdict(bytes: bytes) ?? Self.silence, PINTicket(answer: bytes))
    case .failure(let reason): (.failed(reason: reason.text), nil)
    }
  }

  /// What the service says of the lock, asked whether there is one or to have one.
  package func askLock(_ request: PINRequest) -> LockVerdict {
    switch answer(to: request) {
    case .success(let bytes): LockVerdict(bytes: bytes)
    case .failure(let reason): .failed(reason: reason.text)
    }
  }

  /// Why there is no answer.
  private struct Silence: Error {
    let text: String
  }

  private func answer(to request: PINRequest) -> Result<[UInt8], Silence> {
    let connection = clinux_message_connect(socket)
    guard connection >= 0 else {
      return .failure(Silence(text: "\(socket): \(String(cString: strerror(errno)))"))
    }
    defer { close(connection) }
    // The service manager listens, as root. What another user listens at must not be given a PIN.
    let owner = clinux_peer_user(connection)
    guard owner == 0 || owner == geteuid() else {
      return .failure(Silence(text: "\(socket) is not the service manager's"))
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
