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
  private let path: String?
  private var isWriting = false
  private var next: AccessRecord?

  init(_ loop: EventLoop, _ environment: ProcessEnvironment) {
    self.loop = loop
    path = environment.stateDirectory.map { "\($0)/\(Self.name)" }
  }

  /// What was kept; nil when there is nothing, or somebody else could have written it.
  func read() -> AccessRecord? {
    guard let path,
      let (bytes, ownership) = try? SystemFiles().readOwned(path, limit: AccessRecord.sizeLimit),
      [FileOwnership.root, geteuid()].contains(ownership.owner), !ownership.isWritableByEveryone
    else { return nil }
    return AccessRecord(bytes: bytes)
  }

  /// Counts an attempt on disk, and only then finds out whether it is one: who cuts the power in between has gained nothing.
  func check(
    _ pin: PIN, against hash: PINHash, _ record: AccessRecord, answer: @escaping (PINVerdict) -> Void
  ) {
    let file = path.map(ReplacedFile.init)
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

  /// Keeps this for the next start. A disk may take its time, and a frame has none.
  func keep(_ record: AccessRecord) {
    guard let path else { return complain("there is no place for it") }
    guard !isWriting else { return next = record }
    isWriting = true
    do throws(EventLoopError) {
      try loop.inBackground {
        ReplacedFile(path).write(record.bytes)
      } done: { [weak self] fault in
        if let fault { self?.complain(fault) }
        self?.written()
      }
    } catch {
      isWriting = false
      complain("\(error)")
    }
  }

  private func written() {
    isWriting = false
    guard let next else { return }
    self.next = nil
    keep(next)
  }

  private func complain(_ fault: String) {
    log.error("wrong PINs, and whether the launcher is locked, will be forgotten at its end: \(fault)")
  }
}
