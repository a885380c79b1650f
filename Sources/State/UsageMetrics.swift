import Configuration
import EventLoop
import FileSystem
import Logging
import Shell
import UsageCounts

private let log = Log("metrics")

/// Counts how visitors use the kiosk, if the configuration enables that. Keeps the counts across restarts,
/// and exports them.
package final class UsageMetrics {
  private let queue: WriteQueue
  /// The file with the counts; nil if none is available.
  private let file: AtomicFile?
  /// The name of the exported file, and its default directory.
  private let export: (name: String, directory: String?)
  private var settings = MetricsSettings()
  /// The current counts; nil while counting is off.
  private var record: UsageRecord?
  /// The last logged fault of a write.
  private var complaint: String?

  /// Creates the metrics.
  ///
  /// - Parameters:
  ///   - directory: the directory for the counts; nil if none is available.
  ///   - seat: the launcher's seat; each seat's launcher counts separately.
  package init(_ loop: EventLoop, directory: String?, seat: String) {
    queue = WriteQueue(loop)
    let suffix = seat == ProcessEnvironment.firstSeat ? "" : "-\(seat)"
    file = directory.map { AtomicFile("\($0)/usage-counts\(suffix)") }
    export = ("rotunda\(suffix).prom", directory.map { "\($0)/metrics" })
  }

  /// Turns counting on or off.
  package func apply(_ settings: MetricsSettings) {
    guard settings != self.settings else { return }
    self.settings = settings
    guard settings.isEnabled else { return record = nil }
    if record == nil { record = read() }
    write()
  }

  /// Counts an announcement if it is relevant.
  package func count(_ announcement: Announcement) {
    guard var record else { return }
    switch announcement {
    case .opened(let tile, isAsked: true): record.opened(tile)
    case .closed(let tile, _, isFailure: true), .failed(let tile): record.failed(tile)
    case .visitEnded(let seconds): record.visited(seconds: seconds)
    case .opened, .closed, .idle: return
    }
    self.record = record
    write()
  }

  private func read() -> UsageRecord {
    guard let file, let bytes = file.read(limit: UsageRecord.sizeLimit) else { return UsageRecord() }
    guard let record = UsageRecord(bytes: bytes) else {
      log.warning("\(file.path) contains no counts: they start from zero")
      return UsageRecord()
    }
    return record
  }

  private func write() {
    guard let record, let file, let directory = settings.directory ?? export.directory else { return }
    let exported = AtomicFile("\(directory)/\(export.name)", .everybody)
    queue.add {
      // Write the counts first: the export can be derived from them, but not the reverse.
      let problem = file.replace(with: record.bytes).map { "\(file.path): \($0)" }
      return exported.replace(with: Array(record.openMetrics.utf8)).map { "\(exported.path): \($0)" }
        ?? problem
    } done: { [weak self] in
      self?.written($0)
    }
  }

  private func written(_ problem: String?) {
    if let problem, problem != complaint { log.warning("the counts cannot be written: \(problem)") }
    complaint = problem
  }
}
