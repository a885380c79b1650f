/// What the launcher learns of a program after it was asked for.
package enum ProgramEvent: Hashable, Sendable {
  /// It did not start after all. Nothing follows.
  case startFailed(StartFailure)
  /// It runs, but what it may have of the machine is not limited as was asked for: why.
  case unlimited(String)
  /// It ended. What it left behind is ended too.
  case ended(ExitReason)
}
