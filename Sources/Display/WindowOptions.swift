import RotundaGeometry

/// What a window is asked to be.
public nonisolated struct WindowOptions: Hashable, Sendable {
  /// Covers the screen; else a window that the compositor places.
  public var isFullscreen: Bool
  /// The size of a window that does not cover the screen, in points, where the compositor leaves it open.
  public var size: Size
  /// What a task switcher shows.
  public var title: String
  /// What compositors' rules match on.
  public var appID: String

  /// The launcher's own name for compositors.
  public static let defaultAppID = "rotunda"
  /// What a window is when neither the compositor nor an output says, in points: the size of cage's headless output.
  public static let defaultSize = Size(1280, 720)

  /// Options, the launcher's by default.
  public init(
    isFullscreen: Bool = true, size: Size = defaultSize, title: String = "Rotunda",
    appID: String = defaultAppID
  ) {
    self.isFullscreen = isFullscreen
    self.size = size
    self.title = title
    self.appID = appID
  }
}
