import Gestures
import Geometry
import Programs
import Scene

/// What happened outside the shell.
public enum ShellEvent: Hashable, Sendable {
  /// The surface has this size in points, and so many pixels to a point.
  case resized(Size, scale: Double)
  /// Fingers (or a pressed pointer) did something.
  case touch(TouchFrame)
  /// A key did something.
  case key(KeyEvent)
  /// A wheel or a touchpad scrolled.
  case scroll(ScrollEvent)
  /// The launcher gained or lost the keyboard.
  case focus(Bool)
  /// The moment named by `Shell.deadline` has come.
  case deadline
  /// A picture's pixels are in the atlas; `size` is what it measures.
  case pictureReady(Picture, size: PixelSize)
  /// A program could not be started.
  case startFailed(ProgramID, StartFailure)
  /// A program that the shell had started ended.
  case ended(ProgramID, ExitReason)
}
