import Foundation

/// A service manager's socket that collects a service's messages, as in sd_notify(3).
public final class NotifySocket {
  /// The value of `NOTIFY_SOCKET`.
  public let path: String
  private let descriptor: Int32
  private let mailbox = Mailbox()
  private var messages: [String] = []

  /// Creates a socket that every user may write to.
  ///
  /// - Throws: `CompositorFailure` if it cannot be created.
  public init(_ path: String) throws {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw CompositorFailure("\(path) is too long for a socket")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, chmod(path, 0o777) == 0 else {
      throw CompositorFailure("no socket at \(path): errno \(errno)")
    }
    // Reads at once, as a service manager does. A socket holds ten messages, and the next sender blocks.
    Thread { [descriptor, mailbox] in
      mailbox.fill(from: descriptor)
      close(descriptor)
    }.start()
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    unlink(path)
  }

  /// All messages so far.
  public var received: [String] {
    while receive() != nil {}
    return messages
  }

  /// Reports whether a message has arrived.
  public func has(_ message: String) -> Bool { received.contains(message) }

  /// Waits until a message has arrived `count` more times.
  ///
  /// - Throws: `CompositorFailure` after the time-out.
  public func wait(for message: String, count: Int = 1, limit: Double = Patience.limit) throws {
    let before = messages.count
    _ = try Patience.wait(for: "\(count) times \(message) after \(messages)", limit: limit) {
      received.dropFirst(before).filter { $0 == message }.count >= count ? true : nil
    }
  }

  /// Waits until a message has been absent for some time.
  ///
  /// - Throws: `CompositorFailure` if it keeps arriving.
  public func waitForSilence(of message: String, seconds: Double, limit: Double = Patience.limit) throws {
    var last = Patience.now
    var seen = received.count
    _ = try Patience.wait(for: "no \(message)", limit: limit) {
      let new = received.dropFirst(seen)
      seen = messages.count
      if new.contains(message) { last = Patience.now }
      return Patience.now - last >= seconds ? true : nil
    }
  }

  private func receive() -> String? {
    guard let text = mailbox.take() else { return nil }
    messages.append(text)
    return text
  }
}

/// Messages that the test has not read yet.
private final class Mailbox: @unchecked Sendable {
  private let lock = NSLock()
  private var messages: [String] = []

  func take() -> String? {
    lock.withLock { messages.isEmpty ? nil : messages.removeFirst() }
  }

  /// Stores messages until the socket is shut down.
  func fill(from socket: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      let text = String(decoding: buffer.prefix(count), as: UTF8.self)
      lock.withLock { messages.append(text) }
    }
  }
}
