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
  /// All items on an ellipse that lies flat, each facing the viewer; perspective makes the far ones small.
  case ring
  /// The same without perspective: far items are scaled down and stand higher.
  case scaledRing = "scaled-ring"
  /// On an ellipse that lies flat, seen from outside, every item turned with it.
  case ellipse
  /// The same, seen from inside.
  case invertedEllipse = "inverted-ellipse"
  /// Fanned out on a circle in the screen's plane.
  case radial
  /// On a line that recedes to both sides of the centre.
  case receding
  /// Where a table of keyframes, or a function, puts them.
  case custom
}
