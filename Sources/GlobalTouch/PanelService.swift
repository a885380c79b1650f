import CLinux
import Glibc
import Supervision

/// Opens touch panels for the launcher, and nothing else: a process of its own, because whoever may open one input
/// device may open all of them, and read every key.
///
/// It goes to the launcher, at a socket of the service manager's, and not the other way round: so it has nobody to tell
/// from others. What the launcher hands on to no program is that socket's other end.
///
/// ```swift
/// let service = try PanelService(socket: "/run/rotunda-panels", seat: "seat0")
/// service.serve()  // until the launcher ends
/// ```
public nonisolated final class PanelService {
  private let connection: Int32
  private let open: (String) -> Int32

  /// Why there is nobody to serve.
  public enum Failure: Error, Equatable {
    /// Nobody can be reached at the socket, with the reason's errno.
    case unreachable(errno: Int32)
    /// Who listens at the socket is neither root nor this user.
    case stranger
  }

  /// Serves whoever listens at the path `socket` with panels of `seat`, a name of logind's.
  public convenience init(socket: String, seat: String) throws(Failure) {
    let connection = clinux_message_connect(socket)
    guard connection >= 0 else { throw .unreachable(errno: errno) }
    let owner = clinux_peer_user(connection)
    // A socket of the service manager's is root's, and no program could put another in its place; one that
    // all the same did must not be given fingers.
    guard owner == 0 || owner == geteuid() else {
      close(connection)
      throw .stranger
    }
    self.init(connection: connection) { Self.openPanel($0, of: seat) }
  }

  /// Answers what comes through `connection`, which it owns, with what `open` says: a descriptor or a negative errno.
  init(connection: Int32, open: @escaping (String) -> Int32) {
    (self.connection, self.open) = (connection, open)
  }

  deinit {
    close(connection)
  }

  /// Answers until the other end is closed.
  public func serve() {
    while answer() {}
  }

  /// Waits for one request and answers it; returns whether there may be more.
  private func answer() -> Bool {
    var bytes = [UInt8](repeating: 0, count: PanelRequest.mostBytes)
    var unwanted: Int32 = -1
    let count = clinux_receive(connection, &bytes, bytes.count, 1, &unwanted)
    if unwanted >= 0 { close(unwanted) }
    // What is no request is not the launcher's.
    guard count > 0, let request = PanelRequest(bytes: bytes.prefix(count)) else { return false }
    let descriptor = request.namesEventDevice ? open(request.path) : -EINVAL
    defer { if descriptor >= 0 { close(descriptor) } }
    let answer = PanelAnswer(error: max(0, -descriptor)).bytes
    return clinux_send(connection, answer, answer.count, descriptor) == answer.count
  }

  /// A descriptor of the event device at `path`, or a negative errno: ENODEV if udev, or the device itself, says that it is
  /// no touch panel of `seat`.
  static func openPanel(_ path: String, of seat: String) -> Int32 {
    let descriptor = PanelOpener.openPanel(path, of: seat, with: PanelOpener.openForReading)
    guard descriptor >= 0 else { return descriptor }
    // udev's word is a rule's, and rules can be wrong.
    guard clinux_is_touch_panel(descriptor) != 0 else {
      close(descriptor)
      return -ENODEV
    }
    return descriptor
  }
}
