/// A client's request for another client's window (`zwlr_foreign_toplevel_handle_v1`), with the window's
/// number.
public enum ToplevelWish: Hashable, Sendable {
  /// Raise the window.
  case activate(Int)
  /// Make it cover the screen.
  case setFullscreen(Int)
  /// Make it fill the screen except for the surfaces at the edges.
  case setMaximized(Int)
  /// Restore it from the minimized state.
  case unsetMinimized(Int)
  /// A request to leave fullscreen.
  case unsetFullscreen(Int)
  /// Close it.
  case close(Int)
}
