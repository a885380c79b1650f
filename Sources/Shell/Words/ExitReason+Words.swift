import Programs

extension StartFailure {
  /// The failure in words, a whole sentence.
  public func text(in words: Words) -> String {
    switch self {
    case .notFound: words(.programNotFound)
    case .notExecutable: words(.programNotExecutable)
    case .workingDirectory(let path): words(.workingDirectoryFails, path)
    case .refused(_, let text): words(.systemRefused, text)
    }
  }
}

extension ExitReason {
  /// Signals that people meet, with their names and what they mean; numbers as in Linux's `signal(7)`.
  private static let signals: [Int32: (name: String, meaning: Phrase)] = [
    1: ("SIGHUP", .hangup), 2: ("SIGINT", .interrupted), 3: ("SIGQUIT", .quit),
    4: ("SIGILL", .illegalInstruction), 5: ("SIGTRAP", .traceTrap), 6: ("SIGABRT", .gaveUp),
    7: ("SIGBUS", .busError), 8: ("SIGFPE", .arithmeticError), 9: ("SIGKILL", .killed),
    11: ("SIGSEGV", .invalidMemoryAccess), 13: ("SIGPIPE", .brokenPipe), 14: ("SIGALRM", .timer),
    15: ("SIGTERM", .toldToEnd), 24: ("SIGXCPU", .processorTimeLimit), 25: ("SIGXFSZ", .fileSizeLimit),
    31: ("SIGSYS", .forbiddenSystemCall),
  ]

  /// Signals with which the system, or the program itself, ends what has gone wrong.
  private static let faults: Set<Int32> = [3, 4, 5, 6, 7, 8, 11, 24, 25, 31]

  /// The reason as a visitor is told it, who knows nothing of signals and statuses: a whole sentence.
  func plainText(in words: Words) -> String {
    switch self {
    case .exited: words(.somethingWentWrong)
    case .signaled(_, coreDumped: true): words(.crashedWithReport)
    case .signaled(let signal, _): words(Self.faults.contains(signal) ? .crashed : .endedFromOutside)
    case .outOfMemory: words(.notEnoughMemory)
    case .perhapsOutOfMemory: words(.perhapsNotEnoughMemory)
    }
  }

  /// The reason in words, with all that is known: a whole sentence.
  public func text(in words: Words) -> String {
    switch self {
    case .exited(let status):
      return words(.exitStatus, "\(status)")
    case .signaled(let signal, let coreDumped):
      return words(coreDumped ? .signalWithCore : .signal, Self.named(signal, words))
    case .outOfMemory:
      return words(.notEnoughMemory)
    case .perhapsOutOfMemory:
      return words(.killedInShortage, Self.named(9, words))
    }
  }

  private static func named(_ signal: Int32, _ words: Words) -> String {
    "\(signal)" + (signals[signal].map { " (\($0.name), \(words($0.meaning)))" } ?? "")
  }
}
