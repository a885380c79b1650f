import Configuration
import Languages
import Programs

/// A message in one language: the event, and what is known about it.
package struct MessageText: Hashable, Sendable {
  /// One line for all readers.
  package var title: String
  /// Further text for the operator; may be empty. Line feeds separate paragraphs.
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
  /// Returns the complete message for operators, for journals and the system page.
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

  /// Returns the message for visitors: the event, and what they can do.
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
    case .hung(let tile): MessageText(words(.startsAgain, tile))
    case .notEdited(let reason): MessageText(words.line(reason))
    case .content(let news): news.text(in: words)
    case .closed(let tile, let reason): MessageText(words(.wasClosed, tile), reason.text(in: words))
    case .power(let action): MessageText(words(action.phrase))
    case .powerFailed(let action, let obstacle):
      MessageText(words(action.failurePhrase), obstacle.text(in: words))
    case .notAvailable(let tile): MessageText(words(.notAvailable, tile))
    case .unknownCode: MessageText(words(.unknownCode), words(.tryAnotherCode))
    case .codeNeeded(let tile): MessageText(words(.scanCode, tile))
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

  /// Returns the event without advice. The launcher fixes the problem, and visitors need not act.
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

  /// Returns an announcement's text. Its first line is the title.
  private static func text(announcement: String) -> MessageText {
    let lines = announcement.split(separator: "\n", maxSplits: 1)
    return MessageText(lines.first.map { String($0) } ?? "", lines.count > 1 ? String(lines[1]) : "")
  }

  /// Returns a command as typed in a shell: words with other than plain characters are in single quotes.
  static func quoted(_ command: [String]) -> String {
    command.map { word in
      let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy(Self.isPlain)
      return isPlain ? word : "'\(Self.quotes(in: Self.escaped(word)))'"
    }.joined(separator: " ")
  }

  /// Escapes control characters, which a scanned code can contain, as in Swift.
  private static func escaped(_ word: String) -> String {
    let isControl = { (scalar: Unicode.Scalar) in scalar.value < 0x20 || scalar.value == 0x7F }
    guard word.unicodeScalars.contains(where: isControl) else { return word }
    return word.unicodeScalars.map {
      isControl($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0)
    }.joined()
  }

  /// Escapes single quotes within single quotes: each closes the quotes, stands alone, and reopens them.
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
  /// The text while the action begins.
  fileprivate var phrase: Phrase {
    switch self {
    case .powerOff: .switchingOff
    case .reboot: .startingAgain
    case .suspend: .goingToSleep
    }
  }

  /// The text when the action fails.
  fileprivate var failurePhrase: Phrase {
    switch self {
    case .powerOff: .cannotSwitchOff
    case .reboot: .cannotStartAgain
    case .suspend: .cannotSleep
    }
  }
}

extension Diagnostic {
  /// Returns the problem for the screen: its severity and place in the visitor's language, and then the
  /// original text of the journal. A search finds both.
  package func text(in words: Localizer) -> String {
    let said = key.map { "\($0): \(message)" } ?? message
    let hint = suggestion.map { words(.didYouMean, said, $0) } ?? said
    return words(severity == .error ? .errorAt : .warningAt, place, hint)
  }
}

extension StartFailure {
  /// Returns the failure as a complete sentence.
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
  /// Common signals, with their names and meanings. The numbers are those of Linux's `signal(7)`.
  private static let signals: [Int32: (name: String, meaning: Phrase)] = [
    1: ("SIGHUP", .hangup), 2: ("SIGINT", .interrupted), 3: ("SIGQUIT", .quit),
    4: ("SIGILL", .illegalInstruction), 5: ("SIGTRAP", .traceTrap), 6: ("SIGABRT", .gaveUp),
    7: ("SIGBUS", .busError), 8: ("SIGFPE", .arithmeticError), 9: ("SIGKILL", .killed),
    11: ("SIGSEGV", .invalidMemoryAccess), 13: ("SIGPIPE", .brokenPipe), 14: ("SIGALRM", .timer),
    15: ("SIGTERM", .toldToEnd), 24: ("SIGXCPU", .processorTimeLimit), 25: ("SIGXFSZ", .fileSizeLimit),
    31: ("SIGSYS", .forbiddenSystemCall),
  ]

  /// Signals with which the system or the program itself ends a faulty program.
  private static let faults: Set<Int32> = [3, 4, 5, 6, 7, 8, 11, 24, 25, 31]

  /// Returns the reason as a complete sentence for visitors, without signals and statuses.
  func plainText(in words: Localizer) -> String {
    switch self {
    case .exited: words(.somethingWentWrong)
    case .signaled(_, coreDumped: true): words(.crashedWithReport)
    case .signaled(let signal, _): words(Self.faults.contains(signal) ? .crashed : .endedFromOutside)
    case .outOfMemory: words(.notEnoughMemory)
    case .perhapsOutOfMemory: words(.perhapsNotEnoughMemory)
    }
  }

  /// Returns the reason with all details, as a complete sentence.
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
  /// Returns the obstacle as a complete sentence. Details for operators stay in English.
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
  /// Returns the name of a tile with this action and without a name of its own.
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
    // Visitors who look for their language know only its own name.
    case .language(let tag): LanguageName.own(of: tag)
    }
  }
}
