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
  /// A tile has nothing to open, and why.
  case nothingToOpen(tile: String, Obstacle)
  /// A tile's program is being started.
  case opening(tile: String)
  /// A tile's program runs without the limits that its tile names, and why.
  case unlimited(tile: String, reason: String)
  /// A tile's program ended or did not start, and is started again in so many seconds.
  indirect case restarting(because: Message, seconds: Int)
  /// A tile's program has had all the time that it may have.
  case timeIsUp(tile: String)
  /// A tile's program has no window yet.
  case slow(tile: String)
  /// A tile's program ended because the launcher asked it to.
  case closed(tile: String, ExitReason)
  /// The machine is about to be switched off, started again or sent to sleep.
  case power(PowerAction)
  /// The machine is not, and why.
  case powerFailed(PowerAction, Obstacle)
  /// A tile cannot be opened at this hour, or as things are.
  case notAvailable(tile: String)
  /// A code was scanned that does nothing here.
  case unknownCode
  /// A tile opens only with a code.
  case codeNeeded(tile: String)
  /// Asks an idle visitor whether they are still there; the visit ends in so many seconds.
  case stillThere(seconds: Int)
  /// What an operator has to say.
  case announcement(String)
  /// A refused change or save, and the reason, for the operator who made it.
  case notEdited(reason: String)
  /// An action needs a PIN, and none is set.
  case noPIN
  /// A wrong PIN was entered; the value counts consecutive failures.
  case wrongPIN(times: Int)
  /// A PIN could not be checked, and why.
  case pinFailed(reason: String)
}

extension Message {
  /// The seconds that a question says are left to answer it; nil for other messages.
  var secondsLeft: Int? { if case .stillThere(let seconds) = self { seconds } else { nil } }
}

/// The reason why a tile or the launcher cannot do something.
package enum Obstacle: Hashable, Sendable {
  /// A page's file is not there, or is none.
  case unreadableFile(String)
  /// There is nothing that opens pages of the web.
  case noBrowser
  /// The application's desktop entry is of no use.
  case desktopEntry(DesktopEntryError)
  /// The configuration does not let the launcher switch the machine off.
  case powerNotAllowed
  /// In the system's own words.
  case told(String)
}
