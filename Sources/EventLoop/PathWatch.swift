import CSystemd
import Glibc
import Logging
import Synchronization

private let log = Log("files")

/// Watches files and directories for changes: writes, renames, replacement, removal and creation, also of
/// parent directories and behind symbolic links.
///
/// Reports several changes in quick succession as one, once they are over: editors make three or four for
/// each save. Only background threads access the file systems. A path on a file system that does not answer
/// is watched once it does.
package final class PathWatch {
  /// Seconds without a change before changes are reported: longer than an editor pauses between the steps of
  /// a save.
  package static let calm = 0.2
  /// Seconds after which a change is reported even if more keep coming.
  package static let patience = 2.0

  /// Called when the paths may have changed.
  package var onChange: (() -> Void)?
  /// Whether all paths on file systems that answer are watched.
  package private(set) var isArmed = false

  private let loop: EventLoop
  private let deadline: Deadline
  private let watcher: CurrentWatcher
  private let survey: BackgroundSurvey<PathWatcher.Item, Bool>
  private var source: DescriptorSource?
  private var items: [PathWatcher.Item] = []
  private var firstChange: Double?
  /// Whether a change is reported once the paths are watched.
  private var notifiesWhenArmed = false

  package init(loop: EventLoop) throws(EventLoopError) {
    self.loop = loop
    let watcher = CurrentWatcher()
    self.watcher = watcher
    survey = try BackgroundSurvey(loop: loop) { watcher.current?.observe($0) ?? true }
    var settled: () -> Void = {}
    deadline = try loop.addDeadline { settled() }
    settled = { [weak self] in self?.settled() }
    survey.onAnswers = { [weak self] in self?.answered($0) }
  }

  /// Watches these paths and stops watching earlier ones.
  ///
  /// - Parameters:
  ///   - files: files to watch.
  ///   - directories: directories to watch with all their entries.
  ///   - notifies: whether to report a change once the watches are in place: the files may have changed
  ///     before.
  package func observe(files: [String], directories: [String] = [], notifies: Bool = false) {
    setItems(files, directories)
    notifiesWhenArmed = notifies
    arm()
  }

  /// Takes over `watcher`, which already watches these paths.
  package func observe(files: [String], directories: [String], watchedBy watcher: PathWatcher) {
    setItems(files, directories)
    listen(to: watcher)
    isArmed = true
  }

  package func stop() {
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
      // The source retains the watcher.
      source = try loop.addDescriptor(new.descriptor) { [weak self] _ in
        if new.consumeChange() { self?.changed() }
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
    // A path whose watch was late may have changed in the meantime.
    let notifies = isArmed || notifiesWhenArmed
    (isArmed, notifiesWhenArmed) = (true, false)
    if notifies, !items.isEmpty { onChange?() }
  }

  private func changed() {
    let now = EventLoop.now
    let first = firstChange ?? now
    firstChange = first
    deadline.set(min(now + Self.calm, first + Self.patience))
  }

  private func settled() {
    firstChange = nil
    // Watch first: a change while the listener reads the files is then reported too.
    notifiesWhenArmed = true
    arm()
  }
}

/// The latest watcher, to which background threads add paths.
private nonisolated final class CurrentWatcher: Sendable {
  private let watcher = Mutex<PathWatcher?>(nil)

  var current: PathWatcher? { watcher.withLock(\.self) }
  func set(_ new: PathWatcher?) { watcher.withLock { $0 = new } }
}

/// An inotify(7) instance that watches some paths. Any thread may add paths; this accesses file systems and
/// may block.
package nonisolated final class PathWatcher: Sendable {
  /// A path to watch.
  struct Item: Hashable {
    let path: String
    /// Whether to watch all entries of the directory, not only the path itself.
    var isDirectory = false
  }

  /// The inotify(7) descriptor, readable after a change.
  let descriptor: Int32
  /// The relevant names in each watched directory, by watch descriptor.
  private let names = Mutex<[Int32: WatchPlan.Names]>([:])
  /// The number of attempts when a directory disappears during setup.
  private static let attempts = 3
  /// The size of the read buffer in bytes: some hundred events.
  private static let bufferSize = 16 << 10

  package init() throws(EventLoopError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw EventLoopError("watch files", errno: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Watches each of `files`, and all entries of `directories`.
  package func observe(files: [String], directories: [String] = []) {
    for file in files { _ = observe(Item(path: file)) }
    for directory in directories { _ = observe(Item(path: directory, isDirectory: true)) }
  }

  /// Watches a path. Reports whether all necessary watches are in place.
  func observe(_ item: Item) -> Bool {
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

  /// Reads all pending events. Reports whether one of them is relevant.
  func consumeChange() -> Bool {
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
      // Another thread has added the watch but not yet its names.
      return !change.kinds.contains(.ended)
    }
    return WatchPlan.concerns(change, names)
  }
}

nonisolated extension WatchPlan.Names {
  /// Returns the union of both sets.
  fileprivate func union(_ other: WatchPlan.Names) -> WatchPlan.Names {
    guard case .only(let mine) = self, case .only(let others) = other else { return .all }
    return .only(mine.union(others))
  }
}

/// The directories and names to watch for all changes that affect some paths.
private nonisolated struct WatchPlan: Hashable {
  /// The relevant names in a directory.
  enum Names: Hashable {
    case only(Set<String>)
    case all
  }

  /// The watched events: all that can change what a path contains, or whether it exists.
  static let kinds: FileChange.Kinds = [
    .written, .created, .movedIn, .deleted, .movedOut, .attributes, .selfDeleted, .selfMoved,
  ]

  /// The directories to watch, with the relevant names in each.
  private(set) var directories: [String: Names] = [:]

  /// The kernel's limit on symbolic links (path_resolution(7)).
  private static let mostLinks = 40

  init() {}

  init(files: [String], directories: [String]) {
    for file in files { observe(file, links: 0) }
    for directory in directories {
      observe(directory, links: 0)
      if Self.kind(directory, followsLinks: true) == S_IFDIR { self.directories[directory] = .all }
    }
  }

  /// Reports whether a change in a watched directory is relevant.
  static func concerns(_ change: FileChange, _ names: Names) -> Bool {
    guard let name = change.name else {
      // A change of the directory itself. Its attributes matter because it may have been unreadable before.
      return !change.kinds.isDisjoint(with: [.selfDeleted, .selfMoved, .overflow, .attributes])
    }
    switch names {
    case .all: return true
    case .only(let names): return names.contains(name)
    }
  }

  /// Adds the file's directory, or the nearest existing ancestor, and each directory with a symbolic link on
  /// the way.
  private mutating func observe(_ path: String, links: Int) {
    guard path.hasPrefix("/"), links <= Self.mostLinks else { return }
    var directory = "/"
    var rest = path.split(separator: "/")[...]
    while let name = rest.popFirst() {
      let here = directory == "/" ? "/\(name)" : "\(directory)/\(name)"
      if let target = Self.target(ofLink: here) {
        add(String(name), to: directory)
        let start = target.hasPrefix("/") ? target : "\(directory)/\(target)"
        return observe(([start] + rest.map(String.init)).joined(separator: "/"), links: links + 1)
      }
      guard !rest.isEmpty, Self.kind(here, followsLinks: false) == S_IFDIR else {
        return add(String(name), to: directory)
      }
      directory = here
    }
  }

  private mutating func add(_ name: String, to directory: String) {
    switch directories[directory] {
    case .all?: break
    case .only(let names)?: directories[directory] = .only(names.union([name]))
    case nil: directories[directory] = .only([name])
    }
  }

  private static func kind(_ path: String, followsLinks: Bool) -> mode_t? {
    var status = stat()
    let result = followsLinks ? stat(path, &status) : lstat(path, &status)
    return result == 0 ? status.st_mode & S_IFMT : nil
  }

  private static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// An event of a watched directory or of an entry in it.
private nonisolated struct FileChange {
  /// The bits of inotify(7).
  struct Kinds: OptionSet, Hashable {
    let rawValue: UInt32

    /// A file that was open for writing was closed.
    static let written = Kinds(rawValue: UInt32(IN_CLOSE_WRITE))
    /// A new entry in the directory, perhaps still empty.
    static let created = Kinds(rawValue: UInt32(IN_CREATE))
    /// An entry was moved or renamed into the directory.
    static let movedIn = Kinds(rawValue: UInt32(IN_MOVED_TO))
    static let deleted = Kinds(rawValue: UInt32(IN_DELETE))
    /// An entry was moved or renamed out of the directory.
    static let movedOut = Kinds(rawValue: UInt32(IN_MOVED_FROM))
    /// Owner, permissions or times changed.
    static let attributes = Kinds(rawValue: UInt32(IN_ATTRIB))
    /// The directory itself was deleted.
    static let selfDeleted = Kinds(rawValue: UInt32(IN_DELETE_SELF))
    /// The directory itself was moved; it is still watched.
    static let selfMoved = Kinds(rawValue: UInt32(IN_MOVE_SELF))
    /// The kernel stopped watching (deleted, unmounted). Always reported.
    static let ended = Kinds(rawValue: UInt32(IN_IGNORED))
    /// Events were lost: check everything again. Always reported.
    static let overflow = Kinds(rawValue: UInt32(IN_Q_OVERFLOW))
  }

  var kinds: Kinds
  /// The entry in the watched directory; nil if the directory itself changed.
  var name: String?
}
