/// The gestures that compete for a touch sequence.
public struct Recognizers: OptionSet, Hashable, Sendable {
  /// One bit per gesture.
  public var rawValue: UInt16

  /// The gestures of these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// One finger, short, inside the slop.
  public static let tap = Recognizers(rawValue: 1 << 0)
  /// Two taps in a row. With it every single tap waits for the second, so it is on only when it does something.
  public static let doubleTap = Recognizers(rawValue: 1 << 1)
  /// One finger at rest.
  public static let longPress = Recognizers(rawValue: 1 << 2)
  /// One finger that rests first and moves then.
  public static let longPressDrag = Recognizers(rawValue: 1 << 3)
  /// A finger that moves.
  public static let drag = Recognizers(rawValue: 1 << 4)
  /// A finger that comes in from one of the recogniser's edges.
  public static let edgeSwipe = Recognizers(rawValue: 1 << 5)
  /// Two fingers that move apart or together.
  public static let pinch = Recognizers(rawValue: 1 << 6)
  /// Two fingers that turn around each other; told as a pinch.
  public static let rotation = Recognizers(rawValue: 1 << 7)
  /// Two fingers that move the same way. With it they do not drag.
  public static let twoFingerSwipe = Recognizers(rawValue: 1 << 8)
  /// Three to five fingers that move the same way.
  public static let multiSwipe = Recognizers(rawValue: 1 << 9)
  /// Two to five fingers, short, inside the slop.
  public static let multiTap = Recognizers(rawValue: 1 << 10)
  /// Two to five fingers at rest, as many as `longPressFingers` of the recogniser says.
  public static let multiLongPress = Recognizers(rawValue: 1 << 11)

  /// What a touchscreen's user expects without being told.
  public static let standard: Recognizers = [.tap, .longPress, .drag, .edgeSwipe, .pinch, .multiSwipe]
  /// All of them.
  public static let all: Recognizers = [
    .standard, .doubleTap, .longPressDrag, .rotation, .twoFingerSwipe, .multiTap, .multiLongPress,
  ]

  /// What a second finger leaves in the race.
  static let ofTwoFingers: Recognizers = [
    .drag, .pinch, .rotation, .twoFingerSwipe, .multiSwipe, .multiTap, .multiLongPress,
  ]
  /// What a third finger leaves in the race.
  static let ofManyFingers: Recognizers = [.multiSwipe, .multiTap, .multiLongPress]
}
