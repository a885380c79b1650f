import Foundation

/// Two descriptors that belong together. Children do not inherit them.
struct DescriptorPair {
  let first: Int32
  let second: Int32

  /// A pipe: the first end is read, the second written.
  static func pipe() throws -> DescriptorPair {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return DescriptorPair(first: ends[0], second: ends[1])
  }

  /// Two connected sockets.
  static func sockets() throws -> DescriptorPair {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
    return DescriptorPair(first: ends[0], second: ends[1])
  }

  /// Makes reads and writes return at once.
  func makeNonblocking() {
    for end in [first, second] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }
}
