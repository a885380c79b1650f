import CLinux
import Glibc
import Logging

/// Receives messages at a socket from the service manager, for services that answer one message per
/// connection.
///
/// The kernel identifies callers. Silent callers are disconnected, and delay no others.
package final class CallerListener {
  private let listener: Int32
  private let callers: Set<uid_t>
  private let mostBytes: Int
  private let log: Log
  private let now: () -> Double
  private var connections: [Connection] = []

  /// A connected caller that has not sent its message yet.
  private struct Connection {
    let descriptor: Int32
    let user: uid_t
    /// The time at which the service disconnects it.
    let expires: Double
  }

  /// Another descriptor to wait for, and the handler that runs when it is readable.
  package struct Source {
    let descriptor: Int32
    let handle: () -> Void

    package init(_ descriptor: Int32, handle: @escaping () -> Void) {
      (self.descriptor, self.handle) = (descriptor, handle)
    }
  }

  /// Returns the answer to a message of a user, with a descriptor that came with it.
  package typealias Answer = (_ message: ArraySlice<UInt8>, _ user: uid_t, _ file: Int32) -> [UInt8]?

  /// The most waiting connections; further ones replace the oldest.
  private static let mostConnections = 16
  /// Seconds in which a caller must send its message.
  private static let patience = 2.0

  /// Receives messages at `listener`, and takes ownership of it.
  ///
  /// - Parameters:
  ///   - callers: the users that the service answers.
  ///   - mostBytes: the maximum length of a message; longer ones are truncated.
  ///   - now: returns the seconds of a monotonic clock.
  package init(
    _ listener: Int32, callers: Set<uid_t>, mostBytes: Int, log: Log, now: @escaping () -> Double
  ) {
    (self.listener, self.callers, self.mostBytes) = (listener, callers, mostBytes)
    (self.log, self.now) = (log, now)
  }

  deinit {
    for connection in connections { close(connection.descriptor) }
    close(listener)
  }

  /// Answers callers until none has come for `idle` seconds, and `busyUntil` has passed.
  ///
  /// - Parameters:
  ///   - busyUntil: a time before which the service does not end; infinite for never.
  ///   - answer: returns the answer to a user's message; nil sends none. The message is wiped afterward. A
  ///     descriptor that came with it is closed, so duplicate it to keep it; it is −1 without one.
  package func serve(
    idle: Double, busyUntil: () -> Double = { -.infinity }, also source: Source? = nil,
    answer: Answer
  ) {
    var lastCall = now()
    while true {
      let end = max(lastCall + idle, busyUntil())
      guard !connections.isEmpty || now() < end else { return }
      let due = connections.map(\.expires).min() ?? (end < .infinity ? end : nil)
      if turn(until: due, source, answer) { lastCall = now() }
    }
  }

  /// Waits for callers and their messages until a time. Returns whether one connected or sent a message.
  private func turn(until due: Double?, _ source: Source?, _ answer: Answer) -> Bool {
    var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
    polled += connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    // poll ignores −1.
    polled.append(pollfd(fd: source?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
    let milliseconds = due.map { Int32(min(max(0, ($0 - now()) * 1000).rounded(.up), 1e6)) } ?? -1
    guard poll(&polled, nfds_t(polled.count), milliseconds) >= 0 else { return false }
    if let source, polled.removeLast().revents != 0 { source.handle() }
    let speaking = Set(polled.dropFirst().filter { $0.revents != 0 }.map(\.fd))
    for connection in connections where speaking.contains(connection.descriptor) {
      receive(connection, answer)
      close(connection.descriptor)
    }
    let time = now()
    for connection in connections
    where !speaking.contains(connection.descriptor) && connection.expires <= time {
      close(connection.descriptor)
    }
    connections.removeAll { speaking.contains($0.descriptor) || $0.expires <= time }
    let hasCaller = polled[0].revents != 0
    if hasCaller { accept() }
    return hasCaller || !speaking.isEmpty
  }

  private func accept() {
    let descriptor = clinux_accept(listener)
    guard descriptor >= 0 else { return }
    let user = clinux_peer_user(descriptor)
    guard callers.contains(user) else {
      log.warning("refused a call of user \(user)")
      close(descriptor)
      return
    }
    if connections.count >= Self.mostConnections { close(connections.removeFirst().descriptor) }
    connections.append(Connection(descriptor: descriptor, user: user, expires: now() + Self.patience))
  }

  private func receive(_ connection: Connection, _ answer: Answer) {
    var bytes = [UInt8](repeating: 0, count: mostBytes)
    var file: Int32 = -1
    let count = clinux_receive(connection.descriptor, &bytes, bytes.count, 0, &file)
    defer {
      if file >= 0 { close(file) }
      bytes.withUnsafeMutableBytes { if let base = $0.baseAddress { explicit_bzero(base, $0.count) } }
    }
    guard count > 0, let said = answer(bytes.prefix(count), connection.user, file) else { return }
    // A caller that does not wait for the answer is still counted.
    _ = clinux_send(connection.descriptor, said, said.count, -1)
  }

  /// Returns the owner of a bound socket's path, which the service manager sets to the kiosk's user. Returns
  /// nil if the socket has no path.
  package static func owner(ofSocket descriptor: Int32) -> uid_t? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isNamed = withUnsafeMutableBytes(of: &address) { bytes in
      bytes.baseAddress.map {
        getsockname(descriptor, $0.assumingMemoryBound(to: sockaddr.self), &length) == 0
      } ?? false
    }
    guard isNamed else { return nil }
    var status = stat()
    let isThere = withUnsafeBytes(of: &address.sun_path) { bytes in
      bytes.first != 0 && bytes.contains(0)
        && bytes.baseAddress.map { stat($0.assumingMemoryBound(to: CChar.self), &status) == 0 } ?? false
    }
    return isThere ? status.st_uid : nil
  }
}
