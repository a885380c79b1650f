import EventLoop
import Glibc
import Logging
import Programs

private let log = Log("visits")

/// Directories of which nothing is left when a program ends: each start of a program that asks for one has its own.
///
/// They lie below one that belongs to this process as long as it holds a lock on it. What another process that has died
/// left behind is found by its lock being free, and wiped first of all.
public final class PrivateDirectories {
  /// Seconds after which what could not be wiped is tried again: a program's last processes may still have been writing.
  private static let patience = 3.0

  private let base: String
  private let tree = FileTree()
  private var deadline: Deadline?
  /// The directory of this process and the descriptor that holds its lock; nil until it is first needed.
  private var own: (path: String, lock: Int32)?
  private var inUse: [Int: String] = [:]
  /// What could not be wiped yet.
  private var leftOver: Set<String> = []

  /// Directories below `base`, which only this user can read. Wipes what is left there of others that have died.
  ///
  /// Without a loop nothing is tried again before the next start.
  public init(loop: EventLoop?, base: String) {
    self.base = base
    deadline = try? loop?.addDeadline { [weak self] in self?.wipeLeftOver() }
    wipeOrphans()
  }

  /// The command with a directory of its own, where it asks for one. `number` tells starts apart.
  public func prepare(_ command: Command, for number: Int) throws(StartFailure) -> Command {
    guard let wanted = command.privateDirectory else { return command }
    let path = try ownDirectory() + "/\(number)"
    try make(path)
    inUse[number] = path
    for (name, text) in wanted.files.sorted(by: { $0.key < $1.key }) {
      try write(text, to: name, below: path)
    }
    var ready = command
    ready.privateDirectory = nil
    ready.arguments = command.arguments.map { $0.replacing(PrivateDirectory.mark, with: path) }
    ready.environment = command.environment.mapValues { $0.replacing(PrivateDirectory.mark, with: path) }
    return ready
  }

  /// The program has ended: its directory goes.
  public func wipe(_ number: Int) {
    guard let path = inUse.removeValue(forKey: number) else { return }
    leftOver.insert(path)
    wipeLeftOver()
  }

  /// Nothing runs any more: all of them go.
  public func wipeAll() {
    leftOver.formUnion(inUse.values)
    inUse = [:]
    wipeLeftOver()
    guard let own else { return }
    if !tree.remove(own.path) { log.warning("\(own.path) could not be wiped") }
    close(own.lock)
    self.own = nil
  }

  /// Lets go of everything as a crash would.
  func abandon() {
    if let own { close(own.lock) }
    own = nil
    inUse = [:]
  }

  private func wipeLeftOver() {
    leftOver = leftOver.filter { !tree.remove($0) }
    deadline?.set(leftOver.isEmpty ? nil : EventLoop.now + Self.patience)
  }

  private func wipeOrphans() {
    for name in tree.names(in: base) {
      let path = "\(base)/\(name)"
      let lock = Self.lock(path)
      guard lock >= 0 else { continue }
      log.info("wiping \(path), which a launcher left behind")
      if !tree.remove(path) { log.warning("\(path) could not be wiped") }
      close(lock)
    }
  }

  /// A descriptor that locks a directory as long as it is open; −1 when somebody else has it.
  private static func lock(_ path: String) -> Int32 {
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
    var template = Array("\(base)/XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.failure(base) }
    let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress.unsafelyUnwrapped) }
    let lock = Self.lock(path)
    guard lock >= 0 else { throw Self.failure(path) }
    own = (path, lock)
    return path
  }

  /// Every part of the path that is missing is made for this user alone; the last must be theirs.
  private func makeBase() throws(StartFailure) {
    for end in base.indices.dropFirst() where base[end] == "/" { mkdir(String(base[..<end]), 0o700) }
    mkdir(base, 0o700)
    var status = stat()
    guard lstat(base, &status) == 0 else { throw Self.failure(base) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw .workingDirectory(base)
    }
  }

  private func make(_ path: String) throws(StartFailure) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.failure(path) }
  }

  private func write(_ text: String, to name: String, below directory: String) throws(StartFailure) {
    var parent = directory
    let parts = name.split(separator: "/")
    for part in name.hasSuffix("/") ? parts[...] : parts.dropLast() {
      parent += "/\(part)"
      try make(parent)
    }
    guard !name.hasSuffix("/"), let last = parts.last else { return }
    let file = open("\(parent)/\(last)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Self.failure(name) }
    defer { close(file) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(name) }
      bytes = bytes.dropFirst(count)
    }
  }

  private static func failure(_ path: String) -> StartFailure {
    let number = errno
    return .refused(errno: number, text: "\(path): \(String(cString: strerror(number)))")
  }
}
