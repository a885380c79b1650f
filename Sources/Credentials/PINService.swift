import Configuration
import FileSystem
import Glibc
import Logging

private let log = Log("pin")

/// Checks PINs for the launcher, counts wrong ones, and keeps the launcher's lock. It is a separate process
/// with its own user. Neither the launcher nor programs can therefore read the hash, change the count, or
/// remove the lock.
///
/// The answer to the right PIN of an operator includes a ticket. It is valid for 15 minutes, in which the
/// editor's service, which runs as root, can redeem it.
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
  /// The valid tickets with their expiry times. They prove to the editor's service that the PIN was entered,
  /// and end with this service.
  private var tickets: [(ticket: PINTicket, expires: Double)] = []

  /// The most tickets: each launcher of a machine has one.
  private static let mostTickets = 8
  /// The most bytes of the record to read, more than it ever has.
  private static let mostRecordBytes = 64
  private static let recordPrefix = "failures "
  private static let lockedLine = "locked\n"

  /// Creates a service for `listener`; `serve` takes ownership of it.
  ///
  /// - Parameters:
  ///   - hash: the file with the PIN's hash. It is read for each PIN, so a new one takes effect at once.
  ///   - record: the path of the file with the count.
  ///   - callers: the users that the service answers.
  ///   - now: returns the seconds of a monotonic clock that includes sleep.
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

  /// Returns the seconds of CLOCK_BOOTTIME.
  package static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Reads the saved count, nil if none is valid, and whether the launcher is locked.
  private static func read(_ record: AtomicFile) -> (count: Int?, isLocked: Bool) {
    guard let bytes = record.read(limit: mostRecordBytes),
      var text = String(validating: bytes, as: UTF8.self)?[...], text.hasPrefix(recordPrefix),
      text.hasSuffix("\n")
    else { return (nil, false) }
    let isLocked = text.hasSuffix("\n" + lockedLine)
    if isLocked { text = text.dropLast(lockedLine.count) }
    return (FailedAttempts.count(in: text.dropFirst(recordPrefix.count).dropLast()), isLocked)
  }

  // MARK: Callers

  /// Answers callers until none has come for `idle` seconds, the count implies no delay, and no ticket is
  /// valid.
  package func serve(idle: Double) {
    let calls = CallerListener(
      listener, callers: callers, mostBytes: PINRequest.mostBytes, log: log, now: now)
    calls.serve(idle: idle) {
      attempts.hasDelay ? .infinity : tickets.map(\.expires).max() ?? -.infinity
    } answer: { message, user, _ in
      answer(to: message, of: user)
    }
  }

  private func answer(to message: ArraySlice<UInt8>, of user: uid_t) -> [UInt8]? {
    guard let request = PINRequest(bytes: message) else { return nil }
    tickets.removeAll { $0.expires <= now() }
    return switch request {
    case .wait: PINVerdict.early(wait: attempts.wait(at: now())).bytes
    case .check(let pin): check(pin, unlocks: false).bytes
    case .operate(let pin): withTicket(check(pin, unlocks: false))
    case .unlock(let pin): check(pin, unlocks: true).bytes
    case .lock: lock().bytes
    case .isLocked: (isLocked ? LockVerdict.locked : .open).bytes
    case .redeem(let ticket): redeem(ticket, user)
    case .forget(let ticket): forget(ticket).bytes
    }
  }

  // MARK: Tickets

  /// Encodes an answer. Adds a ticket for a right PIN, which the launcher passes to the editor's service.
  private func withTicket(_ verdict: PINVerdict) -> [UInt8] {
    guard verdict == .right else { return verdict.bytes }
    let ticket = PINTicket()
    if tickets.count >= Self.mostTickets { tickets.removeFirst() }
    tickets.append((ticket, now() + PINTicket.lifetime))
    return verdict.bytes + Array(" \(ticket.text)".utf8)
  }

  /// Checks a ticket. Only root may ask, so the launcher cannot guess tickets.
  private func redeem(_ ticket: PINTicket, _ user: uid_t) -> [UInt8] {
    guard [FileOwnership.root, geteuid()].contains(user),
      let known = tickets.first(where: { $0.ticket.isSame(as: ticket) })
    else { return PINVerdict.failed(reason: "the ticket is not valid").bytes }
    return PINTicket.answer(secondsLeft: known.expires - now())
  }

  private func forget(_ ticket: PINTicket) -> PINVerdict {
    tickets.removeAll { $0.ticket.isSame(as: ticket) }
    return .right
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
    // On the disk before the comparison: cutting the power in between gains nothing.
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

  /// Saves the count and the lock. Reports whether they are on the disk.
  private func write() -> Bool {
    let text = "\(Self.recordPrefix)\(attempts.count)\n\(isLocked ? Self.lockedLine : "")"
    let fault = record.replace(with: Array(text.utf8))
    if let fault { log.error("wrong PINs cannot be counted on the disk, so each PIN has to wait: \(fault)") }
    return fault == nil
  }
}
