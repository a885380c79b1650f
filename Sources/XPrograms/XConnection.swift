import CLinux
import Glibc

/// An error of the connection to an X server.
struct XFailure: Error, CustomStringConvertible {
  let description: String
}

/// A single-threaded client connection to an X server. Requests are sent at once, and replies are awaited.
final class XConnection {
  let descriptor: Int32
  let root: UInt32
  let (width, height): (Int, Int)
  /// The first resource ID of this client.
  let firstResource: UInt32
  private var input: [UInt8] = []
  private var events: [XMessage] = []
  private var sequence = 0

  /// The time-out for a reply, in milliseconds.
  private static let patience: Int32 = 10_000
  /// The size limit of a reply in bytes.
  private static let mostBytes = 1 << 20

  /// Connects to the server at a path with its cookie.
  init(path: String, cookie: [UInt8]) throws(XFailure) {
    let descriptor = clinux_stream_connect(path)
    guard descriptor >= 0 else { throw XFailure(description: "\(path): \(String(cString: strerror(errno)))") }
    do throws(XFailure) {
      try Self.write(XRequest.setup(cookie: cookie), to: descriptor)
      let head = try Self.read(8, from: descriptor)
      let rest = try Self.read(4 * (Int(head[6]) | Int(head[7]) << 8), from: descriptor)
      guard head[0] == 1 else { throw XFailure(description: "the X server refuses the cookie") }
      let answer = XMessage(bytes: head + rest)
      // The vendor's name and the pixmap formats precede the first screen.
      let screen = 40 + (answer.two(24) + 3) / 4 * 4 + 8 * Int(answer.bytes.count > 29 ? answer.bytes[29] : 0)
      guard answer.bytes.count >= screen + 24 else {
        throw XFailure(description: "the X server has no screen")
      }
      firstResource = answer.window(12)
      root = answer.window(screen)
      (width, height) = (answer.two(screen + 20), answer.two(screen + 22))
      self.descriptor = descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Sends a request without a reply.
  func send(_ request: [UInt8]) throws(XFailure) {
    try Self.write(request, to: descriptor)
    sequence += 1
  }

  /// Sends a request and awaits its reply. Returns nil if the server reports an error: the window may be
  /// gone.
  func ask(_ request: [UInt8]) throws(XFailure) -> XMessage? {
    try send(request)
    let wanted = sequence & 0xFFFF
    while true {
      while let message = try takeMessage() {
        guard message.kind <= 1 else {
          events.append(message)
          continue
        }
        if message.sequence == wanted { return message.kind == 1 ? message : nil }
      }
      guard clinux_wait_readable(descriptor, Self.patience) > 0 else {
        throw XFailure(description: "the X server does not answer")
      }
      try receive()
    }
  }

  /// Returns the next event that has arrived; nil if there is none.
  func nextEvent() throws(XFailure) -> XMessage? {
    if !events.isEmpty { return events.removeFirst() }
    while let message = try takeMessage() {
      // Ignore errors: their cause is always a window that is gone.
      if message.kind > 1 { return message }
    }
    return nil
  }

  /// Reads the available data.
  func receive() throws(XFailure) {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else { throw XFailure(description: "the X server has gone") }
    input += bytes.prefix(count)
  }

  private func takeMessage() throws(XFailure) -> XMessage? {
    guard let size = XMessage.size(input) else { return nil }
    guard size <= Self.mostBytes else {
      throw XFailure(description: "the X server sent a message that is too long")
    }
    guard input.count >= size else { return nil }
    defer { input.removeFirst(size) }
    return XMessage(bytes: Array(input.prefix(size)))
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(XFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&wait, 1, patience) > 0 else { throw XFailure(description: "the X server does not read") }
      } else if errno != EINTR {
        throw XFailure(description: "the X server has gone")
      }
    }
  }

  private static func read(_ count: Int, from descriptor: Int32) throws(XFailure) -> [UInt8] {
    var result: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: max(count, 1))
    while result.count < count {
      guard clinux_wait_readable(descriptor, patience) > 0 else {
        throw XFailure(description: "the X server does not answer")
      }
      let part = Glibc.read(descriptor, &bytes, count - result.count)
      if part < 0, errno == EINTR || errno == EAGAIN { continue }
      guard part > 0 else { throw XFailure(description: "the X server has gone") }
      result += bytes.prefix(part)
    }
    return result
  }
}
