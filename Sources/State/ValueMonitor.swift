import Applications
import Configuration
import EventLoop
import Glibc
import Logging
import Programs

private let log = Log("controls")

/// Reads the values of controls and of live tiles. It reads files on each change. It runs commands on the
/// shell's request, or at intervals while the tiles are visible.
package final class ValueMonitor {
  /// Called with new values from files and commands.
  package var onNews: (([ValueSource: String]) -> Void)?
  /// Whether the tiles are visible. Changes in the meantime are read when they become visible again.
  package var isSeen = false {
    didSet {
      if isSeen, !oldValue { look() }
      if isSeen != oldValue { schedule() }
    }
  }

  private let loop: EventLoop
  private let programs: ProgramStarter
  private let watch: PathWatch
  /// Reads files on threads, because file systems may be slow.
  private let survey: BackgroundSurvey<String, String?>
  private var sources: Set<ValueSource> = []
  /// For commands that run at intervals: the interval in seconds, and the time of the last start.
  private var intervals: [ValueSource: Double] = [:]
  private var starts: [ValueSource: Double] = [:]
  private let deadline: Deadline
  /// The running commands, and those that must run again afterward.
  private var running: Set<ValueSource> = []
  private var again: Set<ValueSource> = []
  /// Commands whose failure is already logged.
  private var failed: Set<ValueSource> = []

  package init(_ loop: EventLoop, _ programs: ProgramStarter) throws(EventLoopError) {
    (self.loop, self.programs) = (loop, programs)
    watch = try PathWatch(loop: loop)
    var due: () -> Void = {}
    deadline = try loop.addDeadline { due() }
    survey = try BackgroundSurvey(loop: loop) { Self.content(of: $0) }
    due = { [weak self] in self?.runDue() }
    watch.onChange = { [weak self] in self?.readFiles() }
    survey.onAnswers = { [weak self] answers in
      for (path, text) in answers { if let text { self?.report(.file(path), text) } }
    }
  }

  /// Follows these sources from now on.
  ///
  /// - Parameters:
  ///   - values: read now, when the tiles become visible again, and when the shell asks.
  ///   - live: also read; their commands run again after this many seconds.
  package func follow(_ values: Set<ValueSource>, live: [ValueSource: Double] = [:]) {
    let sources = values.union(live.keys)
    guard sources != self.sources || live != intervals else { return }
    (self.sources, intervals) = (sources, live)
    starts = starts.filter { live[$0.key] != nil }
    failed.formIntersection(sources)
    let files = sources.compactMap(\.path)
    if files.isEmpty { watch.stop() } else { watch.observe(files: files, directories: [], notifies: false) }
    look()
  }

  package func look() {
    readFiles()
    let now = EventLoop.now
    for source in sources where due(source) <= now { run(source) }
    schedule()
  }

  /// Returns the earliest time for the next run of a source.
  private func due(_ source: ValueSource) -> Double {
    guard let interval = intervals[source], let start = starts[source] else { return -.infinity }
    return start + interval
  }

  private func schedule() {
    let next = intervals.keys.filter { $0.path == nil }.map(due).min()
    deadline.set(isSeen ? next.map { max($0, EventLoop.now) } : nil)
  }

  private func runDue() {
    let now = EventLoop.now
    for source in intervals.keys where source.path == nil && due(source) <= now { run(source) }
    schedule()
  }

  package func look(_ source: ValueSource) {
    guard sources.contains(source) else { return }
    if let path = source.path { survey.ask([path]) }
    run(source)
  }

  private func readFiles() { survey.ask(sources.compactMap(\.path)) }

  private func run(_ source: ValueSource) {
    guard case .command(let words) = source else { return }
    if intervals[source] != nil {
      starts[source] = EventLoop.now
      // A slow command is not started again for the next interval.
      guard !running.contains(source) else { return }
    }
    guard running.insert(source).inserted else {
      again.insert(source)
      return
    }
    // Accessing the command's files may block.
    let command = Command(words)
    let files = StartFiles(of: command)
    do throws(EventLoopError) {
      try loop.inBackground {
        files.inspect()
      } done: { [weak self] in
        self?.start(source, command)
      }
    } catch {
      start(source, command)
    }
  }

  private func start(_ source: ValueSource, _ command: Command) {
    do throws(StartFailure) {
      try programs.read(command) { [weak self] in self?.answered(source, $0) }
    } catch {
      running.remove(source)
      again.remove(source)
      complain(of: source, "\(error)")
    }
  }

  private func answered(_ source: ValueSource, _ text: String?) {
    running.remove(source)
    let isOutdated = again.remove(source) != nil
    if text == nil { complain(of: source, "it failed, printed nothing, or took too long") }
    guard sources.contains(source) else { return }
    if isOutdated { return run(source) }
    guard let text else { return }
    failed.remove(source)
    report(source, text)
  }

  private func complain(of source: ValueSource, _ reason: String) {
    guard case .command(let words) = source, failed.insert(source).inserted else { return }
    log.warning("\(words[0]) prints no value: \(reason)")
  }

  private func report(_ source: ValueSource, _ text: String) {
    onNews?([source: text])
  }

  /// Returns the first 4 KiB of a regular file.
  private nonisolated static func content(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}

extension ValueSource {
  fileprivate var path: String? { if case .file(let path) = self { path } else { nil } }
}
