/// Why a session is over.
public nonisolated enum SessionEnd: Hashable, Sendable {
  /// It was told to end.
  case asked
  /// Somebody wants a console instead: not to be started again.
  case console
  /// Compositor or launcher ended after there was something to see: start again.
  case lost
  /// There was never anything to see, in as many attempts as it makes.
  case neverSeen
  /// The system refuses what it needs.
  case refused
}
