import Programs
import Scene

/// What the shell wants done outside.
public enum ShellEffect: Hashable, Sendable {
  /// Start a program; answer with `startFailed` or, when it has ended, `ended`.
  case start(ProgramID, Command)
  /// Draw a picture, the lowest order first; answer with `pictureReady`.
  case draw(Picture, order: Int)
  /// Bring the launcher's window to the front.
  case comeForward
  /// Tell the journal.
  case report(Message)
}
