import Programs
import Scene

/// A tile with everything looked up: what a visitor sees and what a tap starts.
public struct LauncherTile: Hashable, Sendable {
  /// What a tap does.
  public enum Action: Hashable, Sendable {
    /// Starts a program.
    case start(Command)
    /// Nothing, because something is missing: says what.
    case unavailable(String)
  }

  /// The name on its card.
  public var name: String
  /// The icon on its card; nil for initials.
  public var icon: IconSource?
  /// What a tap does.
  public var action: Action

  /// A tile from its parts.
  public init(name: String, icon: IconSource?, action: Action) {
    self.name = name
    self.icon = icon
    self.action = action
  }
}
