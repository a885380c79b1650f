import CLinux
import Glibc
import Testing

/// The number of descriptors that a process keeps of a message.
@Suite struct ReceivedDescriptorsTests {
  @Test(arguments: 1...4) func noFurtherDescriptorStaysOpen(sent: Int) throws {
    var (sockets, ends): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, type, 0, &sockets) == 0)
    defer { for socket in sockets { close(socket) } }
    try #require(clinux_pipe(&ends) == 0)
    defer { close(ends[0]) }
    let count = Self.send([Int32](repeating: ends[1], count: sent), through: sockets[0])
    close(ends[1])
    #expect(count == 1)
    var (byte, descriptor) = (UInt8(0), Int32(-1))
    let received = clinux_receive(sockets[1], &byte, 1, 0, &descriptor)
    #expect(received == 1 && descriptor >= 0)
    close(descriptor)
    // The pipe ends when no process has its write end. Another test's child has it until it starts a program.
    var polled = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    let isReady = poll(&polled, 1, 10_000) == 1
    let end = read(ends[0], &byte, 1)
    #expect(isReady && end == 0)
  }

  /// Sends a byte with descriptors. Returns the same as sendmsg(2).
  private static func send(_ descriptors: [Int32], through socket: Int32) -> Int {
    // cmsghdr and the descriptors (cmsg(3)).
    let length = 16 + 4 * descriptors.count
    var control = [Int32](repeating: 0, count: (length + 7) / 8 * 2)
    (control[0], control[2], control[3]) = (Int32(length), SOL_SOCKET, Int32(SCM_RIGHTS))
    control.replaceSubrange(4..<4 + descriptors.count, with: descriptors)
    var byte = UInt8(0)
    return control.withUnsafeMutableBytes { control in
      withUnsafeMutablePointer(to: &byte) { byte in
        var part = iovec(iov_base: byte, iov_len: 1)
        return withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          message.msg_iov = part
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          return sendmsg(socket, &message, 0)
        }
      }
    }
  }
}
