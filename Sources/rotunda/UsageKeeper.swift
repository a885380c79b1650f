import Configuration
import EventLoop
import FileSystem
import Glibc
import Logging
import Shell
import UsageCounts

private let log = Log("metrics")

/// Counts what is used of the kiosk where the configuration wants that: keeps the counts from start to start, and exports them.
final class UsageKeeper {
  private let loop: EventLoop
  /// Where the counts are kept; nil when there is no place for them.
  private let path: String?
  /// What their export is called, and where it goes unless the configuration says otherwise.
  private let export: (name: String, directory: String?)
  private var settings = MetricsSettings()
  /// What was counted; nil while nothing is.
  private var record: UsageRecord?
  private var isWriting = false
  private var isStale = false
  /// What was last said about writing.
  private var complaint: String?

  init(_ loop: EventLoop, _ environment: ProcessEnvironment) {
    self.loop = loop
    // Each seat's launcher counts by itself.
    let suffix = environment.seat == ProcessEnvironment.firstSeat ? "" : "-\(environment.seat)"
    path = environment.stateDirectory.map { "\($0)/usage-counts\(suffix)" }
    export = ("rotunda\(suffix).prom", environment.stateDirectory.map { "\($0)/metrics" })
  }

  /// Counts, or not, from now on.
  func follow(_ settings: MetricsSettings) {
    guard settings != self.settings else { return }
    self.settings = settings
    guard settings.isEnabled else { return record = nil }
    if record == nil { record = read() }
    write()
  }

  /// Something happened that may count.
  func take(_ announcement: Announcement) {
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
    guard let path, let (bytes, _) = try? SystemFiles().readOwned(path, limit: UsageRecord.sizeLimit) else {
      return UsageRecord()
    }
    guard let record = UsageRecord(bytes: bytes) else {
      log.warning("\(path) holds no counts: they begin anew")
      return UsageRecord()
    }
    return record
  }

  /// At most one writing is under way; what is counted meanwhile is written after it.
  private func write() {
    guard let record, let path, let directory = settings.directory ?? export.directory else { return }
    guard !isWriting else { return isStale = true }
    isWriting = true
    let exported = "\(directory)/\(export.name)"
    do throws(EventLoopError) {
      try loop.inBackground {
        // The counts first: an export can be made of them, and not the other way round.
        let problem = ReplacedFile(path).write(record.bytes).map { "\(path): \($0)" }
        let text = Array(record.openMetrics.utf8)
        return ReplacedFile(exported, isPublic: true).write(text).map { "\(exported): \($0)" } ?? problem
      } done: { [weak self] in
        self?.written($0)
      }
    } catch {
      log.warning("\(error)")
      isWriting = false
    }
  }

  private func written(_ problem: String?) {
    isWriting = false
    if let problem, problem != complaint { log.warning("the counts cannot be written to \(problem)") }
    complaint = problem
    guard isStale else { return }
    isStale = false
    write()
  }
}
