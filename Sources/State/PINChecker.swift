import Configuration
import Credentials
import EventLoop
import Logging
import Shell

private let log = Log("access")

/// Checks PINs, and keeps on disk how many were wrong.
package final class PINChecker {
  /// Compares a PIN with a hash, which takes a while on purpose.
  package typealias Comparison = @Sendable (PIN, PINHash) -> PINVerdict

  private static let name = "access"
  private static let noPlace = "there is no place for it"

  private let loop: EventLoop
  /// Where that is kept; nil when there is no place for it.
  private let file: StateFile?
  private let comparison: Comparison

  /// - Parameter directory: where the record is kept; nil when there is no place for it.
  package init(_ loop: EventLoop, directory: String?, compare: @escaping Comparison = PINChecker.verdict) {
    (self.loop, comparison) = (loop, compare)
    file = directory.map { StateFile("\($0)/\(Self.name)", loop, log) }
  }

  /// What was kept; nil when there is nothing, or another user could have written it.
  package func read() -> AccessRecord? {
    file?.read(limit: AccessRecord.sizeLimit).flatMap(AccessRecord.init)
  }

  /// Counts an attempt on disk, and only then compares the PIN: cutting the power in between gains nothing.
  package func check(
    _ pin: PIN, against hash: PINHash, _ record: AccessRecord, answer: @escaping (PINVerdict) -> Void
  ) {
    guard let file else {
      complain(Self.noPlace)
      return compare(pin, hash, answer)
    }
    file.write(record.bytes) { [weak self] fault in
      if let fault { self?.complain(fault) }
      self?.compare(pin, hash, answer)
    }
  }

  private func compare(_ pin: PIN, _ hash: PINHash, _ answer: @escaping (PINVerdict) -> Void) {
    do throws(EventLoopError) {
      try loop.inBackground({ [comparison] in comparison(pin, hash) }, done: answer)
    } catch {
      answer(.failed(reason: "\(error)"))
    }
  }

  package nonisolated static func verdict(_ pin: PIN, _ hash: PINHash) -> PINVerdict {
    do throws(CryptError) {
      return try hash.matches(pin) ? .right : .wrong
    } catch {
      return .failed(reason: "\(error)")
    }
  }

  /// Keeps this for the next start.
  package func keep(_ record: AccessRecord) {
    if let file { file.write(record.bytes) } else { complain(Self.noPlace) }
  }

  private func complain(_ fault: String) {
    log.error("wrong PINs, and whether the launcher is locked, will be forgotten at its end: \(fault)")
  }
}
