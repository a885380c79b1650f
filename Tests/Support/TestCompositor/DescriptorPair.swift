import Foundation

/// A pair of connected descriptors. Children do not inherit them.
struct DescriptorPair {
  let first: Int32
  let second: Int32

  /// Creates a pipe: the first end is for reading, the second for writing.
  static func pipe() throws -> DescriptorPair {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return DescriptorPair(first: ends[0], second: ends[1])
  }

  /// Creates two connected sockets.
  static func sockets() throws -> DescriptorPair {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
    return DescriptorPair(first: ends[0], second: ends[1])
  }

  /// Makes both ends non-blocking.
  func makeNonblocking() {
    for end in [first, second] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }
}
