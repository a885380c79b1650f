import Gestures
import Wayland

/// What happens to the launcher's window.
public nonisolated enum WindowEvent: Sendable {
  /// It has a size now, or another one. Resize what draws into it; a `.frame` follows.
  case configured(WindowConfiguration)
  /// Fingers, or the pointer with its button held, which is a finger of id `PointerGatherer.contact`.
  case touch(TouchFrame)
  /// A key that has a use.
  case key(KeyEvent)
  /// A wheel or a touchpad.
  case scroll(ScrollEvent)
  /// Time to draw what will be seen at `predictedPresentation`, in seconds of CLOCK_MONOTONIC, and to hand it
  /// over with `FrameClock.present`.
  case frame(predictedPresentation: Double)
  /// A finger came in from the strip along an edge, while a program covered the window.
  case stripSwiped(Edge)
  /// Whether the keyboard speaks to it, and so whether it is in front as far as a compositor tells.
  case focus(Bool)
  /// Somebody asks it to close.
  case closed
  /// The compositor is gone, and no other event follows.
  case disconnected(ConnectionError)
}
