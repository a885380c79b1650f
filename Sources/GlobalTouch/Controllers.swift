import CLinux
import EventLoop
import Gestures
import Glibc
import Logging
import Threads

private let log = Log("controllers")

/// The button events of gamepads and remote controls, from the panel service or from a thread of this
/// process.
///
/// ```swift
/// let controllers = Controllers(loop: loop, seat: "seat0")
/// controllers.onEvent = { shell.handle(.controller($0), at: EventLoop.now, into: &effects) }
/// controllers.follow()
/// ```
package final class Controllers {
  /// Called from the loop.
  package var onEvent: (ControllerEvent) -> Void = { _ in }
  /// Whether a program has the screen; most buttons then belong to it.
  package var isProgramSeen = false {
    didSet { if isProgramSeen != oldValue { sendMode() } }
  }

  private let loop: EventLoop
  /// Opens a socket on which all events arrive, or returns a negative errno.
  private let open: @Sendable () -> Int32
  private var source: DescriptorSource?
  private var socket: Int32 = -1
  private var isWanted = false
  private var isAsking = false
  private var retry: Deadline?
  private var attempts = 0

  /// Seconds until the first retry after the service ends or is missing: systemd restarts it after half a
  /// second.
  private static let firstRetry = 1.0
  /// The most attempts, with a doubled delay each: after that, the service is not installed.
  private static let mostAttempts = 6

  /// Creates a source of events for the controllers of `seat`, a logind name.
  ///
  /// - Parameter open: opens a socket from the panel service; called on a thread. Without it, a thread of
  ///   this process reads the devices that its user may read.
  package convenience init(loop: EventLoop, seat: String, open: (@Sendable () -> Int32)? = nil) {
    self.init(loop: loop, open: open ?? { ControllerSocket.open(.machine(seat: seat)) })
  }

  init(loop: EventLoop, open: @escaping @Sendable () -> Int32) {
    (self.loop, self.open) = (loop, open)
  }

  /// Reads controllers until `ignore`.
  package func follow() {
    guard !isWanted else { return }
    isWanted = true
    attempts = 0
    ask()
  }

  package func ignore() {
    isWanted = false
    retry?.set(nil)
    close()
  }

  private func ask() {
    guard isWanted, !isAsking, source == nil else { return }
    isAsking = true
    do throws(EventLoopError) {
      try loop.inBackground(open) { [weak self] answer in
        guard let self else {
          if answer >= 0 { Glibc.close(answer) }
          return
        }
        isAsking = false
        handle(answer)
      }
    } catch {
      log.warning("\(error)")
      isAsking = false
    }
  }

  private func handle(_ answer: Int32) {
    // Other errors are permanent.
    guard answer >= 0 else { return answer == -EPERM || answer == -EBUSY ? askLater() : () }
    guard isWanted else {
      Glibc.close(answer)
      return
    }
    do throws(EventLoopError) {
      source = try loop.addDescriptor(answer, owned: true) { [weak self] _ in self?.read() }
    } catch {
      log.warning("\(error)")
      Glibc.close(answer)
      return
    }
    socket = answer
    attempts = 0
    sendMode()
  }

  private func askLater() {
    guard isWanted, attempts < Self.mostAttempts else { return }
    do throws(EventLoopError) {
      if retry == nil { retry = try loop.addDeadline { [weak self] in self?.ask() } }
      retry?.set(EventLoop.now + Self.firstRetry * Double(1 << attempts))
      attempts += 1
    } catch {
      log.warning("\(error)")
    }
  }

  private func close() {
    source?.cancel()
    (source, socket) = (nil, -1)
  }

  private func sendMode() {
    guard socket >= 0 else { return }
    let mode: [UInt8] = [(isProgramSeen ? ControllerWatch.Mode.program : .launcher).rawValue]
    _ = clinux_send(socket, mode, mode.count, -1)
  }

  /// Reads all available events. An invalid one closes the socket: further data would be unreliable.
  private func read() {
    var bytes = [UInt8](repeating: 0, count: ControllerEvent.byteCount + 1)
    while socket >= 0 {
      let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      guard count > 0, let event = ControllerEvent(bytes: bytes.prefix(count)) else {
        if count > 0 { log.warning("cannot understand the events of controllers; asks again later") }
        close()
        return askLater()
      }
      onEvent(event)
    }
  }
}

/// Starts watches of controllers.
nonisolated enum ControllerSocket {
  /// Starts a thread with a watch. Returns the other end of its socket, or a negative errno.
  static func open(_ source: ControllerWatch.Source, onEnd: @escaping @Sendable () -> Void = {}) -> Int32 {
    guard access(source.directory, R_OK | X_OK) == 0 else { return -errno }
    var ends: [Int32] = [-1, -1]
    guard clinux_message_pair(&ends) == 0 else { return -errno }
    let socket = ends[0]
    do throws(ThreadFailure) {
      _ = try WorkerThread(name: "controllers") {
        ControllerWatch(socket: socket, source: source).run()
        onEnd()
      }
    } catch {
      close(ends[0])
      close(ends[1])
      return -error.code
    }
    return ends[1]
  }
}
