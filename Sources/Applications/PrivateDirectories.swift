import CLinux
import EventLoop
import Glibc
import Logging
import Programs

private nonisolated let log = Log("visits")

/// Temporary directories for programs: each start gets its own, which is wiped when the program ends.
///
/// They lie in a directory that belongs to this process while it holds a lock on it. A free lock marks the
/// directory of a dead process; the launcher wipes such directories first. Threads do the wiping: a directory
/// may hold tens of thousands of files, or a mount that does not answer.
package final class PrivateDirectories {
  /// Seconds before the first retry of a failed wipe: the program's last processes may still have been
  /// writing.
  private static let patience = 3.0
  /// The longest retry delay in seconds: a mount may stay for good.
  private static let longestPatience = 300.0
  /// Seconds that the launcher's exit waits for wiping. The next launcher wipes the rest.
  private static let endPatience = 1.5
  /// The most directories to wipe at one time; each may block.
  private static let mostAtOnce = 4
  /// The most alternative paths: an earlier directory with the same name may still be in the process of
  /// wiping.
  private static let mostPaths = 100

  private let base: String
  /// The parent directory of the persistent homes of tiles; nil if none is available.
  private let kept: String?
  private let loop: EventLoop?
  private let tree = FileTree()
  private var deadline: Deadline?
  /// The directory of this process and the descriptor that holds its lock; nil until first needed.
  private var own: (path: String, lock: Int32)?
  private var inUse: [Int: String] = [:]
  /// The directories to wipe, those in the process of wiping, and those whose wiping failed.
  private var (leftOver, wiping, failed): (Set<String>, Set<String>, Set<String>) = ([], [], [])
  private var delay = patience
  private var atEnd: Deadline?

  /// Creates directories below `base`, which only this user can read. Wipes the directories of dead
  /// launchers.
  ///
  /// Without a loop, all wiping is synchronous and nothing is retried.
  ///
  /// - Parameter kept: the parent directory of the persistent homes of tiles; nil if none is available.
  package init(loop: EventLoop?, base: String, kept: String? = nil) {
    (self.loop, self.base, self.kept) = (loop, base, kept)
    deadline = try? loop?.addDeadline { [weak self] in self?.tryAgain() }
    inBackground {
      Self.wipeOrphans(below: base)
    } done: { _ in
    }
  }

  /// Runs `work` on a thread, or directly if there is no loop or no thread.
  private func inBackground<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, done: @escaping (Result) -> Void
  ) {
    guard let loop else { return done(work()) }
    do throws(EventLoopError) {
      try loop.inBackground(work, done: done)
    } catch {
      log.warning("\(error)")
      done(work())
    }
  }

  /// Returns the request with a home: a temporary directory, or the tile's persistent one.
  package func prepare(_ request: ProgramRequest, for number: Int) throws(StartFailure) -> ProgramRequest {
    var request = request
    var variables: [String: String] = [:]
    if request.command.privateDirectory != nil {
      // A browser already has its home in such a directory.
      request.command = try prepare(request.command, for: number)
    } else if request.limits.home == .keep {
      let home = try keptDirectory(of: request.tile)
      request.ownDirectories.append(home)
      variables = PrivateDirectory.homeVariables(home)
    } else {
      var home = Command([], environment: PrivateDirectory.homeVariables("\(PrivateDirectory.mark)/home"))
      home.privateDirectory = PrivateDirectory(files: ["home/": ""])
      variables = try prepare(home, for: number).environment
    }
    request.command.environment.merge(variables) { own, _ in own }
    if let path = inUse[number] { request.ownDirectories.append(path) }
    return request
  }

  private func keptDirectory(of tile: String) throws(StartFailure) -> String {
    guard let kept else { throw .workingDirectory("~") }
    let path = "\(kept)/\(VisitPlace.directory(of: tile))"
    try Self.makeOwn(kept)
    try Self.makeOwn(path)
    return path
  }

  /// Returns the command with its own directory if it asks for one. `number` identifies the start.
  package func prepare(_ command: Command, for number: Int) throws(StartFailure) -> Command {
    guard let wanted = command.privateDirectory else { return command }
    let path = try newDirectory(number)
    inUse[number] = path
    for (name, text) in wanted.files.sorted(by: { $0.key < $1.key }) {
      try FileTree.write(text, to: name, below: path)
    }
    var ready = command
    ready.privateDirectory = nil
    ready.arguments = command.arguments.map { $0.replacing(PrivateDirectory.mark, with: path) }
    ready.environment = command.environment.mapValues { $0.replacing(PrivateDirectory.mark, with: path) }
    return ready
  }

  /// Wipes the directory of a program that has ended.
  package func wipe(_ number: Int) {
    guard let path = inUse.removeValue(forKey: number) else { return }
    leftOver.insert(path)
    wipeLeftOver()
  }

  /// Wipes all directories when the last program has ended. Calls `done` when that is over or takes too long.
  package func wipeAll(done: @escaping () -> Void = {}) {
    inUse = [:]
    (leftOver, failed) = ([], [])
    deadline?.set(nil)
    guard let own else { return done() }
    var done: (() -> Void)? = done
    let finish = { [weak self] in
      self?.atEnd?.cancel()
      self?.atEnd = nil
      done?()
      done = nil
    }
    atEnd = try? loop?.addDeadline {
      log.warning("\(own.path) takes too long to wipe: the next launcher continues")
      finish()
    }
    atEnd?.set(EventLoop.now + Self.endPatience)
    inBackground { [tree] in
      tree.remove(own.path)
    } done: { [weak self] isGone in
      if !isGone { log.warning("\(own.path) could not be wiped") }
      self?.abandon()
      finish()
    }
  }

  /// Releases everything as a crash would.
  func abandon() {
    if let own { close(own.lock) }
    own = nil
    inUse = [:]
  }

  private func wipeLeftOver() {
    while wiping.count < Self.mostAtOnce, let path = leftOver.popFirst() {
      wiping.insert(path)
      inBackground { [tree] in
        tree.remove(path)
      } done: { [weak self] in
        self?.wiped(path, isGone: $0)
      }
    }
  }

  private func wiped(_ path: String, isGone: Bool) {
    wiping.remove(path)
    if isGone {
      delay = Self.patience
    } else {
      failed.insert(path)
      if deadline?.time == nil { deadline?.set(EventLoop.now + delay) }
    }
    wipeLeftOver()
  }

  private func tryAgain() {
    delay = min(2 * delay, Self.longestPatience)
    leftOver.formUnion(failed)
    failed = []
    wipeLeftOver()
  }

  private nonisolated static func wipeOrphans(below base: String) {
    let tree = FileTree()
    for name in tree.names(in: base) {
      let path = "\(base)/\(name)"
      let lock = Self.lock(path)
      guard lock >= 0 else { continue }
      log.info("wiping \(path), which a launcher left behind")
      if !tree.remove(path) { log.warning("\(path) could not be wiped") }
      close(lock)
    }
  }

  /// Returns a descriptor that locks a directory while open; −1 if another process holds the lock.
  private nonisolated static func lock(_ path: String) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return -1 }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return -1
    }
    return descriptor
  }

  private func ownDirectory() throws(StartFailure) -> String {
    if let own, access(own.path, W_OK) == 0 { return own.path }
    try makeBase()
    // A launcher that wipes orphaned directories may take it before it is locked.
    for _ in 0..<Self.mostPaths {
      var template = Array("\(base)/XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw FileTree.failure(base) }
      let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress.unsafelyUnwrapped) }
      let lock = Self.lock(path)
      if lock >= 0, access(path, W_OK) == 0 {
        own = (path, lock)
        return path
      }
      if lock >= 0 { close(lock) }
    }
    throw .workingDirectory(base)
  }

  /// Creates a new directory. The one with the plain number may not be wiped yet.
  private func newDirectory(_ number: Int) throws(StartFailure) -> String {
    let directory = try ownDirectory()
    for attempt in 0..<Self.mostPaths {
      let path = attempt == 0 ? "\(directory)/\(number)" : "\(directory)/\(number)-\(attempt)"
      if mkdir(path, 0o700) == 0 { return path }
      guard errno == EEXIST else { throw FileTree.failure(path) }
    }
    throw .workingDirectory(directory)
  }

  private func makeBase() throws(StartFailure) { try Self.makeOwn(base) }

  /// Creates missing parts of the path for this user alone. The last part must belong to this user.
  private static func makeOwn(_ base: String) throws(StartFailure) {
    for end in base.indices.dropFirst() where base[end] == "/" { mkdir(String(base[..<end]), 0o700) }
    mkdir(base, 0o700)
    var status = stat()
    guard lstat(base, &status) == 0 else { throw FileTree.failure(base) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw .workingDirectory(base)
    }
  }
}

