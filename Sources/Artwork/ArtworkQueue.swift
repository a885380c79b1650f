import CLinux
import Glibc
import Scene
import Threads

/// What the main thread and the workers share: pictures that wait, pictures that are done, and a counter of
/// the kernel that the main thread's loop watches.
///
/// Writing never waits for files: what shows none has a worker for itself. That one also draws faces whose
/// files take long without them first.
///
/// The counter is written and emptied only while the lock is held, so that it is readable exactly while
/// something is finished and the loop is never woken for nothing.
final class ArtworkQueue: Sendable {
  private struct Waiting {
    var priority: Int
    /// Requests of equal priority are served in the order in which they came.
    let order: Int
    let asked: Asked
  }

  private struct Running {
    var isWanted = true
    let asked: Asked
  }

  private struct Asked {
    /// A time of `monotonicTime()`.
    let time: Double
    /// Whether files are decoded for it.
    let showsFiles: Bool
    /// Whether it is of use without them.
    let hasWriting: Bool
  }

  private struct State {
    var waiting: [Picture: Waiting] = [:]
    /// What is being drawn.
    var running: [Picture: Running] = [:]
    /// What has been drawn without its files, or is being, and is not done with.
    var preliminary: Set<Picture> = []
    var finished: [FinishedPicture] = []
    var nextOrder = 0
    /// When a picture that shows files was begun or finished last, a time of `monotonicTime()`.
    var lastFile = monotonicTime()
    var isStopped = false
  }

  enum Task {
    case draw(Picture)
    /// Draw it as if its files were not there; `finishPreliminary` takes it.
    case drawWithoutFiles(Picture)
    /// There has been nothing to do for a while.
    case rest
    case end
  }

  /// Readable while something is finished.
  let readyDescriptor: Int32
  private let state = Monitor(State())
  private let patience: Double?

  /// An empty queue.
  ///
  /// - Parameter patience: seconds after which a face is drawn without its files; nil never does that.
  init(patience: Double? = nil) throws(ArtworkFailure) {
    self.patience = patience
    readyDescriptor = clinux_eventfd()
    guard readyDescriptor >= 0 else { throw .noDescriptor(errno) }
  }

  deinit {
    if readyDescriptor >= 0 { close(readyDescriptor) }
  }

  // MARK: The main thread's side

  /// Puts `picture` in, or moves it to another place if it is in already. Lower priorities come first.
  func request(_ picture: Picture, priority: Int) {
    let asked = Asked(
      time: monotonicTime(), showsFiles: picture.showsFiles, hasWriting: picture.hasWritingOnFiles)
    state.withLock { state in
      guard !state.isStopped else { return }
      if state.running[picture] != nil {
        state.running[picture]?.isWanted = true
      } else if state.waiting[picture] != nil {
        state.waiting[picture]?.priority = priority
      } else if !state.finished.contains(where: { $0.picture == picture && !$0.isPreliminary }) {
        state.waiting[picture] = Waiting(priority: priority, order: state.nextOrder, asked: asked)
        state.nextOrder += 1
      }
    }
    state.wakeUp()
  }

  /// Takes `picture` out, wherever it is by now.
  func cancel(_ picture: Picture) {
    state.withLock { state in
      state.waiting[picture] = nil
      state.running[picture]?.isWanted = false
      state.preliminary.remove(picture)
      guard !state.finished.isEmpty else { return }
      state.finished.removeAll { $0.picture == picture }
      if state.finished.isEmpty { empty() }
    }
  }

  /// Appends what is finished, in the order in which it was, and forgets it.
  func takeFinished(into results: inout [FinishedPicture]) {
    let taken = state.withLock { state in
      guard !state.finished.isEmpty else { return [FinishedPicture]() }
      empty()
      let taken = state.finished
      state.finished = []
      return taken
    }
    results.append(contentsOf: taken)
  }

