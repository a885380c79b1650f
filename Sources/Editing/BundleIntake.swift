import Bundles
import Glibc
import Logging
import Threads

private let log = Log("bundle")

/// Copies bundles from USB sticks into a directory, where rotunda-bundle-stick.path finds them.
///
/// It reads an open file, and never a path. It does not look into the bytes: the installation checks their
/// signature. A thread copies, because sticks are slow and can hang.
package final class BundleIntake: Sendable {
  /// The name of the complete file. The unit's path names it, too.
  package static let fileName = "bundle"
  private static let draftEnding = ".part"
  private static let chunk = 1 << 20

  private let directory: String
  private let state = Monitor(BundleCopy.idle)

  /// Removes what an earlier process left incomplete.
  package init(_ directory: String) {
    self.directory = directory
    unlink(draft)
  }

  private var file: String { "\(directory)/\(Self.fileName)" }
  private var draft: String { file + Self.draftEnding }

  /// The copy that goes on, or the result of the last one.
  package var copy: BundleCopy { state.withLock { $0 } }

  /// Begins to copy an open file, and takes ownership of the descriptor.
  package func take(_ source: Int32) -> BundleCopy {
    let first = BundleCopy.copying(percent: 0)
    let isFree = state.withLock { copy in
      guard !copy.isCopying else { return false }
      copy = first
      return true
    }
    guard isFree else { return Self.refuse(.busy, source) }
    if let refusal = objection(to: source) {
      state.withLock { $0 = .idle }
      return Self.refuse(refusal, source)
    }
    do throws(ThreadFailure) {
      _ = try WorkerThread(name: "bundle") { [self] in
        let refusal = put(source)
        close(source)
        if let refusal { log.warning("the bundle on a stick is not copied: \(refusal.rawValue)") }
        state.withLock { $0 = refusal.map { .refused($0) } ?? .copied }
      }
    } catch {
      state.withLock { $0 = .idle }
      return Self.refuse(.unanswered, source)
    }
    return first
  }

  private static func refuse(_ refusal: BundleCopy.Refusal, _ source: Int32) -> BundleCopy {
    log.warning("the bundle on a stick is not copied: \(refusal.rawValue)")
    close(source)
    return .refused(refusal)
  }

  /// Returns the reason not to begin; nil without one.
  private func objection(to source: Int32) -> BundleCopy.Refusal? {
    // The installation removes the file at its end.
    guard access(file, F_OK) != 0 else { return .busy }
    guard let size = Self.size(of: source), size > 0 else { return .unreadable }
    return size > SignedBundle.sizeLimit ? .tooLarge : nil
  }

  /// Returns the size of a regular file that may be read; nil for anything else.
  private static func size(of source: Int32) -> Int? {
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  // MARK: On the thread

  private func put(_ source: Int32) -> BundleCopy.Refusal? {
    guard let size = Self.size(of: source), size > 0 else { return .unreadable }
    mkdir(directory, 0o700)
    let target = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard target >= 0 else { return .disk }
    var refusal = transfer(source, size, to: target)
    if refusal == nil, fsync(target) != 0 { refusal = .disk }
    close(target)
    if refusal == nil, rename(draft, file) != 0 { refusal = .disk }
    if refusal != nil { unlink(draft) } else { syncDirectory() }
    return refusal
  }

  private func transfer(_ source: Int32, _ size: Int, to target: Int32) -> BundleCopy.Refusal? {
    var (bytes, offset) = ([UInt8](repeating: 0, count: Self.chunk), 0)
    while true {
      // Not read(2): the caller has the same file open, and could move the position.
      let count = pread(source, &bytes, bytes.count, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return .unreadable }
      guard count > 0 else { return offset > 0 ? nil : .unreadable }
      offset += count
      guard offset <= SignedBundle.sizeLimit else { return .tooLarge }
      guard Self.write(bytes[..<count], to: target) else { return .disk }
      // The file may grow meanwhile.
      let percent = min(99, offset * 100 / max(1, size))
      state.withLock { $0 = .copying(percent: percent) }
    }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to target: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(target, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The new name then survives a power failure.
  private func syncDirectory() {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
