import Configuration
import Programs

/// A message in the words of one language: what happened, and what is known about it.
public struct MessageText: Hashable, Sendable {
  /// One line for everyone.
  public var title: String
  /// More for whoever looks after the machine; may be empty. Line feeds separate paragraphs.
  public var detail: String

  /// A text from its parts.
  public init(_ title: String, _ detail: String = "") {
    self.title = title
    self.detail = detail
  }

  /// Title and detail on one line, for a journal.
  public var line: String {
    let words = detail.split(separator: "\n").joined(separator: "; ")
    return words.isEmpty ? title : "\(title): \(words)"
  }
}

extension Message {
  /// How many configuration problems fit on the screen; all of them are in the journal.
  private static let shownProblems = 4

  /// The message for whoever looks after the machine, with all that is known: for journals and the system's page.
  public func fullText(in words: Words) -> MessageText {
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
  public func text(in words: Words) -> MessageText {
    switch self {
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
    case .closed(let tile, let reason): MessageText(words(.wasClosed, tile), reason.text(in: words))
    case .power(let action): MessageText(words(action.phrase))
    case .powerFailed(let action, let obstacle):
      MessageText(words(action.failurePhrase), obstacle.text(in: words))
    case .notAvailable(let tile): MessageText(words(.notAvailable, tile))
    case .stillThere(let seconds): MessageText(words(.stillThere), words(.touchToGoOn, seconds))
    case .announcement(let text): Self.text(announcement: text)
    case .noPIN: MessageText(words(.noPIN), words(.setPIN))
    case .wrongPIN(let times):
      MessageText(words(.wrongPINEntered), times > 1 ? words(.wrongInARow, times) : "")
    case .pinFailed(let reason): MessageText(words(.pinNotChecked), reason.capitalizedSentence)
    case .noTiles: MessageText(words(.noTiles), words(.addTile))
    case .configuration(let problems): Self.text(problems, words)
    }
  }

  private static func text(_ title: String, _ reason: Phrase, _ words: Words) -> MessageText {
    MessageText(title, "\(words(reason))\n\(words(.pleaseTell))")
  }

  private static func text(_ title: String, _ obstacle: Obstacle, _ words: Words) -> MessageText {
    switch obstacle {
    case .unreadableFile, .desktopEntry: text(title, .notSetUp, words)
    case .noBrowser: text(title, Phrase.noBrowser, words)
    case .powerNotAllowed, .told: MessageText(title, obstacle.text(in: words))
    }
  }

  /// What happened alone: where it is mended by itself, nobody has to do anything.
  private func withoutAdvice(in words: Words) -> MessageText {
    switch self {
    case .startFailed(let tile, _, _): MessageText(words(.cannotBeOpened, tile), words(.notSetUp))
    case .endedBadly(let tile, _, let reason):
      MessageText(words(.hasStopped, tile), reason.plainText(in: words))
    default: text(in: words)
    }
  }

  private static func text(
    _ title: String, _ reason: String, _ command: [String], _ words: Words
  ) -> MessageText {
    MessageText(title, "\(reason)\n\(words(.command, quoted(command)))")
  }

  private static func text(_ cause: MessageText, restartedIn seconds: Int, _ words: Words) -> MessageText {
    let again = words(.startedAgain, seconds)
    return MessageText(cause.title, cause.detail.isEmpty ? again : "\(again)\n\(cause.detail)")
  }

  /// The first line is the title.
  private static func text(announcement: String) -> MessageText {
    let lines = announcement.split(separator: "\n", maxSplits: 1)
    return MessageText(lines.first.map { String($0) } ?? "", lines.count > 1 ? String(lines[1]) : "")
  }

  private static func text(_ problems: [Diagnostic], _ words: Words) -> MessageText {
    // One problem is a sentence, several are a list.
    let mark = problems.count == 1 ? "" : "• "
    var lines = problems.prefix(shownProblems).map { mark + $0.text(in: words) }
    if problems.count > shownProblems { lines.append(words(.moreProblems, problems.count - shownProblems)) }
    return MessageText(words(.problems, problems.count), lines.joined(separator: "\n"))
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
