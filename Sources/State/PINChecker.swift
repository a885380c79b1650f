import Configuration
import Credentials
import EventLoop
import Logging

private let log = Log("access")

/// Checks PINs: through the PIN service if the configuration says so, otherwise in this process. Saves
/// whether the launcher is locked, and how many wrong PINs it checked itself.
package final class PINChecker {
  /// Reports whether a PIN matches a hash, which is slow on purpose.
  package typealias Comparison = @Sendable (PIN, PINHash) throws(CryptError) -> Bool

  /// The result of a comparison on a background thread.
  private nonisolated enum Outcome: Sendable {
    case right, wrong
    case failed(String)

    init(_ pin: PIN, _ hash: PINHash, _ comparison: Comparison) {
      do throws(CryptError) {
        self = try comparison(pin, hash) ? .right : .wrong
      } catch {
        self = .failed("\(error)")
      }
    }
  }

  private static let name = "access"
  private static let noPlace = "there is no directory for it"

  private let loop: EventLoop
  /// The file with the record; nil without a directory for it.
  private let file: StateFile?
  private let service: PINServiceClient?
  private let comparison: Comparison
  private let now: () -> Double
  private var attempts: FailedAttempts
  /// Whether the launcher is locked, according to the record.
  package private(set) var isLocked: Bool
  private var setting = PINSetting.none
  /// The tickets for operators' right PINs, the latest last. A phone can still use an earlier one.
  private var tickets: [PINTicket] = []

  /// Creates a checker.
  ///
  /// - Parameters:
  ///   - directory: the directory for the record; nil if none is available.
  ///   - service: checks PINs whose hash the launcher may not read; nil without such a service.
  ///   - now: returns the seconds of a monotonic clock.
  package init(
    _ loop: EventLoop, directory: String?, service: PINServiceClient? = nil,
    now: @escaping () -> Double = { EventLoop.now },
    compare: @escaping Comparison = { (pin, hash) throws(CryptError) in try hash.matches(pin) }
  ) {
    (self.loop, self.service, self.now, comparison) = (loop, service, now, compare)
    file = directory.map { StateFile("\($0)/\(Self.name)", loop, log) }
    // Ignore a file that another user could have written.
    let record = file?.read(limit: AccessRecord.sizeLimit).flatMap { AccessRecord(bytes: $0) }
    attempts = FailedAttempts(kept: record?.failures, at: now())
    isLocked = record?.isLocked ?? false
  }

  /// Applies the configured source of the PIN.
  ///
  /// - Parameters:
  ///   - told: called with the seconds until the next check is possible, if known.
  ///   - locked: called if a service knows of a lock that the launcher's own record lacks.
  package func follow(
    _ setting: PINSetting, told: @escaping (Double) -> Void, locked: @escaping () -> Void = {}
  ) {
    guard setting != self.setting else { return }
    self.setting = setting
    switch setting {
    case .none, .unknown: break
    case .hash: told(attempts.wait(at: now()))
    case .service:
      ask(.wait) { verdict in
        switch verdict {
        case .early(let seconds): told(seconds)
        // The next check reports this again.
        case .failed(let reason): log.error("the PIN cannot be checked: \(reason)")
        case .right, .wrong: break
        }
      }
      followLock(locked)
    }
  }

  /// Combines both records of the lock. The service's has precedence, because the launcher's user can write
  /// the other. A lock only in the launcher's own counts too: earlier versions wrote no other.
  private func followLock(_ locked: @escaping () -> Void) {
    askLock(isLocked ? .lock : .isLocked) { [weak self] verdict in
      guard case .locked = verdict, let self, !isLocked else { return }
      isLocked = true
      locked()
    }
  }

  /// Counts a PIN as wrong before the comparison: cutting the power in between gains nothing.
  ///
  /// - Parameter givesRight: whether the right PIN gives the right to save the configuration.
  package func check(
    _ pin: PIN, _ setting: PINSetting, givesRight: Bool = false, answer: @escaping (PINVerdict) -> Void
  ) {
    switch setting {
    case .none, .unknown: answer(.failed(reason: "no PIN is known"))
    // A locked launcher uses PINs only to unlock.
    case .service where isLocked: ask(.unlock(pin), answer)
    case .service where givesRight: askForTicket(pin, answer)
    case .service: ask(.check(pin), answer)
    case .hash(let hash): check(pin, hash, answer)
    }
  }

  /// Saves for the next start whether the launcher is locked.
  package func keepLock(_ isLocked: Bool) {
    self.isLocked = isLocked
    // Only the right PIN removes the service's lock.
    if isLocked, setting == .service { askLock(.lock) { _ in } }
    write { [weak self] fault in if let fault { self?.complain(fault) } }
  }

  // MARK: The service

  private func askForTicket(_ pin: PIN, _ answer: @escaping (PINVerdict) -> Void) {
    guard let service else { return answer(.failed(reason: "there is no PIN service")) }
    inBackground(
      { service.askForTicket(pin) },
      { [weak self] said in
        self?.tickets += [said.ticket].compactMap(\.self)
        answer(said.verdict)
      }, onFailure: { (.failed(reason: $0), nil) })
  }

  /// The ticket for the last right PIN of an operator; nil after ``takeTickets()``.
  package var ticket: PINTicket? { tickets.last }

  /// Returns all tickets. From now on the launcher has none.
  package func takeTickets() -> [PINTicket] {
    defer { tickets = [] }
    return tickets
  }

  /// Invalidates tickets.
  package func forget(_ tickets: [PINTicket]) { for ticket in tickets { ask(.forget(ticket)) { _ in } } }

  private func ask(_ request: PINRequest, _ answer: @escaping (PINVerdict) -> Void) {
    guard let service else { return answer(.failed(reason: "there is no PIN service")) }
    inBackground({ service.ask(request) }, answer, onFailure: { .failed(reason: $0) })
  }

  private func askLock(_ request: PINRequest, _ answer: @escaping (LockVerdict) -> Void) {
    guard let service else { return }
    inBackground(
      { service.askLock(request) },
      { verdict in
        if case .failed(let reason) = verdict {
          log.error("the PIN service does not know whether the launcher is locked: \(reason)")
        }
        answer(verdict)
      }, onFailure: { .failed(reason: $0) })
  }

  private func inBackground<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome, _ done: @escaping (Outcome) -> Void,
    onFailure: (String) -> Outcome
  ) {
    do throws(EventLoopError) {
      try loop.inBackground(work, done: done)
    } catch {
      done(onFailure("\(error)"))
    }
  }

  // MARK: Here

  private func check(_ pin: PIN, _ hash: PINHash, _ answer: @escaping (PINVerdict) -> Void) {
    guard attempts.begin(at: now()) else { return answer(.early(wait: attempts.wait(at: now()))) }
    write { [weak self] fault in self?.counted(fault, pin, hash, answer) }
  }

  private func counted(
    _ fault: String?, _ pin: PIN, _ hash: PINHash, _ answer: @escaping (PINVerdict) -> Void
  ) {
    if let fault { complain(fault) }
    guard attempts.keep(fault == nil, at: now()) else {
      return answer(.early(wait: attempts.wait(at: now())))
    }
    inBackground(
      { [comparison] in Outcome(pin, hash, comparison) }, { [weak self] in self?.compared($0, answer) },
      onFailure: { .failed($0) })
  }

  private func compared(_ outcome: Outcome, _ answer: @escaping (PINVerdict) -> Void) {
    switch outcome {
    case .right:
      attempts.succeed()
      write { [weak self] fault in if let fault { self?.complain(fault) } }
      answer(.right)
    case .wrong:
      attempts.fail(at: now())
      answer(.wrong(failures: attempts.count, wait: attempts.wait(at: now())))
    case .failed(let reason):
      attempts.fail(at: now())
      answer(.failed(reason: reason))
    }
  }

  private func write(done: @escaping (String?) -> Void) {
    guard let file else { return done(Self.noPlace) }
    var record = AccessRecord()
    (record.failures, record.isLocked) = (attempts.count, isLocked)
    file.write(record.bytes, done: done)
  }

  private func complain(_ fault: String) {
    log.error("the count of wrong PINs and the lock will be lost when the launcher ends: \(fault)")
  }
}
