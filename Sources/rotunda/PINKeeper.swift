import Configuration
import Credentials
import EventLoop
import FileSystem
import Glibc
import Logging
import Shell

private let log = Log("access")

/// Checks PINs, and keeps on disk how many were wrong.
final class PINKeeper {
  private static let name = "access"

  private let loop: EventLoop
  /// Where that is kept; nil when there is no place for it.
  private let file: KeptFile?

  init(_ loop: EventLoop, _ environment: ProcessEnvironment) {
    self.loop = loop
    file = environment.stateDirectory.map { KeptFile("\($0)/\(Self.name)", loop, log) }
  }

  /// What was kept; nil when there is nothing, or somebody else could have written it.
  func read() -> AccessRecord? {
    guard let path = file?.path,
      let (bytes, ownership) = try? SystemFiles().readOwned(path, limit: AccessRecord.sizeLimit),
      [FileOwnership.root, geteuid()].contains(ownership.owner), !ownership.isWritableByEveryone
    else { return nil }
    return AccessRecord(bytes: bytes)
  }

  /// Counts an attempt on disk, and only then finds out whether it is one: who cuts the power in between has gained nothing.
  func check(
    _ pin: PIN, against hash: PINHash, _ record: AccessRecord, answer: @escaping (PINVerdict) -> Void
  ) {
    let file = file.map { ReplacedFile($0.path) }
    do throws(EventLoopError) {
      try loop.inBackground {
        (
          file?.write(record.bytes) ?? (file == nil ? "there is no place for it" : nil),
          Self.verdict(pin, hash)
        )
      } done: { [weak self] (fault: String?, verdict: PINVerdict) in
        if let fault { self?.complain(fault) }
        answer(verdict)
      }
    } catch {
      answer(.failed(reason: "\(error)"))
    }
  }

  private nonisolated static func verdict(_ pin: PIN, _ hash: PINHash) -> PINVerdict {
    do throws(CryptError) {
      return try hash.matches(pin) ? .right : .wrong
    } catch {
      return .failed(reason: "\(error)")
    }
  }

  /// Keeps this for the next start.
  func keep(_ record: AccessRecord) {
    if let file { file.write(record.bytes) } else { complain("there is no place for it") }
  }

  private func complain(_ fault: String) {
    log.error("wrong PINs, and whether the launcher is locked, will be forgotten at its end: \(fault)")
  }
}