  /// Drops everything that waits and sends the workers home.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for picture in state.running.keys { state.running[picture]?.isWanted = false }
      (state.waiting, state.preliminary) = ([:], [])
    }
    state.wakeUp()
  }

  // MARK: The workers' side

  /// What to do next for the worker that writes; sleeps until there is something.
  func nextWriting() -> Task {
    state.wait(seconds: { self.secondsUntilPreliminary($0) }) { state in
      guard !state.isStopped else { return .end }
      if let picture = Self.nextPicture(&state, showsFiles: false) { return .draw(picture) }
      guard let (picture, due) = nextPreliminary(state), due <= monotonicTime() else { return nil }
      state.preliminary.insert(picture)
      return .drawWithoutFiles(picture)
    }
  }

  /// What to do next for a worker that shows files; sleeps until there is something.
  ///
  /// - Parameters:
  ///   - restAfter: seconds after the last file after which it is to rest.
  ///   - canRest: whether there is something to put to rest.
  func nextWithFiles(restAfter: Double, if canRest: () -> Bool) -> Task {
    state.wait(seconds: { canRest() ? $0.lastFile + restAfter - monotonicTime() : nil }) { state in
      guard !state.isStopped else { return .end }
      if let picture = Self.nextPicture(&state, showsFiles: true) { return .draw(picture) }
      return state.lastFile + restAfter <= monotonicTime() && canRest() ? .rest : nil
    }
  }

  private static func nextPicture(_ state: inout State, showsFiles: Bool) -> Picture? {
    let suitable = state.waiting.lazy.filter { $0.value.asked.showsFiles == showsFiles }
    let first = suitable.min { left, right in
      (left.value.priority, left.value.order) < (right.value.priority, right.value.order)
    }
    guard let first else { return nil }
    state.waiting[first.key] = nil
    state.running[first.key] = Running(asked: first.value.asked)
    if showsFiles { state.lastFile = monotonicTime() }
    return first.key
  }

  /// The face that has waited for its files for longest, and when it is drawn without them.
  private func nextPreliminary(_ state: State) -> (Picture, due: Double)? {
    guard let patience else { return nil }
    var oldest: (picture: Picture, time: Double)?
    func look(_ picture: Picture, _ asked: Asked) {
      guard asked.hasWriting, asked.time < oldest?.time ?? .infinity, !state.preliminary.contains(picture)
      else { return }
      oldest = (picture, asked.time)
    }
    for (picture, place) in state.waiting { look(picture, place.asked) }
    for (picture, work) in state.running where work.isWanted { look(picture, work.asked) }
    return oldest.map { ($0.picture, $0.time + patience) }
  }

  private func secondsUntilPreliminary(_ state: State) -> Double? {
    nextPreliminary(state).map { $0.due - monotonicTime() }
  }

  /// Hands over the answer to a picture that was to be drawn, unless it is no longer wanted.
  func finish(_ picture: Picture, _ result: FinishedPicture?) {
    state.withLock { state in
      state.preliminary.remove(picture)
      let work = state.running.removeValue(forKey: picture)
      if work?.asked.showsFiles == true { state.lastFile = monotonicTime() }
      guard work?.isWanted == true, let result else { return }
      add(result, &state)
    }
  }

  /// Hands over a face without its files, unless they have come.
  func finishPreliminary(_ picture: Picture, _ result: FinishedPicture?) {
    state.withLock { state in
      guard state.preliminary.contains(picture), var result else { return }
      (result.isPreliminary, result.problem) = (true, nil)
      add(result, &state)
    }
  }

  private func add(_ result: FinishedPicture, _ state: inout State) {
    state.finished.append(result)
    if state.finished.count == 1 { fill() }
  }

  /// Makes the counter readable.
  private func fill() {
    var one: UInt64 = 1
    while write(readyDescriptor, &one, MemoryLayout<UInt64>.size) < 0 && errno == EINTR {}
  }

  /// Makes the counter unreadable.
  private func empty() {
    var count: UInt64 = 0
    while read(readyDescriptor, &count, MemoryLayout<UInt64>.size) < 0 && errno == EINTR {}
  }
}

extension Picture {
  /// Whether files are looked up and decoded for it, which may take long.
  var showsFiles: Bool {
    switch content {
    case .text, .line, .shadow, .writing, .badge, .scrim, .pictogram, .code: false
    case .image(let source), .illustration(let source): source.isFile
    case .ground(let ground): ground.picture?.isFile ?? false
    case .ambient(let ambient): ambient.picture?.isFile ?? false
    case .face(let face): face.photograph != nil || face.icon?.isFile ?? false
    }
  }

  /// Whether there is something to read on it beside files.
  var hasWritingOnFiles: Bool {
    guard case .face = content else { return false }
    return showsFiles
  }
}

extension IconSource {
  fileprivate var isFile: Bool {
    switch self {
    case .path, .file, .named: true
    case .folder(let parts): parts.contains { $0.photograph != nil || $0.icon?.isFile ?? false }
    case .back, .nothing: false
    }
  }
}
