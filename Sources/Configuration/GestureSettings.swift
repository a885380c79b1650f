import Gestures

/// The `[gestures]` section: what fingers mean.
public struct GestureSettings: Hashable, Sendable {
  /// What each gesture does. One-finger swipes that are not here do what suits the carousel: see `GestureBindings`.
  public var bindings = Self.standardBindings
  /// Whether what a finger drags is drawn where the finger will be when the frame is seen, instead of where it was last
  /// reported.
  public var resampling = true

  /// What gestures do by default, except one-finger swipes, which depend on the carousel.
  public static let standardBindings: [GestureTrigger: ShellAction] =
    GestureTrigger.all.reduce(into: useful) { bindings, trigger in
      if case .swipe = trigger { return }
      bindings[trigger] = bindings[trigger] ?? ShellAction.none
    }

  /// Those that do something. Home takes what nobody does by accident to a tile; the system's page takes a whole hand.
  private static let useful: [GestureTrigger: ShellAction] = [
    .tap: .open,
    .edgeSwipe(.bottom): .home,
    .multiSwipe(fingers: 3, .up): .home,
    .multiSwipe(fingers: 3, .down): .home,
    .multiSwipe(fingers: 5, .down): .admin,
  ]

  /// Every key at its default.
  public init() {}
}
