import Programs

/// Something that those are told who look after a kiosk or count what is used of it.
public enum Announcement: Hashable, Sendable {
  /// A tile was opened: its program was started or came back, its page is shown. `isAsked` says that somebody wanted
  /// that, and not the launcher by itself.
  case opened(tile: String, isAsked: Bool)
  /// A tile's program ended; `isFailure` says that it was neither asked to nor did so well.
  case closed(tile: String, ExitReason, isFailure: Bool)
  /// A tile's program did not start.
  case failed(tile: String)
  /// Nobody is there any more, as `[idle]` counts; or somebody is again.
  case idle(Bool)
  /// A visit is over that took so many seconds.
  case visitEnded(seconds: Double)
}
