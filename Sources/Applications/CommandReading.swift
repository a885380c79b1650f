import CLinux
import EventLoop
import Glibc
import Programs

/// A command that is run for what it writes to standard output.
///
/// It runs as a child, in a session of its own: it has nothing to show, and is gone within seconds.
final class CommandReading {
  /// Seconds that it may take.
  private static let patience = 5.0
  /// Seconds that it gets to end by itself after that.
  private static let grace = 0.5
  /// Bytes of its output that are read. The rest is thrown away.
  private static let mostBytes = 4096
  /// Reads at a time: as much as a pipe holds. What writes without end must not hold up the loop.
  private static let mostReads = 16

  private let loop: EventLoop
  private var done: ((String?) -> Void)?
  private var bytes: [UInt8] = []
  private var program: RunningProgram?
  private var source: DescriptorSource?
  /// The end of the pipe that is read; -1 once it is closed.
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
      // Each holds this reading until it is over.
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
    // What it wrote is in the pipe, though something that it started may hold that for longer.
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
