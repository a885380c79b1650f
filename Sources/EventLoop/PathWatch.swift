import Glibc
import Logging

private let log = Log("files")

/// Follows paths through all that happens to files: written, renamed over, replaced, removed, made later, or with
/// their directories, behind links as well as without.
///
/// Several changes in a row count as one, told when they are over: editors make three or four of one save.
public final class PathWatch {
  /// Seconds without a change after which changes are told: more than an editor has between the steps of a save.
  public static let calm = 0.2
  /// Seconds after which a change is told although more keep coming.
  public static let patience = 2.0
  /// How often watching is tried again where something vanishes meanwhile.
  private static let attempts = 3

  /// Something about the paths may have changed.
  public var onChange: (() -> Void)?

  private let loop: EventLoop
  private let deadline: Deadline
  private var files: [String] = []
  private var directories: [String] = []
  private var plan = WatchPlan()
  private var watches: [FileWatch] = []
  private var firstChange: Double?

  /// A watch over nothing yet.
  public init(loop: EventLoop) throws(EventLoopError) {
    self.loop = loop
    var settled: () -> Void = {}
    deadline = try loop.addDeadline { settled() }
    settled = { [weak self] in self?.settled() }
  }

  /// Follows these paths instead of those before: each of `files`, and of `directories` whatever is in them.
  public func follow(files: [String], directories: [String] = []) {
    (self.files, self.directories) = (files, directories)
    arm()
  }

  /// Follows nothing any more.
  public func stop() {
    for watch in watches { watch.cancel() }
    watches = []
    deadline.set(nil)
    firstChange = nil
  }

  private func arm() {
    for _ in 0..<Self.attempts where tryToArm() { return }
    log.warning("changes of \((files + directories).joined(separator: ", ")) are not all noticed")
  }

  /// Whether all that is to be watched is.
  private func tryToArm() -> Bool {
    for watch in watches { watch.cancel() }
    watches = []
    plan = WatchPlan(files: files, directories: directories)
    var isComplete = true
    for (directory, names) in plan.directories {
      do throws(EventLoopError) {
        let watch = try loop.addFileWatch(directory, WatchPlan.kinds) { [weak self] change in
          if WatchPlan.concerns(change, names) { self?.changed() }
        }
        watches.append(watch)
      } catch {
        log.info("\(error)")
        isComplete = false
      }
    }
    return isComplete
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
    arm()
    onChange?()
  }
}
