import CLinux
import Glibc
import Threads

/// The launcher's end of a decoder: a child, and the connection to it.
final class DecoderProcess {
  /// Milliseconds that a killed child gets to be gone. It goes at once unless the disk that it reads from
  /// hangs.
  private static let burialMilliseconds: Int32 = 1000

  /// Stands for the process, however often its number is used again.
  struct Handle: Sendable {
    fileprivate let descriptor: Int32

    /// Ends the process. It must not be buried yet.
    func kill() { _ = clinux_pidfd_send_signal(descriptor, SIGKILL) }
  }

  let handle: Handle
  private let socket: Int32
  private let processID: Int32
  private var isEnded = false
  /// Whether it ended before it had read all that was sent to it.
  private(set) var hasLeftMessages = false

  init(_ program: DecoderProgram) throws(DecoderFailure) {
    (processID, socket) = try program.start()
    handle = Handle(descriptor: clinux_pidfd_open(processID))
    guard handle.descriptor < 0 else { return }
    // Without a descriptor for it, it still ends by itself when its socket is closed.
    let reason = systemError()
    close(socket)
    isEnded = true
    throw .notStarted(reason: reason)
  }

  deinit { end() }

  /// Sends it a message; false when it is gone.
  func send(_ message: DecoderMessage, with descriptor: Int32 = -1) -> Bool {
    let isSent = message.send(to: socket, with: descriptor)
    if !isSent { hasLeftMessages = true }
    return isSent
  }

  /// What it says next, at the latest at `deadline`, a time of `monotonicTime()`.
  ///
  /// - Throws: `outOfTime` with `seconds`, or how it ended.
  func receive(until deadline: Double, of seconds: Int) throws(DecoderFailure) -> DecoderMessage {
    while true {
      let left = deadline - monotonicTime()
      guard left > 0 else { throw .outOfTime(seconds: seconds) }
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let count = poll(&waiting, 1, Int32((left * 1000).rounded(.up)))
      if count == 0 || (count < 0 && errno == EINTR) { continue }
      if waiting.revents & Int16(POLLERR) != 0, socketError() == ECONNRESET {
        // The kernel's word for a closed socket in which messages were left.
        hasLeftMessages = true
        throw endReason
      }
      if let (message, descriptor) = DecoderMessage.receive(from: socket, waits: false) {
        if descriptor >= 0 { close(descriptor) }
        return message
      }
      // A child that is there has sent what is no message.
      guard let failure = failure() else { throw .brokenAnswer }
      throw failure
    }
  }

  /// The socket's pending error, which reading clears.
  private func socketError() -> Int32 {
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : 0
  }

  /// How it ended, as far as that is known, when it takes no messages any more.
  var endReason: DecoderFailure { failure() ?? .ended }

  /// Why it has ended; nil while it has not.
  private func failure() -> DecoderFailure? {
    // What has closed its socket is about to end.
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
    // Not by its number alone: another may have buried it, and its number may be another's.
    if poll(&ended, 1, Self.burialMilliseconds) > 0, clinux_peek_child(handle.descriptor, &child) == 0,
      child.pid == processID
    {
      _ = clinux_reap(processID)
    }
    close(handle.descriptor)
  }
}

/// Seconds of CLOCK_MONOTONIC.
func monotonicTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The program that decodes pictures in a process of its own, with `DecodingService`.
package struct DecoderProgram: Sendable {
  private struct Started {
    let processID: Int32
    let socket: Int32
  }

  private let path: String
  private let words: [String]
  private let environment: [String]
  /// Those that have been started and are not used yet.
  private let early = Monitor<[Started]>([])

  /// The running program itself, with these words after its name.
  ///
  /// Its file may have been replaced by another version meanwhile; this is the one that runs.
  package static func itself(_ words: [String]) -> DecoderProgram {
    DecoderProgram(path: "/proc/self/exe", words: [CommandLine.arguments.first ?? ""] + words)
  }

  /// Any program; `words` begin with its name.
  package init(path: String, words: [String]) {
    self.path = path
    self.words = words
    environment = Self.inherited + ["SWIFT_BACKTRACE=enable=no"]
  }

  /// Starts the first ones from a process that has just begun and has no other thread: they share what has
  /// been loaded, which saves most of what a start takes.
  package func startEarly(count: Int) {
    for _ in 0..<count {
      var socket: Int32 = -1
      let processID = clinux_fork_connected(&socket)
      if processID == 0 {
        DecodingService.run()
        _exit(0)
      }
      // Where there is none, there will be one when it is needed, or a reason.
      guard processID > 0 else { return }
      let started = Started(processID: processID, socket: socket)
      early.withLock { $0.append(started) }
    }
  }

  /// Whether there are some of these that are not used yet.
  var isStartedEarly: Bool { early.withLock { !$0.isEmpty } }

  /// What libraries for pictures and fonts look at. The rest (buses, displays, the session's sockets) is no
  /// concern of theirs.
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

  /// Starts it with one end of a connection; returns its process id and the other end.
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
      // There is always the null at the end.
      guard let start = buffer.baseAddress else { preconditionFailure("no words") }
      return body(start)
    }
  }
}
