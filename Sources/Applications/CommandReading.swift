import CLinux
import EventLoop
import Glibc
import Programs

/// A command that runs for its standard output.
///
/// It runs as a child in its own session: it shows nothing on the screen and ends within seconds.
final class CommandReading {
  /// The time limit in seconds.
  private static let patience = 5.0
  /// Seconds between SIGTERM and SIGKILL after the time limit.
  private static let grace = 0.5
  /// The most bytes of output to keep. The rest is discarded.
  private static let mostBytes = 4096
  /// The most reads at one time: as much as a pipe holds. Endless output must not block the loop.
  private static let mostReads = 16

  private let loop: EventLoop
  private var done: ((String?) -> Void)?
  private var bytes: [UInt8] = []
  private var program: RunningProgram?
  private var source: DescriptorSource?
  /// The read end of the pipe; -1 once it is closed.
  private var descriptor: Int32 = -1
  private var deadline: Deadline?
  private var exit: ExitReason?
  private var isDrained = false

  init(loop: EventLoop, done: @escaping (String?) -> Void) {
    (self.loop, self.done) = (loop, done)
  }

  func start(_ command: Command, _ launcher: ProgramLauncher) throws(StartFailure) {
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe(&ends) == 0 else {
      throw .refused(errno: errno, text: String(cString: strerror(errno)))
    }
    defer { Glibc.close(ends[1]) }
    descriptor = ends[0]
    do throws(EventLoopError) {
      // Both sources retain this reading until it is over.
      source = try loop.addDescriptor(ends[0], owned: true) { _ in self.drain() }
      deadline = try loop.addDeadline { self.giveUp() }
    } catch {
      if source == nil { Glibc.close(ends[0]) }
      forget()
      throw .refused(errno: error.errno, text: error.description)
    }
    do throws(StartFailure) {
      program = try launcher.start(command, standardOutput: ends[1]) { self.ended($0) }
    } catch {
      forget()
      throw error
    }
    deadline?.set(EventLoop.now + Self.patience)
  }

  private func drain() {
    guard descriptor >= 0 else { return }
    var part = [UInt8](repeating: 0, count: Self.mostBytes)
    for _ in 0..<Self.mostReads {
      let count = Glibc.read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else {
        isDrained = true
        break
      }
      bytes += part[..<min(count, Self.mostBytes - bytes.count)]
    }
    guard isDrained else { return }
    close()
    finishIfOver()
  }

  private func ended(_ reason: ExitReason) {
    exit = reason
    // Its output is in the pipe already, even if a descendant keeps the pipe open for longer.
    if !isDrained { drain() }
    finishIfOver()
    if done != nil { finish() }
  }

  private func giveUp() {
    program?.stop(grace: Self.grace)
    report(nil)
  }

  private func finishIfOver() {
    if isDrained, exit != nil { finish() }
  }

  private func finish() {
    let text = String(decoding: bytes, as: UTF8.self)
    report(exit == .exited(status: 0) && !text.isEmpty ? text : nil)
  }

  private func report(_ text: String?) {
    let handler = done
    done = nil
    forget()
    handler?(text)
  }

  private func forget() {
    close()
    deadline?.cancel()
    deadline = nil
  }

  private func close() {
    source?.cancel()
    (source, descriptor) = (nil, -1)
  }
}
