import Glibc
import Logging
import Synchronization

private let log = Log("files")

/// Follows paths through all that happens to files: written, renamed over, replaced, removed, made later, or with
/// their directories, behind links as well as without.
///
/// Several changes in a row count as one, told when they are over: editors make three or four of one save. File systems are
/// asked on threads only; a path on one that does not answer is followed once it has.
public final class PathWatch {
  /// Seconds without a change after which changes are told: more than an editor has between the steps of a save.
  public static let calm = 0.2
  /// Seconds after which a change is told although more keep coming.
  public static let patience = 2.0

  /// Something about the paths may have changed.
  public var onChange: (() -> Void)?
  /// Whether all paths are watched that are on file systems which answer.
  public private(set) var isArmed = false

  private let loop: EventLoop
  private let deadline: Deadline
  private let watcher: CurrentWatcher
  private let survey: BackgroundSurvey<PathWatcher.Item, Bool>
  private var source: DescriptorSource?
  private var items: [PathWatcher.Item] = []
  private var firstChange: Double?
  /// Whether a change is reported once the paths are watched.
  private var tellsWhenArmed = false

  /// A watch over nothing yet.
  public init(loop: EventLoop) throws(EventLoopError) {
    self.loop = loop
    let watcher = CurrentWatcher()
    self.watcher = watcher
    survey = try BackgroundSurvey(loop: loop) { watcher.current?.follow($0) ?? true }
    var settled: () -> Void = {}
    deadline = try loop.addDeadline { settled() }
    settled = { [weak self] in self?.settled() }
    survey.onAnswers = { [weak self] in self?.answered($0) }
  }

  /// Follows these paths instead of those before: each of `files`, and of `directories` whatever is in them. With
  /// `tells`, a change is reported when they are watched: they may have changed before.
  public func follow(files: [String], directories: [String] = [], tells: Bool = false) {
    setItems(files, directories)
    tellsWhenArmed = tells
    arm()
  }

  /// Goes on with what `watcher` follows, which is these paths.
  public func follow(files: [String], directories: [String], watchedBy watcher: PathWatcher) {
    setItems(files, directories)
    listen(to: watcher)
    isArmed = true
  }

  /// Follows nothing any more.
  public func stop() {
    items = []
    source?.cancel()
    source = nil
    watcher.set(nil)
    deadline.set(nil)
    firstChange = nil
  }

  private func setItems(_ files: [String], _ directories: [String]) {
    items =
      files.map { PathWatcher.Item(path: $0) }
      + directories.map { PathWatcher.Item(path: $0, isDirectory: true) }
  }

  private func listen(to new: PathWatcher) {
    source?.cancel()
    source = nil
    watcher.set(new)
    do throws(EventLoopError) {
      // The source keeps the watcher.
      source = try loop.addDescriptor(new.descriptor) { [weak self] _ in
        if new.takeChange() { self?.changed() }
      }
    } catch {
      log.warning("\(error)")
    }
  }

  private func arm() {
    do throws(EventLoopError) {
      listen(to: try PathWatcher())
    } catch {
      log.warning("\(error)")
    }
    isArmed = false
    survey.ask(items)
  }

  private func answered(_ answers: [PathWatcher.Item: Bool]) {
    let missed = answers.filter { !$0.value }.map(\.key.path).sorted()
    if !missed.isEmpty { log.warning("changes of \(missed.joined(separator: ", ")) are not all noticed") }
    // One that was late may have changed meanwhile.
    let tells = isArmed || tellsWhenArmed
    (isArmed, tellsWhenArmed) = (true, false)
    if tells, !items.isEmpty { onChange?() }
  }

  private func changed() {
    let now = EventLoop.now
    let first = firstChange ?? now
    firstChange = first
    deadline.set(min(now + Self.calm, first + Self.patience))
  }

  private func settled() {
    firstChange = nil
    // First, so that what changes while it is looked at is told as well.
    tellsWhenArmed = true
    arm()
  }
}

/// What threads add paths to: the latest.
private nonisolated final class CurrentWatcher: Sendable {
  private let watcher = Mutex<PathWatcher?>(nil)

  var current: PathWatcher? { watcher.withLock(\.self) }
  func set(_ new: PathWatcher?) { watcher.withLock { $0 = new } }
}
