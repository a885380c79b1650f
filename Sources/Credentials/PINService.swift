import Configuration
import FileSystem
import Glibc
import Logging

private let log = Log("pin")

/// Checks PINs for the launcher, counts those that are wrong, and keeps the launcher's lock: a process of its
/// own, as a user of its own, so that neither the launcher nor programs can read the hash, change what was
/// counted, or take the lock away.
///
/// A right PIN is answered with a ticket. For a quarter of an hour the editor's service, which is root's, can
/// ask whether it counts.
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
  /// Tickets, which prove to the editor's service that the PIN was entered, and their ends. They end with the
  /// service.
  private var tickets: [(ticket: PINTicket, expires: Double)] = []

  /// Each launcher of a machine has one.
  private static let mostTickets = 8
  /// Bytes that are read of the record: more than it ever has.
  private static let mostRecordBytes = 64
  private static let recordPrefix = "failures "
  private static let lockedLine = "locked\n"

  /// Answers at `listener`, which is its own from `serve` on.
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

  // MARK: Callers

  /// Answers until no one has come for `idle` seconds, no wait can follow from what is counted, and no ticket
  /// counts.
  package func serve(idle: Double) {
    let calls = CallerListener(
      listener, callers: callers, mostBytes: PINRequest.mostBytes, log: log, now: now)
    calls.serve(idle: idle) {
      attempts.hasDelay ? .infinity : tickets.map(\.expires).max() ?? -.infinity
    } answer: { message, user in
      answer(to: message, of: user)
    }
  }

  private func answer(to message: ArraySlice<UInt8>, of user: uid_t) -> [UInt8]? {
    guard let request = PINRequest(bytes: message) else { return nil }
    tickets.removeAll { $0.expires <= now() }
    return switch request {
    case .wait: PINVerdict.early(wait: attempts.wait(at: now())).bytes
    case .check(let pin): withTicket(check(pin, unlocks: false))
    case .unlock(let pin): withTicket(check(pin, unlocks: true))
    case .lock: lock().bytes
    case .isLocked: (isLocked ? LockVerdict.locked : .open).bytes
    case .redeem(let ticket): redeem(ticket, user).bytes
    case .forget(let ticket): forget(ticket).bytes
    }
  }

  // MARK: Tickets

  /// The answer; with a right PIN a ticket comes, which the launcher gives to the editor's service.
  private func withTicket(_ verdict: PINVerdict) -> [UInt8] {
    guard verdict == .right else { return verdict.bytes }
    let ticket = PINTicket()
    if tickets.count >= Self.mostTickets { tickets.removeFirst() }
    tickets.append((ticket, now() + PINTicket.lifetime))
    return verdict.bytes + Array(" \(ticket.text)".utf8)
  }

  /// Only root asks: the launcher gains nothing by guessing.
  private func redeem(_ ticket: PINTicket, _ user: uid_t) -> PINVerdict {
    guard [FileOwnership.root, geteuid()].contains(user),
      tickets.contains(where: { $0.ticket.isSame(as: ticket) })
    else { return .failed(reason: "no such ticket counts") }
    return .right
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
