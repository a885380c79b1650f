import EventLoop
import FileSystem
import Logging
import UsageCounts

/// The reason why the launcher ends, for the next launcher's counts.
///
/// The file is in the directory that lasts as long as the service, including restarts. A launcher that ends
/// without a reason leaves the mark of one that runs.
package final class EndRecord {
  private static let (name, mark) = ("launcher-end", "running")
  /// The maximum size in bytes, more than any reason needs.
  private static let limit = 64
  /// Seconds to wait for the file. The directory is in memory.
  private static let patience = 0.3

  private let loop: EventLoop
  private let file: StateFile?
  /// The number of writes that have not ended.
  private var writes = 0
  private var waiting: (() -> Void)?

  /// Creates the record.
  ///
  /// - Parameter directory: the directory for the file; nil if none is available.
  package init(_ loop: EventLoop, directory: String?) {
    self.loop = loop
    file = directory.map { StateFile("\($0)/\(Self.name)", loop, Log("launcher")) }
  }

  /// Marks this launcher as running. Returns the last launcher's end; nil if none ran before.
  package func begin() -> LauncherEnd? {
    let last = file?.read(limit: Self.limit).map { String(decoding: $0, as: UTF8.self) }
    write(Self.mark)
    return last.flatMap { $0 == Self.mark ? .crash : LauncherEnd(rawValue: $0) }
  }

  /// Records the reason for this launcher's end.
  package func note(_ end: LauncherEnd) { write(end.rawValue) }

  private func write(_ text: String) {
    guard let file else { return }
    writes += 1
    file.write(Array(text.utf8)) { [weak self] _ in
      guard let self else { return }
      writes -= 1
      if writes == 0 { proceed() }
    }
  }

  /// Calls `body` once the file is written, or after a short time.
  package func whenWritten(_ body: @escaping () -> Void) {
    guard writes > 0 else { return body() }
    waiting = body
    loop.after(Self.patience) { [weak self] in self?.proceed() }
  }

  private func proceed() {
    let body = waiting
    waiting = nil
    body?()
  }
}
