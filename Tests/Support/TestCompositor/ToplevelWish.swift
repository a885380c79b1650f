/// What a client has asked of another client's window (`zwlr_foreign_toplevel_handle_v1`), by the window's
/// number.
public enum ToplevelWish: Hashable, Sendable {
  /// To be in front.
  case activate(Int)
  /// To cover the screen.
  case setFullscreen(Int)
  /// To be seen again.
  case unsetMinimized(Int)
  /// No longer on the whole screen.
  case unsetFullscreen(Int)
  /// To close.
  case close(Int)
}
