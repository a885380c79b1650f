import CLinux
import EventLoop
import Glibc
import Logging
import Programs

private let log = Log("programs")

/// A program, from its start until the last of its processes is gone.
///
/// It reports its end once, when the main process ends. Then it also ends the remaining processes of the
/// session: with SIGTERM first, then SIGKILL.
package final class RunningProgram {
  /// The ID of the main process, its session and its process group.
  package let processID: Int32
  /// The reason for its end; nil while it runs.
  package private(set) var exitReason: ExitReason?

  private let loop: EventLoop
  private let containment: any ProcessContainment
  private let onEnd: (ExitReason) -> Void
  private let onGone: (RunningProgram) -> Void
  private var child: ChildSource?
  private var deadline: Deadline?
  /// The processes that the leader left behind, by process ID.
  private var leftovers: [Int32: DescriptorSource] = [:]
  private var phase = StopPhase.running
  /// The number of out-of-memory kills before this program started.
  private let killsBefore = OutOfMemoryKills.count

  init(
    processID: Int32, loop: EventLoop, containment: any ProcessContainment,
    onEnd: @escaping (ExitReason) -> Void, onGone: @escaping (RunningProgram) -> Void
  ) throws(EventLoopError) {
    self.processID = processID
    self.loop = loop
    self.containment = containment
    self.onEnd = onEnd
    self.onGone = onGone
    deadline = try loop.addDeadline { [weak self] in self?.kill() }
    do {
      child = try loop.addChild(processID) { [weak self] in self?.leaderEnded($0) }
    } catch {
      deadline?.cancel()
      throw error
    }
  }

  /// Asks all its processes to end with SIGTERM, and kills the remaining ones after `grace` seconds.
  ///
  /// `onEnd` comes at most three seconds after the grace. A second call can only shorten the grace.
  package func stop(grace: Double) {
    switch phase {
    case .starting, .running: ask(grace: grace)
    case .asked: deadline?.set(min(deadline?.time ?? .infinity, EventLoop.now + max(0, grace)))
    case .killed, .gone: break
    }
  }

  private func ask(grace: Double) {
    phase = .asked
    containment.send(signal: SIGTERM)
    // A stopped process handles signals only after SIGCONT.
    containment.send(signal: SIGCONT)
    deadline?.set(EventLoop.now + max(0, grace))
  }

  private func kill() {
    guard phase.countKill() else { return giveUp() }
    containment.send(signal: SIGKILL)
    deadline?.set(EventLoop.now + StopPhase.killInterval)
    sweep()
  }

  private func giveUp() {
    log.error("process group \(processID) survives SIGKILL")
    finish()
    if exitReason == nil { end(.signaled(signal: SIGKILL, coreDumped: false)) }
  }

  private func leaderEnded(_ told: ExitReason) {
    let reason = OutOfMemoryKills.reason(
      told, isAsked: phase != .running, kills: OutOfMemoryKills.count - killsBefore)
    // First end the leftovers, then report: the listener may start another program at once.
    exitReason = reason
    sweep()
    end(reason)
  }

  private func end(_ reason: ExitReason) {
    exitReason = reason
    log.info("process \(processID) ended: \(reason)")
    onEnd(reason)
  }

  /// After the leader's end, finishes, or waits for the remaining processes.
  private func sweep() {
    guard exitReason != nil, phase != .gone else { return }
    let members = containment.members().filter { $0 != processID }
    guard !members.isEmpty else { return finish() }
    for member in members where leftovers[member] == nil { watch(member) }
    if phase == .running {
      log.info("process \(processID) left \(members.count) others behind")
      ask(grace: StopPhase.leftoverGrace)
    }
  }

  /// Sweeps again when the last leftover ends. The deadline handles processes that cannot be watched.
  private func watch(_ member: Int32) {
    let descriptor = clinux_pidfd_open(member)
    guard descriptor >= 0 else { return }
    do {
      leftovers[member] = try loop.addDescriptor(descriptor, owned: true) { [weak self] _ in
        guard let self else { return }
        leftovers.removeValue(forKey: member)?.cancel()
        if leftovers.isEmpty { sweep() }
      }
    } catch {
      close(descriptor)
    }
  }

  /// Reaps the leader last: the zombie reserves the process ID.
  private func finish() {
    guard phase != .gone else { return }
    phase = .gone
    deadline?.cancel()
    leftovers.values.forEach { $0.cancel() }
    leftovers = [:]
    child?.cancel()
    child?.reap()
    onGone(self)
  }
}

/// The phase of a program, from start to end.
enum StopPhase: Equatable {
  /// Requested, but not running yet.
  case starting
  case running
  /// The program was asked to end.
  case asked
  /// SIGKILL was sent this many times.
  case killed(times: Int)
  case gone

  /// Seconds between SIGTERM and SIGKILL for leftovers: they are no longer on the screen.
  static let leftoverGrace = 2.0
  /// Seconds between two SIGKILLs: later ones reach processes that were forked in the meantime.
  static let killInterval = 0.5
  /// The most SIGKILLs. A process that survives them is stuck in the kernel, and nothing can end it.
  private static let killLimit = 6

  /// Counts a SIGKILL before it is sent. Returns false if another one would not help.
  mutating func countKill() -> Bool {
    let times = if case .killed(let times) = self { times + 1 } else { 1 }
    guard times <= Self.killLimit else { return false }
    self = .killed(times: times)
    return true
  }
}

/// A means to find and end all processes of a program.
protocol ProcessContainment {
  /// Returns its processes that have not ended.
  func members() -> [Int32]
  /// Sends a signal to each of its processes.
  func send(signal: Int32)
}

/// A session and process group as containment: works everywhere through setsid(2).
///
/// A process that starts its own session escapes. The session keeps its ID until its leader is reaped, so
/// signals never reach another process.
struct ProcessSession: ProcessContainment {
  /// The process ID of the session leader.
  let leader: Int32

  func members() -> [Int32] {
    ProcessStatus.all().filter { isMember($0) }.map(\.processID)
  }

  private func isMember(_ status: ProcessStatus) -> Bool {
    !status.isZombie && (status.session == leader || status.group == leader)
  }

  func send(signal: Int32) {
    // First in one call: a process that forks in the meantime cannot escape it.
    killpg(leader, signal)
    for status in ProcessStatus.all() where isMember(status) && status.group != leader {
      send(signal: signal, to: status.processID)
    }
  }

  /// The descriptor pins the process; the second check confirms that it is the right one.
  private func send(signal: Int32, to processID: Int32) {
    let descriptor = clinux_pidfd_open(processID)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard let status = ProcessStatus(of: processID), isMember(status) else { return }
    _ = clinux_pidfd_send_signal(descriptor, signal)
  }
}
