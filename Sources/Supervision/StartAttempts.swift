/// How often, and how soon, a compositor is started again that ended before there was anything to see.
///
/// The compositor that ran before may still hold the screen for some seconds, and a graphics driver that is
/// just being loaded may not be there yet. What lasts longer is for the service manager to repeat and to count.
public struct StartAttempts: Hashable, Sendable {
  /// Seconds before the second start, the third, and so on; together about as long as a compositor needs to be killed.
  public static let pauses = [0.25, 0.5, 1, 2, 2, 2]
  /// From so many failures on the graphics driver is suspected.
  private static let failuresOfTheDriver = 3

  /// Seconds that something is waited for that is known to be missing: at boot a message bus or a graphics card may be late.
  public static let obstaclePatience = 5.0
  /// Seconds between two looks for it.
  public static let lookPause = 0.5
  /// Seconds after which a compositor without a launcher in it may be one that waits for what is missing: cage stays when it was
  /// given no screen.
  public static let slowStart = 3.0

  private var failures = 0
  private var obstructedSince: Double?

  /// No attempt yet.
  public init() {}

  /// A start failed; returns the seconds until the next, nil when there is none.
  public mutating func failed() -> Double? {
    failures += 1
    return Self.pauses.indices.contains(failures - 1) ? Self.pauses[failures - 1] : nil
  }

  /// Something is missing without which no start succeeds; returns the seconds until the next look, nil when it has been waited for
  /// long enough.
  public mutating func obstructed(at time: Double) -> Double? {
    let since = obstructedSince ?? time
    obstructedSince = since
    return time - since < Self.obstaclePatience ? Self.lookPause : nil
  }

  /// Nothing is known to be missing.
  public mutating func isFree() { obstructedSince = nil }

  /// Whether the next start should do without the graphics driver's own drawing.
  public var suspectsGraphics: Bool { failures >= Self.failuresOfTheDriver }
}
