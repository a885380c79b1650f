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

  /// What the button says that tries again what went wrong.
  static let englishTryAgain = "Try again"

  /// Title and detail on one line, for a journal.
  public var line: String {
    let words = detail.split(separator: "\n").joined(separator: "; ")
    return words.isEmpty ? title : "\(title): \(words)"
  }
}

extension Message {
  /// How many configuration problems fit on the screen; all of them are in the journal.
  private static let shownProblems = 4

  /// The message in English.
  public var english: MessageText {
    switch self {
    case .startFailed(let tile, let command, let failure):
      MessageText("“\(tile)” cannot be opened", "\(failure.english)\nCommand: \(Self.quoted(command))")
    case .endedBadly(let tile, let command, let reason):
      MessageText("“\(tile)” has stopped", "\(reason.english)\nCommand: \(Self.quoted(command))")
    case .nothingToOpen(let tile, let reason):
      MessageText("“\(tile)” cannot be opened", reason)
    case .opening(let tile):
      MessageText("Opening “\(tile)” …")
    case .unlimited(let tile, let reason):
      MessageText("“\(tile)” runs without its limits", reason.capitalizedSentence)
    case .restarting(let cause, let seconds): Self.restartingText(cause.english, seconds)
    case .timeIsUp(let tile): MessageText("The time for “\(tile)” is up")
    case .slow(let tile): MessageText("“\(tile)” takes longer than usual …")
    case .closed(let tile, let reason):
      MessageText("“\(tile)” was closed by the launcher", reason.english)
    case .power(let action): MessageText(Self.text(action))
    case .powerFailed(let action, let reason): MessageText(Self.failureText(action), reason)
    case .notAvailable(let tile):
      MessageText("“\(tile)” is not available now")
    case .stillThere(let seconds):
      MessageText(
        "Are you still there?",
        "Touch the screen to go on. Otherwise this ends in \(seconds) \(seconds == 1 ? "second" : "seconds")."
      )
    case .noTiles:
      MessageText("There are no tiles yet", "Add a [[tile]] to the configuration file to see it here.")
    case .configuration(let problems):
      Self.configurationText(problems)
    }
  }

  private static func restartingText(_ cause: MessageText, _ seconds: Int) -> MessageText {
    let again = "It is started again in \(seconds == 1 ? "a second" : "\(seconds) seconds")."
    return MessageText(cause.title, cause.detail.isEmpty ? again : "\(again)\n\(cause.detail)")
  }

  private static func text(_ action: PowerAction) -> String {
    switch action {
    case .powerOff: "Switching off …"
    case .reboot: "Starting again …"
    case .suspend: "Going to sleep …"
    }
  }

  private static func failureText(_ action: PowerAction) -> String {
    switch action {
    case .powerOff: "The machine cannot be switched off"
    case .reboot: "The machine cannot be started again"
    case .suspend: "The machine cannot go to sleep"
    }
  }

  private static func configurationText(_ problems: [Diagnostic]) -> MessageText {
    let title =
      problems.count == 1
      ? "The configuration has a problem" : "The configuration has \(problems.count) problems"
    // One problem is a sentence, several are a list.
    let mark = problems.count == 1 ? "" : "• "
    var lines = problems.prefix(shownProblems).map { mark + $0.description }
    if problems.count > shownProblems {
      lines.append("… and \(problems.count - shownProblems) more, see the journal")
    }
    return MessageText(title, lines.joined(separator: "\n"))
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
