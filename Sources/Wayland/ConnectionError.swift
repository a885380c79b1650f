/// Why there is no connection, or no longer one.
public nonisolated enum ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `XDG_RUNTIME_DIR` is not set or not an absolute path, and nothing else says where the compositor is.
  case noRuntimeDirectory
  /// No compositor listens at this path.
  case noSocket(path: String)
  /// A socket is there, but nobody answers.
  case refused(path: String)
  /// Connecting failed in another way.
  case unreachable(path: String, errno: Int32)
  /// `WAYLAND_SOCKET`, or the descriptor that was handed over, is not an open socket.
  case badDescriptor(String)
  /// The compositor is gone.
  case disconnected(errno: Int32)
  /// The compositor has refused what we sent.
  case refusedByProtocol(ProtocolError)
  /// The compositor is there, but does not answer.
  case timedOut
  /// The connection was closed on this side.
  case closed

  /// One line for a log, which names what is missing.
  public var description: String {
    switch self {
    case .noRuntimeDirectory: "no Wayland compositor: XDG_RUNTIME_DIR is not set to an absolute path"
    case .noSocket(let path): "no Wayland compositor: there is no socket \(path)"
    case .refused(let path): "no Wayland compositor: nobody listens on the socket \(path)"
    case .unreachable(let path, let code): "no Wayland compositor: \(path): \(SystemText.of(code))"
    case .badDescriptor(let value):
      "no Wayland compositor: '\(value)' is not the descriptor of an open socket"
    case .disconnected(let code): "the Wayland compositor is gone: \(SystemText.of(code))"
    case .refusedByProtocol(let error): "the Wayland compositor ended the connection: \(error)"
    case .timedOut: "the Wayland compositor does not answer"
    case .closed: "the connection to the Wayland compositor is closed"
    }
  }
}
