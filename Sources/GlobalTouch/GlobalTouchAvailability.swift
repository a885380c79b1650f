/// Whether touches can be seen beside the compositor.
public nonisolated enum GlobalTouchAvailability: Hashable, Sendable {
  /// Nobody has looked yet.
  case unknown
  /// So many touch panels are read.
  case available(panels: Int)
  /// There is no touch panel; one that is plugged in is found.
  case noPanels
  /// There are touch panels, and none of them may be read.
  case forbidden
  /// libinput does not work here.
  case broken

  /// Whether touches can come.
  public var isAvailable: Bool {
    if case .available = self { true } else { false }
  }
}
