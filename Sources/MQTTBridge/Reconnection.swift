/// The delays between attempts to reach a broker.
///
/// Each delay is a random part of a limit, and each limit twice the one before. Many kiosks that lose a
/// broker in one moment therefore come back one after the other, and all within `longest` seconds after its
/// return.
package struct Reconnection: Hashable, Sendable {
  /// The first limit and the last, in seconds.
  package static let (first, longest) = (8.0, 60.0)
  /// The least part of a limit. A kiosk at a broker that refuses it must not try without a pause.
  private static let least = 0.25

  private var limit = first

  package init() {}

  /// Returns the seconds until the next attempt.
  package mutating func delay(using generator: inout some RandomNumberGenerator) -> Double {
    defer { limit = min(limit * 2, Self.longest) }
    return Double.random(in: limit * Self.least...limit, using: &generator)
  }

  /// Begins with short delays again, after a connection that lasted.
  package mutating func reset() { limit = Self.first }
}
