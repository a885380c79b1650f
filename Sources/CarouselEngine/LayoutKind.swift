/// The built-in arrangements of items, by the names that a configuration file uses.
public enum LayoutKind: String, CaseIterable, Hashable, Sendable {
  /// Side by side on a line.
  case linear
  /// On a circle, seen from outside, every item facing the viewer.
  case rotary
  /// On a circle, seen from inside, every item facing the viewer.
  case invertedRotary = "inverted-rotary"
  /// On the outside of a drum.
  case cylinder
  /// On the inside of a drum.
  case invertedCylinder = "inverted-cylinder"
  /// On the rim of a wheel that turns in the screen's plane.
  case wheel
  /// On the rim of a wheel whose hub lies above.
  case invertedWheel = "inverted-wheel"
  /// Tilted to both sides of a centred item.
  case coverFlow = "cover-flow"
  /// Cover flow whose tilt follows the direction of the scroll.
  case coverFlow2 = "cover-flow-2"
  /// A queue into the distance.
  case timeMachine = "time-machine"
  /// A queue from the distance past the viewer.
  case invertedTimeMachine = "inverted-time-machine"
}
