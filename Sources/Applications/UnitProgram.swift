import Bus
import EventLoop
import Glibc
import Logging
import Programs

private let log = Log("programs")

/// A program in its own unit, from the request until the unit is gone.
final class UnitProgram: StartedProgram {
  /// An event before the program runs or when it ends.
  enum News {
    /// The manager refused the unit: the program must start in another way.
    case refused(BusError)
    case startFailed(StartFailure)
    case ended(ExitReason)
    /// The unit is gone. No events follow.
    case gone
  }

  let name: String
  private let manager: ServiceManager
  /// The listener retains the program, so the last event must release the listener.
  private var onNews: ((News) -> Void)?
  private var slot: BusSlot?
  private var deadline: Deadline?
  private var state = UnitState()
  private var phase = StopPhase.starting
  private var isEnded = false

  init(
    _ unit: TransientUnit, _ manager: ServiceManager, loop: EventLoop, onNews: @escaping (News) -> Void
  ) throws(EventLoopError) {
    name = unit.name
    self.manager = manager
    self.onNews = onNews
    deadline = try loop.addDeadline { [weak self] in self?.kill() }
    watch()
    manager.start(unit) { [weak self] in self?.answered($0) }
  }

  var isGone: Bool { phase == .gone }

  var mainProcess: Int32? {
    phase == .running && state.mainProcess > 1 ? Int32(exactly: state.mainProcess) : nil
  }

  private func watch() {
    slot?.cancel()
    slot = manager.watch(name) { [weak self] properties, interface in
      guard let self else { return }
      state.apply(properties)
      // The unit's own properties come last: all others are up to date by then.
      if interface == "org.freedesktop.systemd1.Unit" { inspect() }
    }
  }

  private func answered(_ answer: Result<[BusValue], BusError>) {
    guard case .failure(let error) = answer else {
      if phase == .starting { phase = .running }
      return
    }
    if error.isSilence, manager.isConnected {
      // The manager may have started it. The program must not run unnoticed.
      manager.stop(name)
      fail(.refused(errno: ETIMEDOUT, text: "the service manager does not answer"))
    } else {
      finish(reporting: .refused(error))
    }
  }

  private func inspect() {
    if let failure = state.startFailure { return fail(failure) }
    if let reason = state.exitReason { end(reason) }
    guard state.isGone else { return }
    // No exit status: the unit was stopped before it began, or the manager has forgotten it.
    end(
      phase == .running ? .exited(status: Self.unknownStatus) : .signaled(signal: SIGTERM, coreDumped: false))
    over()
  }

  /// The exit status when the real one is unknown: EX_SOFTWARE of sysexits(3).
  private static let unknownStatus: Int32 = 70

  private func fail(_ failure: StartFailure) {
    guard phase != .gone else { return }
    let wasEnded = isEnded
    isEnded = true
    if !wasEnded { onNews?(.startFailed(failure)) }
    over()
  }

  private func end(_ reason: ExitReason) {
    guard !isEnded else { return }
    isEnded = true
    // First end the leftovers, then report: the listener may start another program at once.
    if !state.isGone { stop(grace: StopPhase.leftoverGrace) }
    onNews?(.ended(reason))
  }

  private func over() {
    guard phase != .gone else { return }
    if state.active == "failed" { manager.forget(name) }
    finish(reporting: .gone)
  }

  private func finish(reporting news: News) {
    phase = .gone
    slot?.cancel()
    slot = nil
    deadline?.cancel()
    let report = onNews
    onNews = nil
    report?(news)
  }

  // MARK: Ending it

  func stop(grace: Double) {
    switch phase {
    case .starting, .running:
      phase = .asked
      manager.stop(name) { [weak self] in self?.stopWasHeard() }
      deadline?.set(EventLoop.now + max(0, grace))
    case .asked: deadline?.set(min(deadline?.time ?? .infinity, EventLoop.now + max(0, grace)))
    case .killed, .gone: break
    }
  }

  /// Inspects the unit: a unit that had not begun sends no further signals.
  private func stopWasHeard() {
    guard phase != .gone else { return }
    state.stopWasHeard()
    inspectAgain()
  }

