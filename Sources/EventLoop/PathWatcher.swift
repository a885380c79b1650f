import CSystemd
import Glibc
import Synchronization

/// What inotify(7) tells of some paths. It may be told to follow more from any thread: that asks file systems, which may
/// take their time.
public nonisolated final class PathWatcher: Sendable {
  /// A path that is followed.
  struct Item: Hashable {
    let path: String
    /// Whether everything in it counts, and not only what it is itself.
    var isDirectory = false
  }

  /// Readable when something has happened.
  let descriptor: Int32
  /// What counts in the watched directories.
  private let names = Mutex<[Int32: WatchPlan.Names]>([:])
  /// How often watching is tried again where something vanishes meanwhile.
  private static let attempts = 3
  /// Bytes of news that are read at once: some hundred.
  private static let bufferSize = 16 << 10

  /// Follows nothing yet.
  public init() throws(EventLoopError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw EventLoopError("watch files", errno: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Follows each of `files`, and of `directories` whatever is in them.
  public func follow(files: [String], directories: [String] = []) {
    for file in files { _ = follow(Item(path: file)) }
    for directory in directories { _ = follow(Item(path: directory, isDirectory: true)) }
  }

  /// Follows a path; whether all that is to be watched for that is.
  func follow(_ item: Item) -> Bool {
    for _ in 0..<Self.attempts where tryToFollow(item) { return true }
    return false
  }

  private func tryToFollow(_ item: Item) -> Bool {
    let plan =
      item.isDirectory
      ? WatchPlan(files: [], directories: [item.path]) : WatchPlan(files: [item.path], directories: [])
    var isComplete = true
    for (directory, wanted) in plan.directories {
      let number = inotify_add_watch(descriptor, directory, WatchPlan.kinds.rawValue)
      if number < 0 {
        isComplete = false
      } else {
        names.withLock { $0[number] = $0[number]?.union(wanted) ?? wanted }
      }
    }
    return isComplete
  }

  /// Whether something has happened since the last call that counts.
  func takeChange() -> Bool {
    var (buffer, hasChanged) = ([UInt8](repeating: 0, count: Self.bufferSize), false)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return hasChanged }
      buffer.withUnsafeBytes { bytes in
        if concerns(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { hasChanged = true }
      }
    }
  }

  private func concerns(_ records: UnsafeRawBufferPointer) -> Bool {
    var (start, isConcerned) = (0, false)
    while start + MemoryLayout<inotify_event>.size <= records.count {
      let event = records.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
      let text = start + MemoryLayout<inotify_event>.size
      let name = records[text..<min(records.count, text + Int(event.len))].prefix { $0 != 0 }
      let change = FileChange(
        kinds: FileChange.Kinds(rawValue: event.mask),
        name: event.len > 0 ? String(decoding: name, as: UTF8.self) : nil)
      if concerns(change, event.wd) { isConcerned = true }
      start = text + Int(event.len)
    }
    return isConcerned
  }

  private func concerns(_ change: FileChange, _ number: Int32) -> Bool {
    if change.kinds.contains(.overflow) { return true }
    guard let names = names.withLock({ $0[number] }) else {
      // Watched already, and not noted yet.
      return !change.kinds.contains(.ended)
    }
    return WatchPlan.concerns(change, names)
  }
}

nonisolated extension WatchPlan.Names {
  /// Both.
  fileprivate func union(_ other: WatchPlan.Names) -> WatchPlan.Names {
    guard case .only(let mine) = self, case .only(let others) = other else { return .all }
    return .only(mine.union(others))
  }
}
