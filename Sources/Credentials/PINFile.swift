import Configuration
import FileSystem
import Glibc

/// The file with the PIN's hash, which only root and the PIN service can read.
package struct PINFile: Sendable {
  private let path: String

  package init(_ path: String) { self.path = path }

  /// The reason why no hash is available.
  package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(FileFault)
    /// Another user than root or this one owns the file, or everyone can write it.
    case untrusted
    case noHash

    package var description: String {
      switch self {
      case .unreadable(let fault): "cannot be read: \(fault)"
      case .untrusted: "is not used: it must belong to root, and others must not be able to write to it"
      case .noHash: "contains no hash: write it with 'rotunda set-pin'"
      }
    }
  }

  package func read() throws(Fault) -> PINHash {
    let (bytes, ownership): ([UInt8], FileOwnership)
    do {
      (bytes, ownership) = try SystemFiles().readOwned(path, limit: PINHash.mostFileBytes)
    } catch {
      throw .unreadable(error)
    }
    guard [FileOwnership.root, geteuid()].contains(ownership.owner), !ownership.isWritableByEveryone else {
      throw .untrusted
    }
    guard let hash = PINHash(file: bytes) else { throw .noHash }
    return hash
  }

  /// Replaces the file atomically. Root and the group `group` may read it.
  ///
  /// If the group does not exist, as before the package creates its users, only root may read the file. If
  /// another user than root writes it, only that user may read it.
  ///
  /// - Returns: a fault, or nil.
  package func write(_ hash: PINHash, group: String) -> String? {
    let draft = path + ".new"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return Self.lastError }
    defer { close(descriptor) }
    let number = geteuid() == 0 ? getgrnam(group)?.pointee.gr_gid : nil
    let isGiven = number.map { fchown(descriptor, 0, $0) == 0 && fchmod(descriptor, 0o640) == 0 } ?? true
    let failure = isGiven ? AtomicFile.put(Array((hash.text + "\n").utf8), into: descriptor) : Self.lastError
    guard failure == nil, rename(draft, path) == 0 else {
      let reason = failure ?? Self.lastError
      unlink(draft)
      return reason
    }
    return nil
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
