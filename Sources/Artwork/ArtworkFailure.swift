/// Why there is no worker for artwork.
public enum ArtworkFailure: Error, Hashable, Sendable {
  /// The system has no descriptor left; `errno`.
  case noDescriptor(Int32)
  /// The system starts no thread; `errno`.
  case noThread(Int32)
}
