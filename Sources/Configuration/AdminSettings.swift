/// The `[admin]` section: how whoever looks after the machine gets to it, past its visitors.
public struct AdminSettings: Hashable, Sendable {
  /// What is known of the PIN.
  public var pin = PINSetting.none
  /// The file that `pin` was to come from; nil where the configuration names none.
  public var pinFile: String?
  /// The corner that is pressed to be asked for the PIN; nil for none.
  public var corner: ScreenCorner? = .topLeft
  /// How often it has to be pressed; within `pressesRange`.
  public var presses = 5
  /// Within how many seconds; within `timeRange`.
  public var time = 3.0
  /// Whether the digits stand in another order every time.
  public var shufflesDigits = false
  /// Whether the system's page can be seen where there is no PIN.
  public var showsPageWithoutPIN = false
  /// Whether the system's page offers to leave the kiosk for a login on the console.
  public var allowsConsole = false

  /// Fewer presses happen by accident, more are miscounted.
  public static let pressesRange = 3...20
  /// Shorter, and nobody can; longer, and visitors press it together.
  public static let timeRange = 0.5...30.0

  /// Every key at its default.
  public init() {}
}

/// What is known of the PIN.
public enum PINSetting: Hashable, Sendable {
  /// There is none.
  case none
  /// What a PIN has to match.
  case hash(PINHash)
  /// There should be one, and it is not known: what needs it stays closed.
  case unknown
}

/// A corner of the screen.
public enum ScreenCorner: String, CaseIterable, Hashable, Sendable {
  /// Above, at the left.
  case topLeft = "top-left"
  /// Above, at the right.
  case topRight = "top-right"
  /// Below, at the left.
  case bottomLeft = "bottom-left"
  /// Below, at the right.
  case bottomRight = "bottom-right"
}
