import Glibc
import Synchronization

/// Writes to standard error without ever waiting for its reader.
///
/// Otherwise a hanging journal, an unread pipe, or a terminal stopped with Ctrl+S would block the main
/// thread. Touches and SIGTERM would then have no effect. Lines that cannot be written immediately are
/// dropped and counted.
enum LogOutput {
  /// The method of writing to standard error.
  private enum Way {
    /// A socket. A flag makes a single call non-blocking.
    case socket
    /// A pipe or a terminal, opened again. The non-blocking flag of the original would affect all processes
    /// that share it.
    case own(Int32)
    /// A pipe or a terminal that cannot be opened again. Another process may fill it between the check and
    /// the write.
    case shared
    /// A file or a device, which never blocks.
    case file
  }

  private static let way = findWay()
  private static let dropped = Atomic(0)
  /// Whether the last line was only partly written.
  private static let isCut = Atomic(false)

  /// Writes a line, after a report of the dropped lines.
  static func write(_ line: LogLine) {
    let count = dropped.exchange(0, ordering: .relaxed)
    if count > 0, !put(LogLine(droppedLines: count, hasPriority: line.hasPriority)) {
      dropped.add(count, ordering: .relaxed)
    }
    if !put(line) { countDropped() }
  }

  /// Counts a dropped line, from here or from another output.
  static func countDropped() {
    dropped.add(1, ordering: .relaxed)
  }

  private static func put(_ line: LogLine) -> Bool {
    let bytes = isCut.load(ordering: .relaxed) ? [UInt8(ascii: "\n")] + line.bytes : line.bytes
    let count = bytes.withUnsafeBytes(write)
    guard count > 0 else { return false }
    isCut.store(count < bytes.count, ordering: .relaxed)
    return count == bytes.count
  }

  private static func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    while true {
      let count =
        switch way {
        case .socket:
          send(
            STDERR_FILENO, bytes.baseAddress, bytes.count,
            Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        case .own(let descriptor): Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        case .shared where !hasRoom: -1
        case .shared, .file: Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private static var hasRoom: Bool {
    var error = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    // Clears the error of an earlier call.
    errno = 0
    return poll(&error, 1, 0) > 0 && error.revents & Int16(POLLOUT) != 0
  }

  private static func findWay() -> Way {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return .file }
    switch status.st_mode & S_IFMT {
    case S_IFSOCK: return .socket
    case S_IFIFO: break
    case _ where isatty(STDERR_FILENO) != 0: break
    default: return .file
    }
    let own = open("/proc/self/fd/\(STDERR_FILENO)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return own > STDERR_FILENO ? .own(own) : .shared
  }
}

extension LogLine {
  /// Creates the line that reports dropped lines.
  fileprivate init(droppedLines count: Int, hasPriority: Bool) {
    let lines = count == 1 ? "1 line was" : "\(count) lines were"
    self.init(
      priority: hasPriority ? .warning : nil, topic: "log",
      text: "\(lines) dropped: their reader was too slow"
    )
  }
}
