import CLinux
import EventLoop
import Glibc
import Logging
import Programs

private let log = Log("programs")

/// A program from its start until the last of its processes is gone.
///
/// It reports its end once, when the process that was started has ended. Whatever that one leaves behind in
/// its session is then ended too: asked first, and killed when it does not listen.
package final class RunningProgram {
  /// The process that was started; also the number of its session and process group.
  package let processID: Int32
  /// How it ended, or nil while it runs.
  package private(set) var exitReason: ExitReason?

  private let loop: EventLoop
  private let containment: any ProcessContainment
  private let onEnd: (ExitReason) -> Void
  private let onGone: (RunningProgram) -> Void
  private var child: ChildSource?
  private var deadline: Deadline?
  /// What the leader left behind, by process id.
  private var leftovers: [Int32: DescriptorSource] = [:]
  private var phase = StopPhase.running
  /// What the kernel had killed for memory before this program started.
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

  /// Asks all its processes to end with SIGTERM, and kills what is left after `grace` seconds.
  ///
  /// Bounded: `onEnd` comes at most three seconds after the grace. A second call can only shorten the grace.
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
    // A stopped process hears nothing until it is continued.
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
    // First what it left behind, then the news: the listener may start something at once.
    exitReason = reason
    sweep()
    end(reason)
  }

  private func end(_ reason: ExitReason) {
    exitReason = reason
    log.info("process \(processID) ended: \(reason)")
    onEnd(reason)
  }

  /// After the leader's end: nothing left, or processes to wait for.
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

  /// Sweeps again when the last leftover has ended. What cannot be watched is found when the deadline comes.
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

  /// The zombie that kept the number is let go last.
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

/// How far a program is in being ended: it is asked, and killed when it does not listen.
enum StopPhase: Equatable {
  /// Asked for, and not there yet.
  case starting
  case running
  /// It was asked to end.
  case asked
  /// SIGKILL was sent so many times.
  case killed(times: Int)
  case gone

  /// Seconds that leftovers get between SIGTERM and SIGKILL: they are off the screen.
  static let leftoverGrace = 2.0
  /// Seconds after a SIGKILL before it is sent again, to what was forked meanwhile.
  static let killInterval = 0.5
  /// A process that is still there after so many is stuck in the kernel, and nothing can be done about it.
  private static let killLimit = 6

  /// Counts a SIGKILL that is about to be sent. False when another one would not help.
  mutating func countKill() -> Bool {
    let times = if case .killed(let times) = self { times + 1 } else { 1 }
    guard times <= Self.killLimit else { return false }
    self = .killed(times: times)
    return true
  }
}

/// What holds a program's processes together, so that all of them can be found and ended.
protocol ProcessContainment {
  /// The processes in it that have not ended.
  func members() -> [Int32]
  /// Sends a signal to every process in it.
  func send(signal: Int32)
}

/// A session and process group as containment: what setsid(2) gives everywhere.
///
/// A process that starts a session of its own escapes it. The number stays this session's as long as its
/// leader has not been reaped, so no other process is ever signaled.
struct ProcessSession: ProcessContainment {
  /// The process id of its leader.
  let leader: Int32

  func members() -> [Int32] {
    ProcessStatus.all().filter { isMember($0) }.map(\.processID)
  }

  private func isMember(_ status: ProcessStatus) -> Bool {
    !status.isZombie && (status.session == leader || status.group == leader)
  }

  func send(signal: Int32) {
    // In one call first: a process that forks meanwhile cannot slip through.
    killpg(leader, signal)
    for status in ProcessStatus.all() where isMember(status) && status.group != leader {
      send(signal: signal, to: status.processID)
    }
  }

  /// The descriptor pins the process, and the second look makes sure that it is the right one.
  private func send(signal: Int32, to processID: Int32) {
    let descriptor = clinux_pidfd_open(processID)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard let status = ProcessStatus(of: processID), isMember(status) else { return }
    _ = clinux_pidfd_send_signal(descriptor, signal)
  }
}