/// Removes directories with all their contents. Removes links but never follows them, and skips mounts.
nonisolated struct FileTree: Sendable {
  /// Deeper directories stay: no program creates them by accident.
  private static let deepest = 200

  /// Removes the entry at `path`. Reports whether nothing is left there.
  func remove(_ path: String) -> Bool {
    removeEntry(Array(path.utf8CString), of: AT_FDCWD, depth: 0)
  }

  /// Returns the names in a directory; empty if it does not exist.
  func names(in directory: String) -> [String] {
    let descriptor = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    return names(below: descriptor).compactMap { name in
      name.withUnsafeBufferPointer { String(validatingCString: $0.baseAddress.unsafelyUnwrapped) }
    }
  }

  private func removeEntry(_ name: [CChar], of parent: Int32, depth: Int) -> Bool {
    if unlinkat(parent, name, 0) == 0 || errno == ENOENT { return true }
    guard depth < Self.deepest else { return false }
    // The directory may lack permissions even for its owner.
    var directory = Self.open(name, of: parent, depth: depth)
    if directory < 0, errno == EACCES, fchmodat(parent, name, 0o700, 0) == 0 {
      directory = Self.open(name, of: parent, depth: depth)
    }
    guard directory >= 0 else { return false }
    fchmod(directory, 0o700)
    let inside = dup(directory)
    if inside >= 0 {
      for entry in names(below: directory) { _ = removeEntry(entry, of: inside, depth: depth + 1) }
      close(inside)
    } else {
      close(directory)
    }
    return unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT
  }

  private static func open(_ name: [CChar], of parent: Int32, depth: Int) -> Int32 {
    depth == 0
      ? openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      : clinux_open_directory_inside(parent, name)
  }

  /// Returns the names in an open directory, and closes it.
  private func names(below descriptor: Int32) -> [[CChar]] {
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return []
    }
    defer { closedir(stream) }
    var names: [[CChar]] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
        }
      }
      // Skip "." and "..", with their terminating NULs.
      if name != [46, 0], name != [46, 46, 0] { names.append(name) }
    }
    return names
  }
}

// MARK: Writing

nonisolated extension FileTree {
  private static func make(_ path: String) throws(StartFailure) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure(path) }
  }

  /// Writes a file below a directory, and creates the directories in between. A name that ends with a slash
  /// names a directory.
  static func write(_ text: String, to name: String, below directory: String) throws(StartFailure) {
    var parent = directory
    let parts = name.split(separator: "/")
    for part in name.hasSuffix("/") ? parts[...] : parts.dropLast() {
      parent += "/\(part)"
      try make(parent)
    }
    guard !name.hasSuffix("/"), let last = parts.last else { return }
    let file = Glibc.open("\(parent)/\(last)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure(name) }
    defer { close(file) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(name) }
      bytes = bytes.dropFirst(count)
    }
  }

  static func failure(_ path: String) -> StartFailure {
    let number = errno
    return .refused(errno: number, text: "\(path): \(String(cString: strerror(number)))")
  }
}
