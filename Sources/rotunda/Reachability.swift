import Glibc

/// Whether a host answers. Takes as long as names and networks take, so not on the loop's thread.
nonisolated struct Reachability: Sendable {
  let host: String
  let port: Int

  /// Milliseconds that one address gets: more than any healthy network takes around the world.
  private static let patience: Int32 = 3000
  /// How many addresses are tried.
  private static let mostAddresses = 4

  /// Whether one of its addresses takes the connection or refuses it: either is an answer.
  var answers: Bool {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return false }
    defer { freeaddrinfo(list) }
    var next = list
    for _ in 0..<Self.mostAddresses {
      guard let address = next?.pointee else { return false }
      if Self.answers(address) { return true }
      next = address.ai_next
    }
    return false
  }

  private static func answers(_ address: addrinfo) -> Bool {
    let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = socket(address.ai_family, flags, address.ai_protocol)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    if connect(socket, address.ai_addr, address.ai_addrlen) == 0 || errno == ECONNREFUSED { return true }
    guard errno == EINPROGRESS else { return false }
    var state = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
    guard poll(&state, 1, patience) > 0 else { return false }
    var (error, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size)
    return error == 0 || error == ECONNREFUSED
  }
}
