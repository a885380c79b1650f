import CLinux
import Configuration
import FileSystem
import Glibc
import Logging

private let log = Log("pin")

/// Checks PINs for the launcher, counts those that are wrong, and keeps the launcher's lock: a process of its
/// own, as a user of its own, so that neither the launcher nor programs can read the hash, change what was
/// counted, or take the lock away.
///
/// It answers one message on each connection and closes it. Callers are known by what the kernel says of
/// them; those who say nothing, or something else, are let go of, and hold up no one.
///
/// ```swift
/// let service = PINService(listener: 3, hash: PINFile("/etc/rotunda/pin"), record: "/var/lib/rotunda-pin/failures", callers: [0, 990])
/// service.serve(idle: 30)  // until no one came for half a minute
/// ```
package final class PINService {
  private let listener: Int32
  private let hash: PINFile
  private let record: AtomicFile
  private let callers: Set<uid_t>
  private let now: () -> Double
  private var attempts: FailedAttempts
  /// Whether the launcher is locked until the PIN is entered.
  private var isLocked: Bool
  private var connections: [Connection] = []

  /// One who has come and not yet asked.
  private struct Connection {
    let descriptor: Int32
    /// When it is let go of.
    let expires: Double
  }

  /// More do not wait; the oldest goes.
  private static let mostConnections = 16
  /// Seconds in which a caller has to ask.
  private static let patience = 2.0
  /// Bytes that are read of the record: more than it ever has.
  private static let mostRecordBytes = 64
  private static let recordPrefix = "failures "
  private static let lockedLine = "locked\n"

  /// Answers at `listener`, which it owns.
  ///
  /// - Parameters:
  ///   - hash: the file with the PIN's hash. It is read for each PIN, so that a new one counts at once.
  ///   - record: the path of the file that keeps the count.
  ///   - callers: the users who are answered.
  ///   - now: seconds of a clock that is never set, and that goes on while the machine sleeps.
  package init(
    listener: Int32, hash: PINFile, record: String, callers: Set<uid_t>,
    now: @escaping () -> Double = PINService.now
  ) {
    (self.listener, self.hash, self.record) = (listener, hash, AtomicFile(record))
    (self.callers, self.now) = (callers, now)
    let kept = Self.read(self.record)
    attempts = FailedAttempts(kept: kept.count, at: now())
    isLocked = kept.isLocked
  }

  deinit {
    for connection in connections { close(connection.descriptor) }
    close(listener)
  }

  /// Seconds of CLOCK_BOOTTIME.
  package static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// What is kept: the count, or nil where there is none to be believed, and whether the launcher is locked.
  private static func read(_ record: AtomicFile) -> (count: Int?, isLocked: Bool) {
    guard let bytes = record.read(limit: mostRecordBytes),
      var text = String(validating: bytes, as: UTF8.self)?[...], text.hasPrefix(recordPrefix),
      text.hasSuffix("\n")
    else { return (nil, false) }
    let isLocked = text.hasSuffix("\n" + lockedLine)
    if isLocked { text = text.dropLast(lockedLine.count) }
    return (FailedAttempts.count(in: text.dropFirst(recordPrefix.count).dropLast()), isLocked)
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

  // MARK: Callers

  /// Answers until no one has come for `idle` seconds and no wait can follow from what is counted.
  package func serve(idle: Double) {
    var lastCall = now()
    while true {
      let isBusy = !connections.isEmpty || attempts.hasDelay
      guard isBusy || now() - lastCall < idle else { return }
      let due = connections.map(\.expires).min() ?? (attempts.hasDelay ? nil : lastCall + idle)
      if turn(until: due) { lastCall = now() }
    }
  }

  /// Waits for callers and what they say, up to a time; returns whether one came or spoke.
  private func turn(until due: Double?) -> Bool {
    var polled = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
    polled += connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    let milliseconds = due.map { Int32(min(max(0, ($0 - now()) * 1000).rounded(.up), 1e6)) } ?? -1
    guard poll(&polled, nfds_t(polled.count), milliseconds) >= 0 else { return false }
    let speaking = Set(polled.dropFirst().filter { $0.revents != 0 }.map(\.fd))
    for descriptor in speaking {
      answer(descriptor)
      close(descriptor)
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
    connections.append(Connection(descriptor: descriptor, expires: now() + Self.patience))
  }

  private func answer(_ descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: PINRequest.mostBytes)
    var unwanted: Int32 = -1
    let count = clinux_receive(descriptor, &bytes, bytes.count, 0, &unwanted)
    if unwanted >= 0 { close(unwanted) }
    defer {
      bytes.withUnsafeMutableBytes { if let base = $0.baseAddress { explicit_bzero(base, $0.count) } }
    }
    guard count > 0, let request = PINRequest(bytes: bytes.prefix(count)) else { return }
    let answer =
      switch request {
      case .wait: PINVerdict.early(wait: attempts.wait(at: now())).bytes
      case .check(let pin): check(pin, unlocks: false).bytes
      case .unlock(let pin): check(pin, unlocks: true).bytes
      case .lock: lock().bytes
      case .isLocked: (isLocked ? LockVerdict.locked : .open).bytes
      }
    // Who does not wait for it has still tried.
    _ = clinux_send(descriptor, answer, answer.count, -1)
  }

  // MARK: PINs

  private func lock() -> LockVerdict {
    guard !isLocked else { return .locked }
    isLocked = true
    return write() ? .locked : .failed(reason: "")
  }

  private func check(_ pin: PIN, unlocks: Bool) -> PINVerdict {
    let hash: PINHash
    do {
      hash = try self.hash.read()
    } catch {
      log.error("the file with the PIN's hash \(error)")
      return .failed(reason: "the file with its hash \(error)")
    }
    guard attempts.begin(at: now()) else { return .early(wait: attempts.wait(at: now())) }
    // On the disk before it is compared: cutting the power in between gains nothing.
    let isKept = write()
    guard attempts.keep(isKept, at: now()) else { return .early(wait: attempts.wait(at: now())) }
    do {
      guard try hash.matches(pin) else {
        attempts.fail(at: now())
        log.notice("a wrong PIN, number \(attempts.count) in a row")
        return .wrong(failures: attempts.count, wait: attempts.wait(at: now()))
      }
    } catch {
      attempts.fail(at: now())
      return .failed(reason: "\(error)")
    }
    attempts.succeed()
    if unlocks { isLocked = false }
    _ = write()
    return .right
  }

  /// Keeps the count and the lock; whether they are on the disk.
  private func write() -> Bool {
    let text = "\(Self.recordPrefix)\(attempts.count)\n\(isLocked ? Self.lockedLine : "")"
    let fault = record.replace(with: Array(text.utf8))
    if let fault { log.error("wrong PINs cannot be counted on the disk, so that each has to wait: \(fault)") }
    return fault == nil
  }
}
