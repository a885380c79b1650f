import Applications
import CLinux
import EventLoop
import Glibc
import Logging

private let log = Log("relay")

/// The relay program: runs `RelayService` in a child process.
package struct RelayProgram {
  private let path: String
  private let words: [String]

  /// Returns the running program itself with these arguments. The compositor's socket and this process's ID
  /// are appended.
  ///
  /// Runs the same version even if the file was replaced.
  package static func itself(_ words: [String]) -> RelayProgram {
    RelayProgram(path: "/proc/self/exe", words: [CommandLine.arguments.first ?? ""] + words)
  }

  /// Creates a relay from any program; `words` begin with its name.
  package init(path: String, words: [String]) { (self.path, self.words) = (path, words) }

  /// The prefixes of the only variables to pass: those for the dynamic linker and the sanitizers.
  private static let passed = ["LD_", "ASAN_", "TSAN_"]

  private static var environment: [String] {
    var result = ["SWIFT_BACKTRACE=enable=no"]
    guard var next = clinux_environment() else { return result }
    while let text = next.pointee {
      let assignment = String(cString: text)
      if passed.contains(where: assignment.hasPrefix) { result.append(assignment) }
      next += 1
    }
    return result
  }

  /// Starts the relay. Returns its process ID.
  func start(listener: Int32, compositor: String) throws(ProgramSocketError) -> pid_t {
    var processID: pid_t = 0
    let error = CStrings.with(words + [compositor, "\(getpid())"]) { words in
      CStrings.with(Self.environment) {
        clinux_spawn_relay(path, words, $0, listener, &processID)
      }
    }
    guard error == 0 else { throw ProgramSocketError(path: path, errno: error) }
    return processID
  }
}

/// Keeps a relay at a socket: restarts it when the next program connects.
///
/// The socket stays open in between, so a connecting program waits for the next relay.
final class RelayProcess {
  /// Seconds between two starts of a relay that ends immediately.
  private static let pause = 1.0

  private let loop: EventLoop
  private let program: RelayProgram
  private let socket: ProgramSocket
  private let compositor: String
  private var child: ChildSource?
  private var callers: DescriptorSource?
  private var retry: Deadline?
  private var started = -Double.infinity

  init(_ program: RelayProgram, at socket: ProgramSocket, compositor: String, loop: EventLoop) {
    (self.program, self.socket, self.compositor, self.loop) = (program, socket, compositor, loop)
    retry = try? loop.addDeadline { [weak self] in self?.awaitCaller() }
  }

  /// Starts the relay if it is not running.
  func start() {
    guard child == nil else { return }
    callers?.cancel()
    callers = nil
    retry?.set(nil)
    started = EventLoop.now
    do {
      let processID = try program.start(listener: socket.descriptor, compositor: compositor)
      do {
        child = try loop.addChild(processID) { [weak self] in self?.ended("\($0)") }
      } catch {
        // Kill a relay that cannot be watched.
        kill(processID, SIGKILL)
        waitpid(processID, nil, 0)
        throw error
      }
    } catch {
      log.error("\(error)")
      retry?.set(EventLoop.now + Self.pause)
    }
  }

  private func ended(_ reason: String) {
    child?.reap()
    child = nil
    log.warning("the relay between programs and the compositor ended: \(reason)")
    guard EventLoop.now - started < Self.pause else { return awaitCaller() }
    retry?.set(EventLoop.now + Self.pause)
  }

  /// Starts the next relay when a program connects.
  private func awaitCaller() {
    guard child == nil, callers == nil else { return }
    do {
      callers = try loop.addDescriptor(socket.descriptor) { [weak self] _ in self?.start() }
    } catch {
      log.error("\(error)")
    }
  }

  /// Ends the relay.
  func end() {
    callers?.cancel()
    retry?.cancel()
    guard let child else { return }
    child.send(signal: SIGKILL)
    child.cancel()
    waitpid(child.processID, nil, 0)
    self.child = nil
  }
}
