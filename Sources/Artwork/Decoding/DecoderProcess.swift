import CLinux
import Glibc
import Threads

/// The launcher's side of a decoder: a child process, and the connection to it.
final class DecoderProcess {
  /// Milliseconds to wait until a killed child is gone. It ends at once unless its disk hangs.
  private static let burialMilliseconds: Int32 = 1000

  /// Identifies the process, even if its process ID is reused.
  struct Handle: Sendable {
    fileprivate let descriptor: Int32

    /// Kills the process, which must not have been reaped yet.
    func kill() { _ = clinux_pidfd_send_signal(descriptor, SIGKILL) }
  }

  let handle: Handle
  private let socket: Int32
  private let processID: Int32
  private var isEnded = false
  /// Whether the process ended before it had read all messages.
  private(set) var hasLeftMessages = false

  init(_ program: DecoderProgram) throws(DecoderFailure) {
    (processID, socket) = try program.start()
    handle = Handle(descriptor: clinux_pidfd_open(processID))
    guard handle.descriptor < 0 else { return }
    // A process without a descriptor ends by itself when its socket is closed.
    let reason = systemError()
    close(socket)
    isEnded = true
    throw .notStarted(reason: reason)
  }

  deinit { end() }

  /// Sends a message. Returns false if the process has ended.
  func send(_ message: DecoderMessage, with descriptor: Int32 = -1) -> Bool {
    let isSent = message.send(to: socket, with: descriptor)
    if !isSent { hasLeftMessages = true }
    return isSent
  }

  /// Returns the next message of the process. Waits until `deadline`, in `monotonicTime()`.
  ///
  /// - Throws: `outOfTime` with `seconds`, or how the process ended.
  func receive(until deadline: Double, of seconds: Int) throws(DecoderFailure) -> DecoderMessage {
    while true {
      let left = deadline - monotonicTime()
      guard left > 0 else { throw .outOfTime(seconds: seconds) }
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let count = poll(&waiting, 1, Int32((left * 1000).rounded(.up)))
      if count == 0 || (count < 0 && errno == EINTR) { continue }
      if waiting.revents & Int16(POLLERR) != 0, socketError() == ECONNRESET {
        // The kernel reports this for a closed socket with unread messages.
        hasLeftMessages = true
        throw endReason
      }
      if let (message, descriptor) = DecoderMessage.receive(from: socket, waits: false) {
        if descriptor >= 0 { close(descriptor) }
        return message
      }
      // The child is still running, so its message was invalid.
      guard let failure = failure() else { throw .brokenAnswer }
      throw failure
    }
  }

  /// Returns and clears the pending error of the socket.
  private func socketError() -> Int32 {
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : 0
  }

  /// The reason for the process's end, as far as known, after it stopped accepting messages.
  var endReason: DecoderFailure { failure() ?? .ended }

  /// Returns the reason why the process ended; nil while it runs.
  private func failure() -> DecoderFailure? {
    // A process that has closed its socket is about to end.
    var ended = pollfd(fd: handle.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ended, 1, Self.burialMilliseconds) > 0 else { return nil }
    var child = clinux_child()
    guard clinux_peek_child(handle.descriptor, &child) == 0, child.pid != 0, child.signaled != 0 else {
      return .ended
    }
    return .killed(signal: child.status)
  }

  func end() {
    guard !isEnded else { return }
    isEnded = true
    close(socket)
    handle.kill()
    var ended = pollfd(fd: handle.descriptor, events: Int16(POLLIN), revents: 0)
    var child = clinux_child()
    // The process ID alone is not enough: if the child was already reaped, another process may have it.
    if poll(&ended, 1, Self.burialMilliseconds) > 0, clinux_peek_child(handle.descriptor, &child) == 0,
      child.pid == processID
    {
      _ = clinux_reap(processID)
    }
    close(handle.descriptor)
  }
}

/// Returns seconds of CLOCK_MONOTONIC.
func monotonicTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The program that decodes pictures in its own process, with `DecodingService`.
package struct DecoderProgram: Sendable {
  private struct Started {
    let processID: Int32
    let socket: Int32
  }

  private let path: String
  private let words: [String]
  private let environment: [String]
  /// Processes that were started early and are still unused.
  private let early = Monitor<[Started]>([])

  /// Returns the running program itself, with these arguments.
  ///
  /// It stays this version, even if another version replaces its file.
  package static func itself(_ words: [String]) -> DecoderProgram {
    DecoderProgram(path: "/proc/self/exe", words: [CommandLine.arguments.first ?? ""] + words)
  }

  /// Creates any program. `words` begin with its name.
  package init(path: String, words: [String]) {
    self.path = path
    self.words = words
    environment = Self.inherited + ["SWIFT_BACKTRACE=enable=no"]
  }

  /// Starts processes early, from a process that has just begun and has no other thread. They share the
  /// loaded libraries, which saves most of the start time.
  package func startEarly(count: Int) {
    for _ in 0..<count {
      var socket: Int32 = -1
      let processID = clinux_fork_connected(&socket)
      if processID == 0 {
        DecodingService.run()
        _exit(0)
      }
      // A failure does not matter here. `start()` tries again when a decoder is needed, and reports the
      // reason.
      guard processID > 0 else { return }
      let started = Started(processID: processID, socket: socket)
      early.withLock { $0.append(started) }
    }
  }

  /// Whether unused early processes exist.
  var isStartedEarly: Bool { early.withLock { !$0.isEmpty } }

  /// The variables that picture and font libraries read. They do not need the rest, such as buses, displays
  /// and the session's sockets.
  private static let passed = [
    "LANG=", "LANGUAGE=", "LC_", "HOME=", "XDG_DATA_", "XDG_CONFIG_", "XDG_CACHE_HOME=", "FONTCONFIG_",
    "GDK_PIXBUF_", "LD_", "ASAN_", "TSAN_",
  ]

  private static var inherited: [String] {
    var result: [String] = []
    guard var next = clinux_environment() else { return [] }
    while let text = next.pointee {
      let assignment = String(cString: text)
      if passed.contains(where: assignment.hasPrefix) { result.append(assignment) }
      next += 1
    }
    return result
  }

  /// Starts the program with one end of a connection. Returns its process ID and the other end.
  func start() throws(DecoderFailure) -> (processID: Int32, socket: Int32) {
    if let early = early.withLock({ $0.popLast() }) { return (early.processID, early.socket) }
    var ends: [Int32] = [-1, -1]
    guard clinux_message_pair(&ends) == 0 else { throw .notStarted(reason: systemError()) }
    defer { close(ends[1]) }
    var processID: pid_t = 0
    let error = Self.withCStrings(words) { words in
      Self.withCStrings(environment) { clinux_spawn_connected(path, words, $0, ends[1], &processID) }
    }
    guard error == 0 else {
      close(ends[0])
      throw .notStarted(reason: systemError(error))
    }
    return (processID, ends[0])
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeBufferPointer { buffer in
      // The null at the end is always present.
      guard let start = buffer.baseAddress else { preconditionFailure("no words") }
      return body(start)
    }
  }
}
