import Freedesktop

/// What stands in the way of something that a tile or the launcher was asked to do.
public enum Obstacle: Hashable, Sendable {
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
