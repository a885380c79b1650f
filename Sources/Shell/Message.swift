import Configuration
import Programs

/// Something to tell a person, as a value: what is said in which language is decided by whoever shows it.
public enum Message: Hashable, Sendable {
  /// A tile's program did not start.
  case startFailed(tile: String, command: [String], StartFailure)
  /// A tile's program ended as no program should.
  case endedBadly(tile: String, command: [String], ExitReason)
  /// A tile has nothing to open, and why.
  case nothingToOpen(tile: String, reason: String)
  /// A tile's program is being started.
  case opening(tile: String)
  /// There is no tile to show.
  case noTiles
  /// What is wrong with the configuration.
  case configuration([Diagnostic])
}
