import Glibc

/// The compositor's end of a client's connection.
final class HostileCompositor {
  private let socket: Int32
  /// MSG_NOSIGNAL of <sys/socket.h>: a client that closed its end must not end this process.
  private static let noSignal: Int32 = 0x4000
  private var clientSocket: Int32

  /// Returns nil if no sockets are available.
  init?() {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    (socket, clientSocket) = (ends[0], ends[1])
  }

  isolated deinit {
    close(socket)
    if clientSocket >= 0 { close(clientSocket) }
  }

  /// Returns the client's end. The caller must close it.
  func takeClientSocket() -> Int32 {
    defer { clientSocket = -1 }
    return clientSocket
  }

  /// Sends a piece with a file descriptor. Keymaps need one, and the client must close unexpected ones.
  func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var bytes = bytes
    // cmsghdr and one descriptor, in eight-byte steps (cmsg(3)).
    var control = [UInt64](repeating: 0, count: 3)
    control[0] = 20
    control[1] = UInt64(SOL_SOCKET) | UInt64(SCM_RIGHTS) << 32
    control[2] = UInt64(UInt32(bitPattern: descriptor))
    bytes.withUnsafeMutableBytes { data in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: data.baseAddress, iov_len: data.count)
        withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          message.msg_iov = part
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          _ = sendmsg(socket, &message, Self.noSignal)
        }
      }
    }
  }

  /// Discards the client's messages.
  func drain() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(socket, &buffer, buffer.count) > 0 {}
  }
}
