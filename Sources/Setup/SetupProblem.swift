import Diagnosis

/// Why a machine cannot be set up.
public enum SetupProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The service, or what closes the system around it, is not there.
  case notInstalled(missing: String)
  /// A kiosk could not start on this machine: what it lacks. Nothing was changed.
  case cannotStart(missing: [Requirement], root: String)
  /// Something stands in the way that setup would not put back.
  case inTheWay(path: String)
  /// The record of what was before cannot be understood.
  case unreadableRecord(path: String, line: Int)
  /// A file could not be changed.
  case failed(path: String, reason: String)
  /// A command that makes or removes a user did not.
  case commandFailed(command: String, reason: String)

  /// The problem in one sentence.
  public var description: String {
    switch self {
    case .notInstalled(let missing): "Rotunda is not installed here: there is no \(missing)"
    case .cannotStart(let missing, let root):
      "a kiosk cannot start here, and nothing was changed:\n"
        + missing.map { "  \($0.name): \($0.loss)\n" }.joined()
        + "What helps: \(Requirement.remedy(missing, root: root))"
    case .inTheWay(let path): "\(path) is neither a file nor a link; it has to be moved first"
    case .unreadableRecord(let path, let line):
      "\(path), line \(line): not what setup writes; nothing was changed"
    case .failed(let path, let reason): "\(path): \(reason)"
    case .commandFailed(let command, let reason): "'\(command)': \(reason)"
    }
  }
}
