import Artwork
import FileSystem
import Glibc
import Hashing
import Logging

private let log = Log("setup-web")

/// Keeps pictures and texts that came from a phone, where the launcher can read them.
///
/// A file appears as a whole, and only after a confined decoder has decoded it. Files that the configuration
/// has named stay: an earlier version of it may come back. A list has the names of the others, and
/// ``cleanUp(named:unsaved:)`` removes them.
struct UploadStore {
  /// The most bytes of a picture, of a text, and of all files together.
  static let (mostPictureBytes, mostTextBytes, mostBytes) = (20 << 20, 256 << 10, 500 << 20)
  /// The bytes that stay free on the disk.
  private static let leastFree: UInt64 = 200 << 20
  /// The most bytes of the list of unused files.
  private static let mostListBytes = 1 << 20

  /// Why a file is not kept.
  enum Refusal: Error, Equatable {
    case notAPicture
    case full
    case failed
  }

  let directory: String
  private let decoder: DecoderProgram

  init(_ directory: String, _ decoder: DecoderProgram) {
    (self.directory, self.decoder) = (directory, decoder)
  }

  /// The paths of all pictures, in the order of their names.
  var pictures: [String] { names.filter { !$0.hasSuffix(".md") }.map { path($0) } }

  /// Whether a path is that of a file in the store.
  func holds(_ path: String) -> Bool { names.contains { self.path($0) == path } }

  private var names: [String] {
    SystemFiles().names(in: directory).filter { !$0.hasSuffix(".new") && !$0.hasPrefix(".") }.sorted()
  }

  // MARK: Unused files

  private var list: AtomicFile { AtomicFile("\(directory)/.unused") }

  private var unused: [String] {
    let bytes = list.read(limit: Self.mostListBytes) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Removes all files that no configuration has ever named.
  ///
  /// - Parameters:
  ///   - texts: the texts of all files of the configuration.
  ///   - unsaved: a text that may be saved later.
  func cleanUp(named texts: [String], unsaved: String) {
    let unused = unused
    guard !unused.isEmpty else { return }
    var rest: [String] = []
    for name in unused where !name.contains("/") && !texts.contains(where: { $0.contains(path(name)) }) {
      if unsaved.contains(path(name)) { rest.append(name) } else { unlink(path(name)) }
      // A killed service leaves it.
      unlink(path(name) + ".new")
    }
    write(unused: rest)
  }

  private func path(_ name: String) -> String { "\(directory)/\(name)" }

  /// Returns an error, or nil.
  @discardableResult
  private func write(unused names: [String]) -> String? {
    guard !names.isEmpty else {
      list.remove()
      return nil
    }
    let fault = list.replace(with: Array(names.map { "\($0)\n" }.joined().utf8))
    if let fault { log.error("\(list.path): \(fault)") }
    return fault
  }

  // MARK: Files

  /// Keeps a picture. Returns its path.
  func keep(picture bytes: [UInt8]) throws(Refusal) -> String {
    guard bytes.count <= Self.mostPictureBytes, let kind = PictureCheck.kind(of: bytes) else {
      throw .notAPicture
    }
    if let problem = PictureCheck.problem(of: bytes, decoder) {
      log.warning("a picture is refused: \(problem.message)")
      throw .notAPicture
    }
    return try keep(bytes, "picture", kind.ending)
  }

  /// Keeps a text. Returns its path.
  func keep(text: String) throws(Refusal) -> String {
    guard text.utf8.count <= Self.mostTextBytes else { throw .full }
    return try keep(Array(text.utf8), "text", "md")
  }

  private func keep(_ bytes: [UInt8], _ word: String, _ ending: String) throws(Refusal) -> String {
    let name = "\(word)-\(Self.number(of: bytes)).\(ending)"
    let path = path(name)
    if holds(path) { return path }
    guard hasRoom(for: bytes.count) else { throw .full }
    guard write(unused: unused + [name]) == nil else { throw .failed }
    if let fault = AtomicFile(path, .everybody).replace(with: bytes) {
      log.error("\(path): \(fault)")
      throw .failed
    }
    return path
  }

  private func hasRoom(for count: Int) -> Bool {
    var (sum, status, disk) = (0, stat(), statvfs())
    for name in SystemFiles().names(in: directory) where stat("\(directory)/\(name)", &status) == 0 {
      sum += Int(status.st_size)
    }
    guard sum + count <= Self.mostBytes else { return false }
    let parent = String(directory[..<(directory.lastIndex(of: "/") ?? directory.startIndex)])
    guard statvfs(parent, &disk) == 0 else { return true }
    return UInt64(disk.f_bavail) &* UInt64(disk.f_frsize) > Self.leastFree + UInt64(count)
  }

  /// Returns a number that identifies the contents.
  private static func number(of bytes: [UInt8]) -> String { String(FNV1a(bytes).value, radix: 36) }
}
