import Programs

/// A program that was started, by whatever means, until nothing of it is left.
public protocol StartedProgram: AnyObject {
  /// Asks all its processes to end, and kills what is left after `grace` seconds. A second call can only shorten the grace.
  func stop(grace: Double)

  /// The number of its main process; nil while there is none.
  var mainProcess: Int32? { get }
}

extension StartedProgram {
  /// Whether its main process has been stopped or frozen, and so neither draws nor takes touches.
  public var isHalted: Bool { mainProcess.map(HaltedProcess.isHalted) ?? false }
}

extension RunningProgram: StartedProgram {
  /// The process that was started, until it has ended.
  public var mainProcess: Int32? { exitReason == nil ? processID : nil }
}

/// What is told of a program after it was asked for.
public nonisolated enum ProgramEvent: Hashable, Sendable {
  /// It did not start after all. Nothing follows.
  case startFailed(StartFailure)
  /// It runs, but what it may have of the machine is not limited as was asked for: why.
  case unlimited(String)
  /// It ended. What it left behind is ended too.
  case ended(ExitReason)
}
