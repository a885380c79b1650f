/// What a surface of ours is for.
enum SurfaceRole {
  /// The launcher's window.
  case window
  /// The strip that leads home.
  case strip
}
