import CLinux
import Glibc
import Scene
import Threads

/// The queue between the main thread and the workers: waiting pictures, finished pictures, and a kernel
/// counter that the main thread's event loop watches.
///
/// A separate worker draws pictures without files. Therefore text never waits for files. If a face's files
/// take long, that worker first draws the face without them.
///
/// The counter is written and emptied only under the lock. Therefore it is readable exactly while a picture
/// is finished, and causes no useless wake-up of the loop.
final class ArtworkQueue: Sendable {
  private struct Waiting {
    var priority: Int
    /// Requests of equal priority are served in order of arrival.
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
    /// Whether the picture needs files to be decoded.
    let showsFiles: Bool
    /// Whether the picture is useful without its files.
    let hasWriting: Bool
  }

  private struct State {
    var waiting: [Picture: Waiting] = [:]
    /// The pictures that a worker is drawing.
    var running: [Picture: Running] = [:]
    /// The pictures that are drawn without their files, now or already, and are not complete yet.
    var preliminary: Set<Picture> = []
    var finished: [FinishedPicture] = []
    var nextOrder = 0
    /// When a picture with files was last begun or finished, in `monotonicTime()`.
    var lastFile = monotonicTime()
    var isStopped = false
  }

  enum Task {
    case draw(Picture)
    /// Draws the picture as if its files were missing. The result goes to `finishPreliminary`.
    case drawWithoutFiles(Picture)
    /// No work has arrived for a while.
    case rest
    case end
  }

  /// Readable while a picture is finished.
  let readyDescriptor: Int32
  private let state = Monitor(State())
  private let patience: Double?

  /// Creates an empty queue.
  ///
  /// - Parameter patience: seconds after which a face is drawn without its files; nil always waits.
  init(patience: Double? = nil) throws(ArtworkFailure) {
    self.patience = patience
    readyDescriptor = clinux_eventfd()
    guard readyDescriptor >= 0 else { throw .noDescriptor(errno) }
  }

  deinit {
    if readyDescriptor >= 0 { close(readyDescriptor) }
  }

  // MARK: The main thread's side

  /// Adds `picture`, or changes its priority if it already waits. Lower priorities come first.
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

  /// Removes `picture`, in whatever state it is.
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

  /// Moves all finished pictures to `results`, in the order in which they finished.
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

  /// Drops all waiting pictures, and makes the workers end.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for picture in state.running.keys { state.running[picture]?.isWanted = false }
      (state.waiting, state.preliminary) = ([:], [])
    }
    state.wakeUp()
  }

  // MARK: The workers' side

  /// Returns the next task of the worker for pictures without files. Sleeps until one is available.
  func nextWriting() -> Task {
    state.wait(seconds: { self.secondsUntilPreliminary($0) }) { state in
      guard !state.isStopped else { return .end }
      if let picture = Self.nextPicture(&state, showsFiles: false) { return .draw(picture) }
      guard let (picture, due) = nextPreliminary(state), due <= monotonicTime() else { return nil }
      state.preliminary.insert(picture)
      return .drawWithoutFiles(picture)
    }
  }

  /// Returns the next task of a worker for pictures with files. Sleeps until one is available.
  ///
  /// - Parameters:
  ///   - restAfter: seconds from the last file to `rest`.
  ///   - canRest: whether a decoder is running that can end.
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

  /// Returns the face that has waited longest for its files, and when it is drawn without them.
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

  /// Delivers the result of a picture if it is still wanted.
  func finish(_ picture: Picture, _ result: FinishedPicture?) {
    state.withLock { state in
      state.preliminary.remove(picture)
      let work = state.running.removeValue(forKey: picture)
      if work?.asked.showsFiles == true { state.lastFile = monotonicTime() }
      guard work?.isWanted == true, let result else { return }
      add(result, &state)
    }
  }

  /// Delivers a face without its files, unless the complete one came first.
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

  private func fill() {
    var one: UInt64 = 1
    while write(readyDescriptor, &one, MemoryLayout<UInt64>.size) < 0 && errno == EINTR {}
  }

  private func empty() {
    var count: UInt64 = 0
    while read(readyDescriptor, &count, MemoryLayout<UInt64>.size) < 0 && errno == EINTR {}
  }
}

extension Picture {
  /// Whether the picture needs files to be found and decoded, which may take long.
  var showsFiles: Bool {
    switch content {
    case .text, .line, .shadow, .writing, .badge, .scrim, .pictogram, .code: false
    case .image(let source), .illustration(let source): source.isFile
    case .ground(let ground): ground.picture?.isFile ?? false
    case .ambient(let ambient): ambient.picture?.isFile ?? false
    case .face(let face): face.photograph != nil || face.icon?.isFile ?? false
    }
  }

  /// Whether the picture has readable text besides files.
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
