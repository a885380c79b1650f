import Configuration
import ConfigurationFile
import FileSystem
import Glibc
import Hashing

/// The file that the editor writes, and its earlier versions.
///
/// The file is always complete, even after a power failure: it has either the old or the new content.
package struct EditedFile: Sendable {
  /// The maximum number of versions.
  package static let mostVersions = 10
  /// The maximum size of the edited file in bytes. One message on a socket transfers it.
  package static let sizeLimit = 128 << 10

  package let path: String
  /// The directory of the versions. If nil, no versions are kept.
  private let versions: String?

  package init(_ path: String, versions: String?) {
    (self.path, self.versions) = (path, versions)
  }

  /// Returns the content of the file; empty if the file does not exist.
  package func read() throws(FileFault) -> [UInt8] {
    do throws(FileFault) {
      return try SystemFiles().read(path, limit: ConfigurationLoader.sizeLimit)
    } catch {
      if error.isMissing { return [] }
      throw error
    }
  }

  /// Runs a change while no other process changes the file. Returns its refusal.
  ///
  /// The lock is on the directory of the versions, which other users cannot open.
  package func exclusively(_ change: () -> SaveRefusal?) -> SaveRefusal? {
    guard let versions else { return change() }
    AtomicFile("\(versions)/").makeDirectories()
    let directory = open(versions, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return .failed(reason: "\(versions): \(String(cString: strerror(errno)))") }
    defer { close(directory) }
    while flock(directory, LOCK_EX) != 0 {
      guard errno == EINTR else {
        return .failed(reason: "\(versions): \(String(cString: strerror(errno)))")
      }
    }
    return change()
  }

  /// Keeps the current content as the latest version, then writes new content. Returns an error, or nil.
  package func replace(with bytes: [UInt8]) -> String? {
    do throws(FileFault) {
      let before = try read()
      guard before != bytes else { return nil }
      if let failure = keep(before) { return failure }
    } catch {
      return "\(error)"
    }
    return AtomicFile(path, .everybody).replace(with: bytes)
  }

  /// The latest version that differs from the file; nil if none does.
  package var previous: [UInt8]? {
    guard let now = try? read() else { return nil }
    return numbers.reversed().lazy.compactMap { content(of: $0) }.first { $0 != now }
  }

  /// Restores the latest version and deletes it. Returns an error, or nil.
  package func undo() -> String? {
    guard let previous else { return "no earlier version is kept" }
    if let failure = AtomicFile(path, .everybody).replace(with: previous) { return failure }
    for number in numbers.reversed() {
      let isDone = content(of: number) == previous
      unlink(place(number))
      if isDone { break }
    }
    return nil
  }

  // MARK: Versions

  /// The numbers of the versions, oldest first.
  package var numbers: [Int] {
    guard let versions else { return [] }
    return SystemFiles().names(in: versions).compactMap { name in
      name.hasSuffix(Self.ending) ? Int(name.dropLast(Self.ending.count)) : nil
    }.filter { $0 > 0 }.sorted()
  }

  private static let ending = ".toml"

  private func place(_ number: Int) -> String { "\(versions ?? "")/\(number)\(Self.ending)" }

  private func content(of number: Int) -> [UInt8]? {
    try? SystemFiles().read(place(number), limit: ConfigurationLoader.sizeLimit)
  }

  private func keep(_ bytes: [UInt8]) -> String? {
    guard versions != nil else { return nil }
    let known = numbers
    guard known.last.flatMap({ content(of: $0) }) != bytes else { return nil }
    let next = (known.last ?? 0) &+ 1
    if let failure = AtomicFile(place(next)).replace(with: bytes) { return failure }
    for number in known.dropLast(Self.mostVersions - 1) { unlink(place(number)) }
    return nil
  }
}

/// A version of the edited file. A save names the version from which it began: another operator may have
/// saved a newer one meanwhile.
package struct EditedVersion: Hashable, Sendable {
  /// The hash of the content and the number of its bytes.
  package let text: String

  package init(of bytes: [UInt8]) { text = "\(FNV1a(bytes).hexadecimal)-\(bytes.count)" }

  /// Parses a version. Returns nil if it is invalid.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard parts.count == 2, parts[0].utf8.count == 16, (1...9).contains(parts[1].utf8.count),
      parts[0].utf8.allSatisfy({
        digits.contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }), parts[1].utf8.allSatisfy({ digits.contains($0) })
    else { return nil }
    self.text = String(text)
  }
}
