import Configuration
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

  /// Tells tiles apart, also after the configuration was read again.
  public var id: String
  /// The name on its card.
  public var name: String
  /// The icon on its card; nil for initials.
  public var icon: IconSource?
  /// What a tap does.
  public var action: Action
  /// What becomes of its program when its visitor goes home.
  public var onHome: Tile.OnHome

  /// A tile from its parts. Without an `id` its name tells it apart.
  public init(
    id: String? = nil, name: String, icon: IconSource?, action: Action, onHome: Tile.OnHome = .close
  ) {
    self.id = id ?? name
    self.name = name
    self.icon = icon
    self.action = action
    self.onHome = onHome
  }
}