  private func inspectAgain() {
    manager.inspect(name) { [weak self] answer in
      guard let self, phase != .gone else { return }
      if case .success(let properties) = answer { state.apply(properties) }
      inspect()
    }
  }

  private func kill() {
    guard phase.countKill() else {
      log.error("\(name) survives SIGKILL")
      end(.signaled(signal: SIGKILL, coreDumped: false))
      return over()
    }
    manager.signal(SIGKILL, to: name)
    deadline?.set(EventLoop.now + StopPhase.killInterval)
  }

  // MARK: When the manager was lost

  /// Requests the state that was missed, over a new connection. `isLost` means that no connection could be
  /// made.
  func reconnected(isLost: Bool) {
    guard phase != .gone else { return }
    guard !isLost else {
      // Units end with the manager or with the session. Kill the process group that is known here.
      if state.mainProcess > 1 { killpg(Int32(truncatingIfNeeded: state.mainProcess), SIGKILL) }
      end(.exited(status: Self.unknownStatus))
      return over()
    }
    watch()
    state.stopWasHeard()
    inspectAgain()
  }
}

/// The state of a unit, from the manager's messages.
nonisolated struct UnitState: Hashable {
  /// The exit status of managers that could not execute a file: EXIT_EXEC of systemd.exec(5).
  static let notExecutedStatus: Int32 = 203

  /// The error text when the manager could not create namespaces: EXIT_USER and EXIT_NAMESPACE of
  /// systemd.exec(5).
  static let namespaceText = "the service manager cannot hide files from programs"

  /// The unit's active state, as in systemd(1): `activating`, `active`, `failed` …
  private(set) var active = ""
  private(set) var sub = ""
  private(set) var result = ""
  /// The `si_code` of the main process's end, as waitid(2) defines it (`CLD_EXITED` …); 0 while it runs.
  private(set) var code = 0
  private(set) var status = 0
  private(set) var mainProcess = 0
  /// Whether the program's file was executed.
  private(set) var hasRun = false
  /// Whether the manager has begun to start the unit. The unit is inactive before as well as afterward.
  private(set) var hasBegun = false

  /// Applies changed properties of any interface.
  mutating func apply(_ properties: [String: BusValue]) {
    active = properties["ActiveState"]?.text ?? active
    sub = properties["SubState"]?.text ?? sub
    result = properties["Result"]?.text ?? result
    code = properties["ExecMainCode"]?.integer ?? code
    status = properties["ExecMainStatus"]?.integer ?? status
    mainProcess = properties["MainPID"]?.integer ?? mainProcess
    if active == "active" { hasRun = true }
    if !active.isEmpty, active != "inactive" { hasBegun = true }
  }

  /// Records that the manager received the stop request: it will no longer start the unit.
  mutating func stopWasHeard() { hasBegun = true }

  var isGone: Bool { active == "failed" || active == "inactive" && hasBegun }

  /// The reason for the program's end; nil while it runs, or if it never ran.
  var exitReason: ExitReason? {
    guard code != 0, startFailure == nil else { return nil }
    if result == "oom-kill" { return .outOfMemory }
    let number = Int32(truncatingIfNeeded: status)
    // CLD_EXITED, CLD_KILLED and CLD_DUMPED of Linux's siginfo.h.
    return code == 1 ? .exited(status: number) : .signaled(signal: number, coreDumped: code == 3)
  }

  /// Why the program never ran; nil while it still may, or if it did.
  var startFailure: StartFailure? {
    guard !hasRun, active == "failed" else { return nil }
    // Statuses of systemd.exec(5), "Process exit codes". Lower ones are from the program itself, which ended
    // quickly.
    switch status {
    case Int(Self.notExecutedStatus) where code == 1: return .notExecutable
    case 217 where code == 1, 226 where code == 1: return .refused(errno: 0, text: Self.namespaceText)
    case 200...245 where code == 1:
      return .refused(errno: 0, text: "the service manager gave up with status \(status)")
    default: return code == 0 ? .refused(errno: 0, text: "the service manager says '\(result)'") : nil
    }
  }
}
