import EventLoop
import Wayland

/// Why the launcher cannot live on a display.
public nonisolated enum DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no compositor, or it does not answer.
  case connection(ConnectionError)
  /// The compositor lacks something that nothing can replace; all of it is listed.
  case lacking([RegistryError])
  /// The connection cannot be waited for.
  case loop(EventLoopError)

  /// One line for a log.
  public var description: String {
    switch self {
    case .connection(let error): error.description
    case .lacking(let errors): errors.map(\.description).joined(separator: "; ")
    case .loop(let error): error.description
    }
  }
}
