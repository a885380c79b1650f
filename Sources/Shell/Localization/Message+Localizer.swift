import Configuration
import Languages
import Programs

/// A message in the words of one language: what happened, and what is known about it.
package struct MessageText: Hashable, Sendable {
  /// One line for everyone.
  package var title: String
  /// More for the operator; may be empty. Line feeds separate paragraphs.
  package var detail: String

  package init(_ title: String, _ detail: String = "") {
    self.title = title
    self.detail = detail
  }

  /// Title and detail on one line, for a journal.
  package var line: String {
    let words = detail.split(separator: "\n").joined(separator: "; ")
    return words.isEmpty ? title : "\(title): \(words)"
  }
}

extension Message {
  /// The message for the operator, with all that is known: for journals and the system's page.
  package func fullText(in words: Localizer) -> MessageText {
    switch self {
    case .startFailed(let tile, let command, let failure):
      Self.text(words(.cannotBeOpened, tile), failure.text(in: words), command, words)
    case .endedBadly(let tile, let command, let reason):
      Self.text(words(.hasStopped, tile), reason.text(in: words), command, words)
    case .nothingToOpen(let tile, let obstacle):
      MessageText(words(.cannotBeOpened, tile), obstacle.text(in: words))
    case .restarting(let cause, let seconds):
      Self.text(cause.fullText(in: words), restartedIn: seconds, words)
    default: text(in: words)
    }
  }

  /// The message for visitors: what happened, and what they can do.
  package func text(in words: Localizer) -> MessageText {
    switch self {
    case .startFailed(let tile, _, .noNetwork):
      MessageText(words(.cannotBeOpened, tile), words(.needsNetwork))
    case .startFailed(let tile, _, _): Self.text(words(.cannotBeOpened, tile), .notSetUp, words)
    case .endedBadly(let tile, _, let reason):
      MessageText(
        words(.hasStopped, tile), "\(reason.plainText(in: words))\n\(words(.tryAgainOrTell))")
    case .endedWithFault(let tile): MessageText(words(.hasEndedWithFault, tile))
    case .nothingToOpen(let tile, let obstacle):
      Self.text(words(.cannotBeOpened, tile), obstacle, words)
    case .opening(let tile): MessageText(words(.opening, tile))
    case .unlimited(let tile, let reason):
      MessageText(words(.runsWithoutLimits, tile), reason.capitalizedSentence)
    case .restarting(let cause, let seconds):
      Self.text(cause.withoutAdvice(in: words), restartedIn: seconds, words)
    case .timeIsUp(let tile): MessageText(words(.timeIsUp, tile))
    case .slow(let tile): MessageText(words(.takesLonger, tile))
    case .notEdited(let reason): MessageText(words.line(reason))
    case .closed(let tile, let reason): MessageText(words(.wasClosed, tile), reason.text(in: words))
    case .power(let action): MessageText(words(action.phrase))
    case .powerFailed(let action, let obstacle):
      MessageText(words(action.failurePhrase), obstacle.text(in: words))
    case .notAvailable(let tile): MessageText(words(.notAvailable, tile))
    case .stillThere(let seconds): MessageText(words(.stillThere), words(.touchToGoOn, seconds))
    case .announcement(let text): Self.text(announcement: text)
    case .noPIN: MessageText(words(.noPIN), words(.pleaseTell))
    case .wrongPIN(let times):
      MessageText(words(.wrongPINEntered), times > 1 ? words(.wrongInARow, times) : "")
    case .pinFailed(let reason): MessageText(words(.pinNotChecked), reason.capitalizedSentence)
    }
  }

  private static func text(_ title: String, _ reason: Phrase, _ words: Localizer) -> MessageText {
    MessageText(title, "\(words(reason))\n\(words(.pleaseTell))")
  }

  private static func text(_ title: String, _ obstacle: Obstacle, _ words: Localizer) -> MessageText {
    switch obstacle {
    case .unreadableFile, .desktopEntry: text(title, .notSetUp, words)
    case .noBrowser: text(title, Phrase.noBrowser, words)
    case .powerNotAllowed, .told: MessageText(title, obstacle.text(in: words))
    }
  }

  /// What happened alone: where it is mended by itself, no one has to do anything.
  private func withoutAdvice(in words: Localizer) -> MessageText {
    switch self {
    case .startFailed(let tile, _, let failure):
      MessageText(words(.cannotBeOpened, tile), words(failure == .noNetwork ? .needsNetwork : .notSetUp))
    case .endedBadly(let tile, _, let reason):
      MessageText(words(.hasStopped, tile), reason.plainText(in: words))
    default: text(in: words)
    }
  }

  private static func text(
    _ title: String, _ reason: String, _ command: [String], _ words: Localizer
  ) -> MessageText {
    MessageText(title, "\(reason)\n\(words(.command, quoted(command)))")
  }

  private static func text(_ cause: MessageText, restartedIn seconds: Int, _ words: Localizer) -> MessageText
  {
    let again = words(.startedAgain, seconds)
    return MessageText(cause.title, cause.detail.isEmpty ? again : "\(again)\n\(cause.detail)")
  }

