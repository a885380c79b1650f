import EventLoop
import Glibc
import Logging
import Programs

private let log = Log("programs")

/// Starts programs without a shell, each in its own session, and tracks them until all their processes are
/// gone.
package final class ProgramLauncher {
  private let loop: EventLoop
  private let output: (standard: Int32, error: Int32)
  private var withheldGroup = WithheldGroup()
  private var programs: [Int32: RunningProgram] = [:]
  private var whenAllGone: [() -> Void] = []
  private var orphans: OrphanReaper?

  /// Creates a launcher. Programs write to this process's standard output and standard error, or both to
  /// `output`.
  package init(loop: EventLoop, output: Int32? = nil) {
    self.loop = loop
    self.output = (output ?? STDOUT_FILENO, output ?? STDERR_FILENO)
  }

  /// The number of programs with remaining processes.
  package var count: Int { programs.count }

  /// Starts a program with default signals, an empty standard input, the launcher's environment without its
  /// private variables, and without the group of the input devices. It inherits only the three standard
  /// descriptors.
  ///
  /// Calls `onEnd` once, from the loop and never from inside this call, with the reason for the end.
  ///
  /// - Parameter standardOutput: the descriptor for standard output; nil for that of the other programs.
  /// - Throws: a `StartFailure`, also when the exec itself fails.
  package func start(
    _ command: Command, standardOutput: Int32? = nil, onEnd: @escaping (ExitReason) -> Void
  ) throws(StartFailure) -> RunningProgram {
    let output = (standardOutput ?? output.standard, output.error)
    let processID = try Spawn(command, output: output).start(without: &withheldGroup)
    do {
      let program = try RunningProgram(
        processID: processID, loop: loop, containment: ProcessSession(leader: processID), onEnd: onEnd,
        onGone: { [weak self] in self?.forget($0) })
      programs[processID] = program
      log.info("process \(processID) started: \(command.arguments[0])")
      return program
    } catch {
      abandon(processID)
      throw .refused(errno: error.errno, text: error.description)
    }
  }

  /// Kills a program that cannot be watched.
  private func abandon(_ processID: Int32) {
    killpg(processID, SIGKILL)
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
  }

  private func forget(_ program: RunningProgram) {
    programs[program.processID] = nil
    // The kernel may have listed this child before others.
    orphans?.reap()
    guard programs.isEmpty else { return }
    let waiting = whenAllGone
    whenAllGone = []
    waiting.forEach { $0() }
  }

  /// Stops all programs as `RunningProgram.stop` does. Calls `done` when no process is left, at once if none
  /// runs now.
  package func stopAll(grace: Double, done: @escaping () -> Void) {
    guard !programs.isEmpty else { return done() }
    whenAllGone.append(done)
    programs.values.forEach { $0.stop(grace: grace) }
  }

  /// Makes this process the parent of processes that its programs abandon, and reaps them when they end.
  ///
  /// Blocks SIGCHLD, so call it before any thread starts.
  package func adoptOrphans() throws(EventLoopError) {
    guard orphans == nil else { return }
    let session = getsid(0)
    // Children in the launcher's own session belong to a library, which reaps them itself. `RunningProgram`
    // reaps the leaders of programs.
    orphans = try OrphanReaper(loop) { [weak self] child in
      self?.programs[child] != nil || getsid(child) == session
    }
    orphans?.reap()
  }
}

/// A program that was started, tracked until none of its processes is left.
package protocol StartedProgram: AnyObject {
  /// Asks all its processes to end, and kills the remaining ones after `grace` seconds. A second call can
  /// only shorten the grace.
  func stop(grace: Double)

  /// The ID of its main process; nil if there is none.
  var mainProcess: Int32? { get }
}

extension StartedProgram {
  /// Whether its main process is stopped or frozen: it then neither draws nor handles touches.
  package var isHalted: Bool { mainProcess.map(HaltedProcess.isHalted) ?? false }
}

extension RunningProgram: StartedProgram {
  /// The main process, until it ends.
  package var mainProcess: Int32? { exitReason == nil ? processID : nil }
}
