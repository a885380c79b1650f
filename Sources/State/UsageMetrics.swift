import Configuration
import EventLoop
import FileSystem
import Logging
import Shell
import UsageCounts

private let log = Log("metrics")

/// Counts what is used of the kiosk where the configuration wants that: keeps the counts from start to start,
/// and exports them.
package final class UsageMetrics {
  private let queue: WriteQueue
  /// Where the counts are kept; nil when there is no place for them.
  private let file: AtomicFile?
  /// What their export is called, and where it goes unless the configuration says otherwise.
  private let export: (name: String, directory: String?)
  private var settings = MetricsSettings()
  /// What was counted; nil while nothing is.
  private var record: UsageRecord?
  /// What was last said about writing.
  private var complaint: String?

  /// - Parameters:
  ///   - directory: where the counts are kept; nil when there is no place for them.
  ///   - seat: the launcher's; each seat's launcher counts by itself.
  package init(_ loop: EventLoop, directory: String?, seat: String) {
    queue = WriteQueue(loop)
    let suffix = seat == ProcessEnvironment.firstSeat ? "" : "-\(seat)"
    file = directory.map { AtomicFile("\($0)/usage-counts\(suffix)") }
    export = ("rotunda\(suffix).prom", directory.map { "\($0)/metrics" })
  }

  /// Counts, or not, from now on.
  package func apply(_ settings: MetricsSettings) {
    guard settings != self.settings else { return }
    self.settings = settings
    guard settings.isEnabled else { return record = nil }
    if record == nil { record = read() }
    write()
  }

  /// Something happened that may count.
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
      log.warning("\(file.path) holds no counts: they begin anew")
      return UsageRecord()
    }
    return record
  }

  private func write() {
    guard let record, let file, let directory = settings.directory ?? export.directory else { return }
    let exported = AtomicFile("\(directory)/\(export.name)", .everybody)
    queue.add {
      // The counts first: an export can be made of them, and not the other way round.
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
