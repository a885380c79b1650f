import Bus
import Programs

/// What a manager has told of a unit.
nonisolated struct UnitState: Hashable {
  /// With which managers give up that could not execute a file: EXIT_EXEC of systemd.exec(5).
  static let notExecutedStatus: Int32 = 203

  /// The unit's state in one word, as in systemd(1): `activating`, `active`, `failed` …
  private(set) var active = ""
  private(set) var sub = ""
  private(set) var result = ""
  /// How the main process ended, as waitid(2) counts (`CLD_EXITED` …); 0 while it has not.
  private(set) var code = 0
  private(set) var status = 0
  private(set) var mainProcess = 0
  /// Whether the program's file was executed.
  private(set) var hasRun = false
  /// Whether the manager has begun with it: before, it is as inactive as afterwards.
  private(set) var hasBegun = false

  /// Takes changed properties in, of whichever interface.
  mutating func take(_ properties: [String: BusValue]) {
    active = properties["ActiveState"]?.text ?? active
    sub = properties["SubState"]?.text ?? sub
    result = properties["Result"]?.text ?? result
    code = properties["ExecMainCode"]?.integer ?? code
    status = properties["ExecMainStatus"]?.integer ?? status
    mainProcess = properties["MainPID"]?.integer ?? mainProcess
    if active == "active" { hasRun = true }
    if !active.isEmpty, active != "inactive" { hasBegun = true }
  }

  /// The manager has heard that it shall end: it will not begin with it any more.
  mutating func stopWasHeard() { hasBegun = true }

  /// Whether nothing of it is left.
  var isGone: Bool { active == "failed" || active == "inactive" && hasBegun }

  /// How the program ended; nil while it runs, or when it never did.
  var exitReason: ExitReason? {
    guard code != 0, startFailure == nil else { return nil }
    if result == "oom-kill" { return .outOfMemory }
    let number = Int32(truncatingIfNeeded: status)
    // CLD_EXITED, CLD_KILLED and CLD_DUMPED of Linux's siginfo.h.
    return code == 1 ? .exited(status: number) : .signaled(signal: number, coreDumped: code == 3)
  }

  /// Why the program never ran; nil as long as it may yet, or when it did.
  var startFailure: StartFailure? {
    guard !hasRun, active == "failed" else { return nil }
    // Statuses of systemd.exec(5), "Process exit codes": those below are the program's own, which was quick.
    switch status {
    case Int(Self.notExecutedStatus) where code == 1: return .notExecutable
    case 200...245 where code == 1:
      return .refused(errno: 0, text: "the service manager gave up with status \(status)")
    default: return code == 0 ? .refused(errno: 0, text: "the service manager says '\(result)'") : nil
    }
  }
}
