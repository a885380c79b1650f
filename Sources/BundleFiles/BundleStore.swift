import Bundles
import ConfigurationFile
import FileSystem
import Glibc

/// The bundles of a machine on its disk: a directory for each unpacked one, a link to the one in use, and the
/// record.
///
/// The record and the link change by one rename or removal, after their content is on the disk. A power cut
/// leaves a state that `BundleRecord.recover` completes, also if old bundles are half removed.
package struct BundleStore: Sendable {
  package let directory: String

  /// The names in the directory. Bundles have their numbers as names.
  private static let (recordName, lockName, draftName, linkDraftName) = ("record", "lock", ".new", ".current")
  /// The largest record to read, in bytes.
  private static let recordLimit = 16 << 10

  package init(_ directory: String) { self.directory = directory }

  private var recordFile: AtomicFile { AtomicFile("\(directory)/\(Self.recordName)", .everybody) }
  private var link: String { "\(directory)/\(BundleLayer.link)" }

  /// Calls `body` while no other process changes the store. Throws if one does.
  package func exclusively<Result>(
    _ body: () throws(BundleFault) -> Result
  ) throws(BundleFault) -> Result {
    AtomicFile("\(directory)/\(Self.lockName)", .everybody).makeDirectories()
    let lock = open("\(directory)/\(Self.lockName)", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw Self.failure(directory) }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw BundleFault(.disk, "another process installs a bundle")
    }
    return try body()
  }

  /// Reads the record. Without a readable one, the bundle in use counts as the one that worked last.
  package var record: BundleRecord {
    let bytes = recordFile.read(limit: Self.recordLimit)
    let text = bytes.flatMap { String(validating: $0, as: UTF8.self) }
    return text.flatMap(BundleRecord.init) ?? BundleRecord(lostWith: current)
  }

  /// The number of the bundle in use.
  package var current: Int? { SystemFiles().linkTarget(of: link).flatMap(Int.init) }

  /// Returns the folder of an unpacked bundle.
  package func folder(of number: Int) -> String { "\(directory)/\(number)" }

  /// Unpacks a bundle into a folder of its own, which `check` can refuse. The folder has its name only when
  /// it is complete.
  package func unpack(
    _ archive: borrowing BundleArchive, for kiosk: BundleRecipient,
    _ check: (String) throws(BundleFault) -> Void
  ) throws(BundleFault) {
    let draft = "\(directory)/\(Self.draftName)"
    let folder = folder(of: archive.manifest.number)
    Self.remove(draft)
    Self.remove(folder)
    do throws(BundleFault) {
      guard mkdir(draft, 0o755) == 0 else { throw Self.failure(draft) }
      try archive.unpack(for: kiosk, into: draft)
      try check(draft)
      guard rename(draft, folder) == 0 else { throw Self.failure(folder) }
      try Self.sync(directory)
    } catch {
      Self.remove(draft)
      Self.remove(folder)
      throw error
    }
  }

  /// Applies steps in their order. On a full disk, the removal of bundles makes room for the record: a step
  /// that failed is tried once more at the end.
  package func perform(_ steps: [BundleRecord.Step]) throws(BundleFault) {
    var failed: [BundleRecord.Step] = []
    for step in steps {
      do throws(BundleFault) {
        try perform(step)
      } catch {
        // A trial must not begin without its record.
        if case .record(let record) = step, record.trial != nil { throw error }
        failed.append(step)
      }
    }
    for step in failed { try perform(step) }
  }

  private func perform(_ step: BundleRecord.Step) throws(BundleFault) {
    switch step {
    case .record(let record):
      if let reason = recordFile.replace(with: Array(record.text.utf8)) {
        throw BundleFault(.disk, "\(recordFile.path): \(reason)")
      }
    case .point(let number): try point(to: number)
    case .removeOthers(let number): removeOthers(than: number)
    }
  }

  private func point(to number: Int?) throws(BundleFault) {
    if let number {
      let draft = "\(directory)/\(Self.linkDraftName)"
      unlink(draft)
      guard symlink("\(number)", draft) == 0, rename(draft, link) == 0 else { throw Self.failure(link) }
    } else if unlink(link) != 0, errno != ENOENT {
      throw Self.failure(link)
    }
    try Self.sync(directory)
  }

  private func removeOthers(than number: Int?) {
    // On a full disk, the record may still name the bundle before as the one to return to.
    let bundles = [number, current, record.kept].compactMap { $0.map(String.init) }
    let kept = Set(bundles)
    // Nothing else: the directory may be the wrong one.
    let drafts = [Self.draftName, Self.linkDraftName, Self.recordName + ".new"]
    for name in SystemFiles().names(in: directory)
    where !kept.contains(name) && (drafts.contains(name) || Int(name) != nil) {
      Self.remove("\(directory)/\(name)")
    }
  }

  /// Notes how an installation ended, for the launcher, which reads it as another user. Returns the error, or
  /// nil.
  package func note(_ outcome: BundleOutcome) -> String? {
    AtomicFile("\(directory)/\(BundleLayer.outcome)", .everybody).replace(with: Array(outcome.text.utf8))
  }

  // MARK: Files

  /// Waits until the names in a directory are on the disk.
  static func sync(_ directory: String) throws(BundleFault) {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(directory) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(directory) }
  }

  /// Removes a file, or a directory with all its contents. Does not follow links.
  private static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in SystemFiles().names(in: path) { remove("\(path)/\(name)") }
    rmdir(path)
  }

  private static func failure(_ path: String) -> BundleFault {
    BundleFault(.disk, "\(path): \(String(cString: strerror(errno)))")
  }
}
