import CLinux
import EventLoop
import Glibc
import Logging
import Programs

private let log = Log("programs")

/// A program from its start until the last of its processes is gone.
///
/// Its end is told once, when the process that was started has ended. Whatever that one leaves behind in its session
/// is then ended too: asked first, and killed when it does not listen.
public final class RunningProgram {
  /// The process that was started; also the number of its session and process group.
  public let processID: Int32
  /// How it ended, or nil while it runs.
  public private(set) var exitReason: ExitReason?

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
  private let killsBefore = KernelKills.count

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
  public func stop(grace: Double) {
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
    let reason = KernelKills.reason(
      told, isAsked: phase != .running, kills: KernelKills.count - killsBefore)
    // First what it left behind, then the news: whoever hears them may start something at once.
    exitReason = reason
    sweep()
    end(reason)
  }

  private func end(_ reason: ExitReason) {
    exitReason = reason
    log.info("process \(processID) ended: \(reason)")
    onEnd(reason)
  }

  /// After the leader's end: nothing left, or somebody to wait for.
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
