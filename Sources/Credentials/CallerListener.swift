import CLinux
import Glibc
import Logging

/// Takes messages at a socket of the service manager's, for services that answer one message on each
/// connection.
///
/// The kernel identifies callers. The service disconnects silent callers, which delay no others.
package final class CallerListener {
  private let listener: Int32
  private let callers: Set<uid_t>
  private let mostBytes: Int
  private let log: Log
  private let now: () -> Double
  private var connections: [Connection] = []

  /// A caller that has connected and not yet asked.
  private struct Connection {
    let descriptor: Int32
    let user: uid_t
    /// When the service disconnects it.
    let expires: Double
  }

  /// More do not wait; the oldest goes.
  private static let mostConnections = 16
  /// Seconds in which a caller has to ask.
  private static let patience = 2.0

  /// Takes messages at `listener`, which it owns.
  ///
  /// - Parameters:
  ///   - callers: the users who are answered.
  ///   - mostBytes: the longest message. Of a longer one so many bytes are taken.
  ///   - now: seconds of a clock that is never set.
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

  /// Answers until no one has come for `idle` seconds, and `busyUntil` is over.
  ///
  /// - Parameters:
  ///   - busyUntil: a time before which the service does not end; infinite where there is none.
  ///   - answer: the answer to a message of a user; nil sends none. The message is wiped afterward.
  package func serve(
    idle: Double, busyUntil: () -> Double = { -.infinity },
    answer: (_ message: ArraySlice<UInt8>, _ user: uid_t) -> [UInt8]?
  ) {
    var lastCall = now()
    while true {
      let end = max(lastCall + idle, busyUntil())
      guard !connections.isEmpty || now() < end else { return }
      let due = connections.map(\.expires).min() ?? (end < .infinity ? end : nil)
      if turn(until: due, answer) { lastCall = now() }
    }
  }

  /// Waits for callers and their messages, up to a time; returns whether one came or spoke.
  private func turn(
    until due: Double?, _ answer: (_ message: ArraySlice<UInt8>, _ user: uid_t) -> [UInt8]?
  ) -> Bool {
    var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
    polled += connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let milliseconds = due.map { Int32(min(max(0, ($0 - now()) * 1000).rounded(.up), 1e6)) } ?? -1
    guard poll(&polled, nfds_t(polled.count), milliseconds) >= 0 else { return false }
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
      log.warning("user \(user) is not answered")
      close(descriptor)
      return
    }
    if connections.count >= Self.mostConnections { close(connections.removeFirst().descriptor) }
    connections.append(Connection(descriptor: descriptor, user: user, expires: now() + Self.patience))
  }

  private func receive(
    _ connection: Connection, _ answer: (_ message: ArraySlice<UInt8>, _ user: uid_t) -> [UInt8]?
  ) {
    var bytes = [UInt8](repeating: 0, count: mostBytes)
    var unwanted: Int32 = -1
    let count = clinux_receive(connection.descriptor, &bytes, bytes.count, 0, &unwanted)
    if unwanted >= 0 { close(unwanted) }
    defer {
      bytes.withUnsafeMutableBytes { if let base = $0.baseAddress { explicit_bzero(base, $0.count) } }
    }
    guard count > 0, let said = answer(bytes.prefix(count), connection.user) else { return }
    // A caller that does not wait for the answer has still asked.
    _ = clinux_send(connection.descriptor, said, said.count, -1)
  }

  /// Who owns the path that a socket is bound to: the service manager gives it to the kiosk's user. Nil when
  /// it has none.
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
