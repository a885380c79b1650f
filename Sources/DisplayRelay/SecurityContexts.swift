import CLinux
import Glibc
import Wayland

/// Sockets on which the compositor distinguishes programs from the launcher (`wp_security_context_v1`), and
/// hides its privileged globals.
final class SecurityContexts {
  /// The launcher's name as a sandbox engine.
  private static let engine = "org.rotunda"

  private let manager: WpSecurityContextManagerV1

  /// Creates the client. Returns nil if the compositor lacks the protocol.
  init?(_ registry: Registry) {
    guard let manager = registry.bindIfOffered(WpSecurityContextManagerV1.self) else { return nil }
    self.manager = manager
  }

  /// Creates a security context for a tile's program at a listening socket.
  ///
  /// - Parameter instance: identifies the start of the tile.
  /// - Returns: a descriptor. The compositor serves the socket until it is closed.
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
