import Glibc
import Threads

/// An open file that holds a picture of a known format.
struct PictureFile: ~Copyable {
  /// Bytes that the decoder gets at a time.
  private static let pieceByteCount = 65536

  let format: PictureFormat
  let header: PictureHeader
  private let file: OpenFile
  private let head: [UInt8]

  var path: String { file.path }

  /// For handing over.
  var descriptor: Int32 { file.descriptor }

  /// Opens the file at `path` and looks at its first bytes.
  init(_ path: String) throws(IconProblem) { try self.init(OpenFile(path)) }

  /// A file that is open already.
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

  /// Hands over the contents piece by piece until they end or `body` returns false. A file that grows beyond
  /// its format's limit while it is read is refused like one that is too long from the start.
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

  /// Whether decoding it may set writing, or load what may: drawings do that.
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

  /// What a decoder has to have loaded for it.
  func preparation() throws(IconProblem) -> PicturePreparation {
    switch format {
    case .png, .jpeg: []
    case .webp: .webp
    case .svg: try needsFonts() ? [.svg, .fonts] : .svg
    }
  }

  /// Elements that hold writing or another picture, and what brings in another file.
  private static let fontMarks = ["<text", ":text", "<image", ":image", "<!ENTITY", "xi:include"]
    .map { Array($0.utf8) }
}

/// A regular file, open for reading until its owner goes away.
private struct OpenFile: ~Copyable {
  let path: String
  /// Its length in bytes when it was opened.
  let byteCount: Int
  /// For handing over; what others read through it moves the place that is read from.
  let descriptor: Int32

  /// A regular file that is open already, from its beginning; its path is not known.
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

  /// Opens what is a regular file, and nothing else: opening a device can have effects (a watchdog starts),
  /// and opening a pipe can wait for ever. Looks again once it is open, as the name may have changed hands.
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

  /// What is read next begins there.
  func seek(to place: Int) { lseek(descriptor, place, SEEK_SET) }

  /// The next `limit` bytes; fewer only at the end.
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

/// A system call's error in words, or that of the last one.
func systemError(_ code: Int32 = errno) -> String {
  var buffer = [CChar](repeating: 0, count: 128)
  guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
  return buffer.withUnsafeBufferPointer { text in text.baseAddress.map { String(cString: $0) } ?? "" }
}

/// Opens files of pictures, each on a thread of its own: a file system that does not answer holds up no other
/// file.
final class FileOpener: Sendable {
  /// A file that is open, for another thread.
  final class Opened: Sendable {
    let file: PictureFile

    init(_ path: String) throws(IconProblem) { file = try PictureFile(path) }
  }

  private enum Answer {
    case awaited
    case given(Result<Opened, IconProblem>)
    /// No caller waits for it any more.
    case late(onAnswer: @Sendable () -> Void)
  }

  /// Seconds that a file gets to answer.
  static let patience = 2.0
  /// So many files may owe an answer. Each holds a thread, and meanwhile no other is opened.
  static let most = 8

  private let patience: Double
  private let leftCount = Monitor(0)

  init(patience: Double = patience) { self.patience = patience }

  /// What `open` returns, which is called on another thread.
  ///
  /// - Parameters:
  ///   - name: what a problem calls it.
  ///   - onLateAnswer: is called on that thread when there is an answer after all.
  /// - Throws: `silent` when there is none in time.
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
