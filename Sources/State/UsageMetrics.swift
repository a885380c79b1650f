import Configuration
import EventLoop
import FileSystem
import Glibc
import Logging
import Shell
import UsageCounts

private let log = Log("metrics")

/// Counts how visitors use the kiosk, if the configuration enables that. Keeps the counts across restarts,
/// and exports them with the launcher's figures at that time.
package final class UsageMetrics {
  private let queue: WriteQueue
  /// The file with the counts; nil if none is available.
  private let file: AtomicFile?
  /// The name of the exported file, and its default directory.
  private let export: (name: String, directory: String?)
  private let figures: () -> LauncherFigures
  private var settings = MetricsSettings()
  /// The last launcher's end, until it is counted.
  private var lastEnd: LauncherEnd?
  /// The current counts; nil while counting is off.
  private var record: UsageRecord?
  /// The last logged fault of a write.
  private var complaint: String?

  /// Creates the metrics.
  ///
  /// - Parameters:
  ///   - directory: the directory for the counts; nil if none is available.
  ///   - seat: the launcher's seat; each seat's launcher counts separately.
  ///   - lastEnd: the last launcher's end; nil if none ran before.
  ///   - figures: returns the launcher's figures without its memory.
  package init(
    _ loop: EventLoop, directory: String?, seat: String, lastEnd: LauncherEnd? = nil,
    figures: @escaping () -> LauncherFigures = { LauncherFigures() }
  ) {
    (self.lastEnd, self.figures) = (lastEnd, figures)
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
    if let lastEnd { record?.restarted(after: lastEnd) }
    lastEnd = nil
    write()
  }

  /// Exports the figures. They have changed in a way that operators look for.
  package func figuresChanged() { write() }

  /// Counts an announcement if it is relevant.
  package func count(_ announcement: Announcement) {
    guard var record else { return }
    switch announcement {
    case .opened(let tile, isAsked: true): record.opened(tile)
    case .closed(let tile, _, isFailure: true), .failed(let tile), .hung(let tile): record.failed(tile)
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
    let latest = figures()
    queue.add {
      var figures = latest
      figures.memory = OwnMemory.resident
      // Write the counts first: the export can be derived from them, but not the reverse.
      let problem = file.replace(with: record.bytes).map { "\(file.path): \($0)" }
      return exported.replace(with: Array(record.openMetrics(figures).utf8)).map { "\(exported.path): \($0)" }
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

/// The memory of this process.
private nonisolated enum OwnMemory {
  /// The bytes in the machine's RAM; nil if the kernel does not tell.
  static var resident: UInt64? {
    // The second number is in pages: see proc(5).
    guard let bytes = SystemFiles().contents(of: "/proc/self/statm", limit: 4096) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return words.dropFirst().first.flatMap { UInt64($0) }.map { $0 * UInt64(sysconf(Int32(_SC_PAGESIZE))) }
  }
}
