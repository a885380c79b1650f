import Glibc

/// Passes messages between a test and a Wayland compositor.
///
/// `WaylandRelay COMPOSITOR LISTEN` waits for one client on the Unix socket LISTEN, and connects it with the
/// socket COMPOSITOR once that exists. KWin offers its fake input only to programs that it can inspect in
/// `/proc`. An unprivileged KWin cannot inspect a test that runs as root, but it can inspect this relay,
/// which starts beside it. The relay does not pass on file descriptors.
@main
enum WaylandRelay {
  /// Microseconds between two checks for the compositor's socket.
  private static let pause: UInt32 = 10_000

  static func main() {
    signal(SIGPIPE, SIG_IGN)
    guard CommandLine.arguments.count == 3 else { exit(64) }
    let listener = makeSocket(CommandLine.arguments[2], bind)
    guard listener >= 0, listen(listener, 1) == 0 else { exit(71) }
    let client = accept(listener, nil, nil)
    var compositor: Int32 = -1
    while compositor < 0 {
      usleep(pause)
      compositor = makeSocket(CommandLine.arguments[1], connect)
    }
    while pass(client, compositor) {}
  }

  private static func makeSocket(
    _ path: String, _ attach: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
  ) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path) - 1
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(room)) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        attach(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return -1
  }

  /// Passes on the available data in both directions. Returns false if a peer closed its connection.
  private static func pass(_ one: Int32, _ other: Int32) -> Bool {
    var sides = [
      pollfd(fd: one, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&sides, 2, -1) > 0 else { return errno == EINTR }
    return (sides[0].revents == 0 || copy(from: one, to: other))
      && (sides[1].revents == 0 || copy(from: other, to: one))
  }

  private static func copy(from source: Int32, to target: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(source, &bytes, bytes.count)
    guard count > 0 else { return false }
    return write(target, bytes, count) == count
  }
}
