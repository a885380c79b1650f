import Glibc

/// A socket at a path on which a compositor accepts clients.
enum ListeningSocket {
  /// Returns the descriptor of a new socket; nil if there cannot be one.
  static func open(at path: String) -> Int32? {
    var address = sockaddr_un()
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard socket >= 0, result == 0, listen(socket, 16) == 0 else {
      if socket >= 0 { close(socket) }
      return nil
    }
    return socket
  }
}
