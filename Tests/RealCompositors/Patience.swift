import Glibc

/// Time-outs for other programs.
public enum Patience {
  /// Seconds until a wait fails. A start takes half a second, but much longer on a busy machine with
  /// sanitizers.
  public static let limit: Double = 60
  /// Microseconds between two checks.
  static let pause: UInt32 = 5000

  /// Seconds on the monotonic clock.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Calls `look` until it returns a value.
  ///
  /// - Parameters:
  ///   - what: The awaited event, for the error message.
  ///   - limit: Seconds until the wait fails.
  ///   - look: Returns nil until the event has happened.
  /// - Returns: The value from `look`.
  /// - Throws: `CompositorFailure` after `limit`, and all errors of `look`.
  public static func wait<Found>(
    for what: @autoclosure () -> String, limit: Double = Patience.limit, until look: () throws -> Found?
  ) throws -> Found {
    let end = now + limit
    while true {
      if let found = try look() { return found }
      guard now < end else { throw CompositorFailure("waited \(limit) s for \(what())") }
      usleep(pause)
    }
  }
}
