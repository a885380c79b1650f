import CLinux
import Glibc

/// The launcher's end of a decoder: a child, and the connection to it.
final class DecoderProcess {
  /// Milliseconds that a killed child gets to be gone. It goes at once unless the disk that it reads from hangs.
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

  /// Starts one.
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

  /// Ends it, whatever it does.
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
