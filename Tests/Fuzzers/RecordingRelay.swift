import Foundation

/// Passes messages and descriptors between client and compositor, and records the compositor's bytes.
nonisolated final class RecordingRelay: @unchecked Sendable {
  private let lock = NSLock()
  private var heard: [UInt8] = []
  private var clientSocket: Int32

  /// Creates a relay between a new client socket and the compositor at `server`.
  init(to server: Int32) throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
    clientSocket = ends[1]
    let near = ends[0]
    Thread.detachNewThread { [self] in run(near, server) }
  }

  /// Returns the client's end. The caller must close it.
  func takeClientSocket() -> Int32 {
    defer { clientSocket = -1 }
    return clientSocket
  }

  /// Returns the compositor's bytes since the last call.
  func take() -> [UInt8] {
    lock.withLock {
      defer { heard = [] }
      return heard
    }
  }

  private func run(_ client: Int32, _ server: Int32) {
    var ends = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&ends, 2, -1) > 0 {
      for index in 0..<2 where ends[index].revents != 0 {
        guard let bytes = hand(from: ends[index].fd, to: ends[1 - index].fd) else {
          close(client)
          close(server)
          return
        }
        if index == 1 { lock.withLock { heard += bytes } }
      }
    }
  }

  /// Passes on the available bytes and returns them. Returns nil if a peer closed its connection.
  private func hand(from source: Int32, to target: Int32) -> [UInt8]? {
    var data = [UInt8](repeating: 0, count: 65_536)
    var control = [UInt8](repeating: 0, count: 256)
    let size = data.count
    return data.withUnsafeMutableBytes { data in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: data.baseAddress, iov_len: size)
        return withUnsafeMutablePointer(to: &part) { part -> [UInt8]? in
          var message = msghdr()
          (message.msg_iov, message.msg_iovlen) = (part, 1)
          (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
          let count = recvmsg(source, &message, 0)
          guard count > 0 else { return nil }
          part.pointee.iov_len = count
          if message.msg_controllen == 0 { message.msg_control = nil }
          guard sendmsg(target, &message, 0) == count else { return nil }
          return Array(data.prefix(count))
        }
      }
    }
  }
}
