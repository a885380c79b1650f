import CLinux
import Glibc
import Wayland

/// Sockets at which the compositor itself knows programs from the launcher (`wp_security_context_v1`), and
/// keeps its privileged globals from them.
final class SecurityContexts {
  /// How the launcher is called as an engine of sandboxes.
  private static let engine = "org.rotunda"

  private let manager: WpSecurityContextManagerV1

  /// Nil where the compositor has no such thing.
  init?(_ registry: Registry) {
    guard let manager = registry.bindIfOffered(WpSecurityContextManagerV1.self) else { return nil }
    self.manager = manager
  }

  /// A context for the program of a tile, at a socket that listens: the compositor answers there until the
  /// result is closed.
  ///
  /// - Parameter instance: tells starts of one tile apart.
  func attach(_ socket: ProgramSocket, tile: String, instance: String) throws(ProgramSocketError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe(&ends) == 0 else { throw ProgramSocketError(path: socket.path, errno: errno) }
    defer { close(ends[0]) }
    let context = manager.createListener(listenFd: socket.descriptor, closeFd: ends[0])
    context.setSandboxEngine(name: Self.engine)
    context.setAppId(appId: tile)
    context.setInstanceId(instanceId: instance)
    context.commit()
    context.destroy()
    return ends[1]
  }
}
