import Artwork
import FileSystem
import Glibc
import Logging

private let log = Log("setup-web")

/// Keeps pictures and texts that came from a phone, where the launcher can read them.
///
/// A file appears as a whole, and only after a confined decoder has decoded it. Nothing is removed: the
/// configuration may name it.
struct UploadStore {
  /// The most bytes of a picture, of a text, and of all files together.
  static let (mostPictureBytes, mostTextBytes, mostBytes) = (20 << 20, 256 << 10, 500 << 20)
  /// The bytes that stay free on the disk.
  private static let leastFree: UInt64 = 200 << 20

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
  var pictures: [String] {
    names.filter { !$0.hasSuffix(".md") }.map { "\(directory)/\($0)" }
  }

  /// Whether a path is that of a file in the store.
  func holds(_ path: String) -> Bool { names.contains { "\(directory)/\($0)" == path } }

  private var names: [String] {
    SystemFiles().names(in: directory).filter { !$0.hasSuffix(".new") && !$0.hasPrefix(".") }.sorted()
  }

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
    let path = "\(directory)/\(word)-\(Self.number(of: bytes)).\(ending)"
    if holds(path) { return path }
    guard hasRoom(for: bytes.count) else { throw .full }
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

  /// Returns a number that identifies the contents: FNV-1a.
  private static func number(of bytes: [UInt8]) -> String {
    let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    return String(hash, radix: 36)
  }
}
