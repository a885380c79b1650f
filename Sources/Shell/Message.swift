import Configuration
import Freedesktop
import Programs

/// A message for a person, as a value. The screen that shows it chooses the language.
package enum Message: Hashable, Sendable {
  /// A tile's program did not start.
  case startFailed(tile: String, command: [String], StartFailure)
  /// A tile's program ended unexpectedly.
  case endedBadly(tile: String, command: [String], ExitReason)
  /// A tile's program ended with an error long after its start.
  case endedWithFault(tile: String)
  /// A tile has nothing to open, for a reason.
  case nothingToOpen(tile: String, Obstacle)
  /// A tile's program starts.
  case opening(tile: String)
  /// A tile's program runs without the limits that its tile sets, for a reason.
  case unlimited(tile: String, reason: String)
  /// A tile's program ended or did not start, and the launcher starts it again after a number of seconds.
  indirect case restarting(because: Message, seconds: Int)
  /// A tile's program has reached its time limit.
  case timeIsUp(tile: String)
  /// A tile's program has no window yet.
  case slow(tile: String)
  /// A tile's program does not respond, and the launcher starts it again.
  case hung(tile: String)
  /// A tile's program ended because the launcher asked it to.
  case closed(tile: String, ExitReason)
  /// The machine is about to turn off, reboot or sleep.
  case power(PowerAction)
  /// The machine cannot turn off, reboot or sleep, for a reason.
  case powerFailed(PowerAction, Obstacle)
  /// A tile is unavailable at this hour, or with the present facts.
  case notAvailable(tile: String)
  /// A scanned code has no effect here.
  case unknownCode
  /// A tile opens only with a code.
  case codeNeeded(tile: String)
  /// Asks an idle visitor whether they are still there. The visit ends after a number of seconds.
  case stillThere(seconds: Int)
  /// An operator's text.
  case announcement(String)
  /// A refused change or save, and the reason, for the operator who made it.
  case notEdited(reason: String)
  /// News of content from a USB stick, for the operator who brought it.
  case content(ContentNews)
  /// An action needs a PIN, and none is set.
  case noPIN
  /// A wrong PIN was entered; the value counts consecutive failures.
  case wrongPIN(times: Int)
  /// A PIN could not be checked, for a reason.
  case pinFailed(reason: String)
}

extension Message {
  /// The seconds left to answer a question; nil for other messages.
  var secondsLeft: Int? { if case .stillThere(let seconds) = self { seconds } else { nil } }
}

/// The reason why a tile or the launcher cannot do something.
package enum Obstacle: Hashable, Sendable {
  /// A page's file is missing or invalid.
  case unreadableFile(String)
  /// No browser is installed.
  case noBrowser
  /// The application's desktop entry is unusable.
  case desktopEntry(DesktopEntryError)
  /// The configuration does not let the launcher turn the machine off.
  case powerNotAllowed
  /// A text from the system.
  case told(String)
}
