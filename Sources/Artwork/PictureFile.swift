import Glibc
import Threads

/// An open file with a picture in a known format.
struct PictureFile: ~Copyable {
  /// The number of bytes that the decoder gets at a time.
  private static let pieceByteCount = 65536

  let format: PictureFormat
  let header: PictureHeader
  private let file: OpenFile
  private let head: [UInt8]

  var path: String { file.path }

  /// The descriptor, to pass to a decoder.
  var descriptor: Int32 { file.descriptor }

  /// Opens the file at `path`, and detects the format by its first bytes.
  init(_ path: String) throws(IconProblem) { try self.init(OpenFile(path)) }

  /// Uses a file that is already open.
  init(duplicating descriptor: Int32) throws(IconProblem) {
    try self.init(OpenFile(duplicating: descriptor))
  }

  private init(_ file: consuming OpenFile) throws(IconProblem) {
    let path = file.path
    let head = try file.read(atMost: PictureFormat.sniffedByteCount)
    guard let format = PictureFormat(head) else { throw .unknownFormat(path: path) }
    guard file.byteCount <= format.mostBytes else { throw .tooLong(path: path, limit: format.mostBytes) }
    let header = PictureHeader(format, head)
    guard header.byteCount ?? 0 <= file.byteCount else {
      throw .damaged(path: path, reason: "its end is missing")
    }
    self.head = head
    self.format = format
    self.header = header
    self.file = file
  }

  /// Passes the content to `body` in pieces, until it ends or `body` returns false. Rejects a file that grows
  /// beyond its format's limit while it is read, like one that is too long from the start.
  func forEachPiece(_ body: ([UInt8]) -> Bool) throws(IconProblem) {
    file.seek(to: head.count)
    var piece = head
    var count = 0
    while !piece.isEmpty {
      count += piece.count
      guard count <= format.mostBytes else { throw .tooLong(path: path, limit: format.mostBytes) }
      guard body(piece) else { return }
      piece = try file.read(atMost: PictureFile.pieceByteCount)
    }
  }

  /// Reports whether decoding may need fonts. Drawings need them for text, or may load files that do.
  func needsFonts() throws(IconProblem) -> Bool {
    guard format == .svg else { return false }
    var tail: [UInt8] = []
    var isFound = false
    try forEachPiece { piece in
      let text = tail + piece
      isFound = text.indices.contains { place in
        Self.fontMarks.contains { $0[0] == text[place] && text[place...].starts(with: $0) }
      }
      tail = text.suffix(Self.fontMarks.map(\.count).max() ?? 0)
      return !isFound
    }
    return isFound
  }

  /// Returns the preparation that a decoder needs for the file.
  func preparation() throws(IconProblem) -> PicturePreparation {
    switch format {
    case .png, .jpeg: []
    case .webp: .webp
    case .svg: try needsFonts() ? [.svg, .fonts] : .svg
    }
  }

  /// Elements that contain text or another picture, and markup that includes another file.
  private static let fontMarks = ["<text", ":text", "<image", ":image", "<!ENTITY", "xi:include"]
    .map { Array($0.utf8) }
}

/// A regular file, open for reading while its owner exists.
private struct OpenFile: ~Copyable {
  let path: String
  /// The length in bytes when the file was opened.
  let byteCount: Int
  /// The descriptor, to pass on. Reading through it in another process moves the shared file offset.
  let descriptor: Int32

  /// Duplicates an open regular file, and starts at its beginning. The path is unknown.
  init(duplicating other: Int32) throws(IconProblem) {
    var status = stat()
    let descriptor = dup(other)
    guard descriptor >= 0 else { throw .unreadable(path: "", reason: systemError()) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile(path: "")
    }
    path = ""
    self.descriptor = descriptor
    byteCount = Int(status.st_size)
    seek(to: 0)
  }

  /// Opens a regular file, and nothing else. Opening a device can have effects, such as starting a watchdog,
  /// and opening a pipe can block forever. Checks again after opening, because the name may refer to another
  /// file by then.
  init(_ path: String) throws(IconProblem) {
    guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) else { throw .notAbsolute(path: path) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(path: path, reason: systemError()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: systemError()) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile(path: path)
    }
    self.path = path
    self.descriptor = descriptor
    byteCount = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Moves the file offset for the next read.
  func seek(to place: Int) { lseek(descriptor, place, SEEK_SET) }

  /// Returns the next `limit` bytes; fewer only at the end.
  func read(atMost limit: Int) throws(IconProblem) -> [UInt8] {
    var failure: String?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      while count < limit {
        let got = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), limit - count)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = systemError() }
        guard got > 0 else { break }
        count += got
      }
    }
    if let failure { throw .unreadable(path: path, reason: failure) }
    return bytes
  }
}

/// Returns the message for an error code, by default for the last error.
func systemError(_ code: Int32 = errno) -> String {
  var buffer = [CChar](repeating: 0, count: 128)
  guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
  return buffer.withUnsafeBufferPointer { text in text.baseAddress.map { String(cString: $0) } ?? "" }
}

/// Opens picture files, each on its own thread. A hanging file system blocks no other file.
final class FileOpener: Sendable {
  /// An open file, for another thread.
  final class Opened: Sendable {
    let file: PictureFile

    init(_ path: String) throws(IconProblem) { file = try PictureFile(path) }
  }

  private enum Answer {
    case awaited
    case given(Result<Opened, IconProblem>)
    /// The caller no longer waits.
    case late(onAnswer: @Sendable () -> Void)
  }

  /// Seconds to wait for a file.
  static let patience = 2.0
  /// The largest number of files that may hang. Each occupies a thread. At the limit, no other file is
  /// opened.
  static let most = 8

  private let patience: Double
  private let leftCount = Monitor(0)

  init(patience: Double = patience) { self.patience = patience }

  /// Calls `open` on another thread, and returns its result.
  ///
  /// - Parameters:
  ///   - name: the name of the file in a problem.
  ///   - onLateAnswer: called on that thread if the answer comes too late.
  /// - Throws: `silent` if the answer does not come in time.
  func open(
    _ name: String, _ open: @escaping @Sendable () -> Result<Opened, IconProblem>,
    onLateAnswer: @escaping @Sendable () -> Void
  ) throws(IconProblem) -> Opened {
    guard leftCount.withLock({ $0 < Self.most }) else { throw .silent(name) }
    let answer = Monitor(Answer.awaited)
    do throws(ThreadFailure) {
      _ = try WorkerThread(name: "picture-file") { [leftCount] in
        let result = open()
        let onAnswer = answer.withLock { answer -> (@Sendable () -> Void)? in
          guard case .late(let onAnswer) = answer else {
            answer = .given(result)
            return nil
          }
          return onAnswer
        }
        answer.wakeUp()
        guard let onAnswer else { return }
        leftCount.withLock { $0 -= 1 }
        onAnswer()
      }
    } catch {
      throw .unreadable(path: name, reason: systemError(error.code))
    }
    let deadline = monotonicTime() + patience
    let result = answer.wait(seconds: { _ in deadline - monotonicTime() }) {
      answer -> Result<Opened, IconProblem>? in
      if case .given(let result) = answer { return result }
      guard deadline <= monotonicTime() else { return nil }
      answer = .late(onAnswer: onLateAnswer)
      return .failure(.silent(name))
    }
    if case .failure(.silent) = result { leftCount.withLock { $0 += 1 } }
    return try result.get()
  }
}
