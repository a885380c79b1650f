import EventLoop
import Glibc
import Logging
import Programs

private let log = Log("programs")

/// Starts programs without a shell, each in a session of its own, and keeps them until all their processes
/// are gone.
package final class ProgramLauncher {
  private let loop: EventLoop
  private let output: (standard: Int32, error: Int32)
  private var withheldGroup = WithheldGroup()
  private var programs: [Int32: RunningProgram] = [:]
  private var whenAllGone: [() -> Void] = []
  private var orphans: OrphanReaper?

  /// A launcher whose programs write to its own standard output and standard error, or both to `output`.
  package init(loop: EventLoop, output: Int32? = nil) {
    self.loop = loop
    self.output = (output ?? STDOUT_FILENO, output ?? STDERR_FILENO)
  }

  /// How many programs have processes left.
  package var count: Int { programs.count }

  /// Starts a program: default signals, no descriptors but the standard three (its input is empty), the
  /// launcher's environment without what was meant for the launcher alone, and not the group that may read
  /// input devices.
  ///
  /// `onEnd` is called once, from the loop and never from inside this call, with how the program ended.
  /// Failures of the exec itself are thrown, not told as an exit status.
  ///
  /// - Parameter standardOutput: where its standard output goes; nil is where that of the others goes.
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

  /// A program that cannot be watched must not run.
  private func abandon(_ processID: Int32) {
    killpg(processID, SIGKILL)
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
  }

  private func forget(_ program: RunningProgram) {
    programs[program.processID] = nil
    // It may have stood before others.
    orphans?.reap()
    guard programs.isEmpty else { return }
    let waiting = whenAllGone
    whenAllGone = []
    waiting.forEach { $0() }
  }

  /// Stops all programs as `RunningProgram.stop` does, and calls `done` when no process is left (at once when
  /// there is none now).
  package func stopAll(grace: Double, done: @escaping () -> Void) {
    guard !programs.isEmpty else { return done() }
    whenAllGone.append(done)
    programs.values.forEach { $0.stop(grace: grace) }
  }

  /// Makes this process the parent of whatever its programs abandon, and reaps that when it ends.
  ///
  /// Blocks SIGCHLD, so call it before any thread is started.
  package func adoptOrphans() throws(EventLoopError) {
    guard orphans == nil else { return }
    let session = getsid(0)
    // Children in the launcher's own session belong to a library, which waits for them itself; leaders of
    // programs are reaped by their `RunningProgram`.
    orphans = try OrphanReaper(loop) { [weak self] child in
      self?.programs[child] != nil || getsid(child) == session
    }
    orphans?.reap()
  }
}

/// A program that was started, by whatever means, until nothing of it is left.
package protocol StartedProgram: AnyObject {
  /// Asks all its processes to end, and kills what is left after `grace` seconds. A second call can only
  /// shorten the grace.
  func stop(grace: Double)

  /// The number of its main process; nil while there is none.
  var mainProcess: Int32? { get }
}

extension StartedProgram {
  /// Whether its main process has been stopped or frozen, and so neither draws nor takes touches.
  package var isHalted: Bool { mainProcess.map(HaltedProcess.isHalted) ?? false }
}

extension RunningProgram: StartedProgram {
  /// The process that was started, until it has ended.
  package var mainProcess: Int32? { exitReason == nil ? processID : nil }
}
