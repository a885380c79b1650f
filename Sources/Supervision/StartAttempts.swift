/// How often, and how soon, a compositor is started again that ended before there was anything to see.
///
/// The compositor that ran before may still hold the screen for some seconds, and a graphics driver that is
/// just being loaded may not be there yet. What lasts longer is for the service manager to repeat and to count.
public struct StartAttempts: Hashable, Sendable {
  /// Seconds before the second start, the third, and so on; together about as long as a compositor needs to be killed.
  public static let pauses = [0.25, 0.5, 1, 2, 2, 2]
  /// From so many failures on the graphics driver is suspected.
  private static let failuresOfTheDriver = 3

  private var failures = 0

  /// No attempt yet.
  public init() {}

  /// A start failed; returns the seconds until the next, nil when there is none.
  public mutating func failed() -> Double? {
    failures += 1
    return Self.pauses.indices.contains(failures - 1) ? Self.pauses[failures - 1] : nil
  }

  /// Whether the next start should do without the graphics driver's own drawing.
  public var suspectsGraphics: Bool { failures >= Self.failuresOfTheDriver }
}