  /// The first line is the title.
  private static func text(announcement: String) -> MessageText {
    let lines = announcement.split(separator: "\n", maxSplits: 1)
    return MessageText(lines.first.map { String($0) } ?? "", lines.count > 1 ? String(lines[1]) : "")
  }

  /// Words as they could be typed: those with anything but plain characters stand in single quotes.
  static func quoted(_ command: [String]) -> String {
    command.map { word in
      let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy(Self.isPlain)
      return isPlain ? word : "'\(Self.quotes(in: word))'"
    }.joined(separator: " ")
  }

  /// A single quote inside of single quotes: they end, it stands by itself, and they go on.
  private static func quotes(in word: String) -> String {
    word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", "=", "+", ",", "@", "%": true
    default: false
    }
  }
}

extension PowerAction {
  /// What is said while it begins.
  fileprivate var phrase: Phrase {
    switch self {
    case .powerOff: .switchingOff
    case .reboot: .startingAgain
    case .suspend: .goingToSleep
    }
  }

  /// What is said when it cannot be done.
  fileprivate var failurePhrase: Phrase {
    switch self {
    case .powerOff: .cannotSwitchOff
    case .reboot: .cannotStartAgain
    case .suspend: .cannotSleep
    }
  }
}

extension Diagnostic {
  /// The problem as a screen shows it: that it is one and where, in the visitor's language; then the reader's
  /// own words, which are the journal's, so that a search finds them in both.
  package func text(in words: Localizer) -> String {
    let said = key.map { "\($0): \(message)" } ?? message
    let hint = suggestion.map { words(.didYouMean, said, $0) } ?? said
    return words(severity == .error ? .errorAt : .warningAt, place, hint)
  }
}

extension StartFailure {
  /// The failure in words, a whole sentence.
  package func text(in words: Localizer) -> String {
    switch self {
    case .notFound: words(.programNotFound)
    case .notExecutable: words(.programNotExecutable)
    case .workingDirectory(let path): words(.workingDirectoryFails, path)
    case .noNetwork: words(.needsNetwork)
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
  func plainText(in words: Localizer) -> String {
    switch self {
    case .exited: words(.somethingWentWrong)
    case .signaled(_, coreDumped: true): words(.crashedWithReport)
    case .signaled(let signal, _): words(Self.faults.contains(signal) ? .crashed : .endedFromOutside)
    case .outOfMemory: words(.notEnoughMemory)
    case .perhapsOutOfMemory: words(.perhapsNotEnoughMemory)
    }
  }

  /// The reason in words, with all that is known: a whole sentence.
  package func text(in words: Localizer) -> String {
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

  private static func named(_ signal: Int32, _ words: Localizer) -> String {
    "\(signal)" + (signals[signal].map { " (\($0.name), \(words($0.meaning)))" } ?? "")
  }
}

extension Obstacle {
  /// The obstacle in words, a whole sentence. What is for the operator stays in English.
  func text(in words: Localizer) -> String {
    switch self {
    case .unreadableFile(let path): words(.fileCannotBeRead, path)
    case .noBrowser: words(.noBrowser)
    case .desktopEntry(let error): words(.entryCannotBeUsed, "\(error)")
    case .powerNotAllowed: words(.powerNotAllowed)
    case .told(let text): text
    }
  }
}

extension ShellAction {
  /// What a tile is called that does this and has no name of its own.
  func name(in words: Localizer) -> String {
    switch self {
    case .none: words(.nothing)
    case .home: words(.home)
    case .back: words(.back)
    case .nextShelf: words(.nextShelf)
    case .previousShelf: words(.previousShelf)
    case .reload: words(.reload)
    case .admin: words(.system)
    case .lock: words(.lock)
    case .blank: words(.blank)
    case .help: words(.help)
    case .speech: words(.readAloud)
    case .sounds: words(.sounds)
    case .read(.on): words(.readOn)
    case .read(.back): words(.readBack)
    case .read(.again): words(.sayAgain)
    case .read(.spelled): words(.spell)
    case .read(.everything): words(.whereAmI)
    case .nextTile, .focus(.right), .focus(.down): words(.nextTile)
    case .previousTile, .focus(.left), .focus(.up): words(.previousTile)
    case .open: words(.open)
    case .openTile(let id): id
    case .power(.powerOff): words(.powerOff)
    case .power(.reboot): words(.reboot)
    case .power(.suspend): words(.suspend)
    case .adjust(.theme(.highContrast)): words(.highContrast)
    case .adjust(.theme(.light)): words(.lightColors)
    case .adjust(.theme(.dark)): words(.darkColors)
    case .adjust(.textScale): words(.textSize)
    case .adjust(.reducedMotion): words(.lessMotion)
    case .adjust(.mirrored): words(.mirrored)
    case .adjust(.scan): words(.oneSwitch)
    case .adjust(.steadyTouch): words(.steadyTouch)
    case .adjust(.speechRate): words(.speechRate)
    case .adjust(.speechPitch): words(.speechPitch)
    case .adjust(.volume): words(.volume)
    // People who look for their language know no other name of it.
    case .language(let tag): LanguageName.own(of: tag)
    }
  }
}
