import Programs

extension StartFailure {
  /// The failure in English, a whole sentence.
  public var english: String {
    switch self {
    case .notFound: "The program was not found."
    case .notExecutable: "The program is not executable."
    case .workingDirectory(let path): "The working directory \(path) cannot be entered."
    case .refused(_, let text): "The system refused to start it: \(text)."
    }
  }
}

extension ExitReason {
  /// Signals that people meet, with their names and what they mean; numbers as in Linux's `signal(7)`.
  private static let signals: [Int32: String] = [
    1: "SIGHUP, hangup", 2: "SIGINT, interrupted", 3: "SIGQUIT, quit", 4: "SIGILL, illegal instruction",
    5: "SIGTRAP, trace trap", 6: "SIGABRT, it gave up", 7: "SIGBUS, bus error",
    8: "SIGFPE, arithmetic error", 9: "SIGKILL, killed", 11: "SIGSEGV, invalid memory access",
    13: "SIGPIPE, broken pipe", 14: "SIGALRM, timer", 15: "SIGTERM, told to end",
    24: "SIGXCPU, CPU time limit", 25: "SIGXFSZ, file size limit", 31: "SIGSYS, forbidden system call",
  ]

  /// The reason in English, a whole sentence.
  public var english: String {
    switch self {
    case .exited(let status):
      return "It ended with exit status \(status)."
    case .signaled(let signal, let coreDumped):
      let name = Self.signals[signal].map { " (\($0))" } ?? ""
      return "Signal \(signal)\(name) ended it\(coreDumped ? " and a core file was written" : "")."
    case .outOfMemory:
      return "It was ended because there was not enough memory for it."
    }
  }
}
