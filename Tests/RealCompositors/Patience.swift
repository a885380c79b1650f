import Glibc

/// How long a test waits for other people's programs.
public enum Patience {
  /// Seconds until a wait fails. Starting takes half a second; a busy machine with sanitizers needs much
  /// more.
  public static let limit: Double = 60
  /// Microseconds between two looks.
  static let pause: UInt32 = 5000

  /// Seconds on the monotonic clock.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Looks again and again until `look` finds something.
  ///
  /// - Parameters:
  ///   - what: what is waited for, for the error's words.
  ///   - limit: seconds until the wait fails.
  ///   - look: answers nil as long as there is nothing.
  /// - Returns: what `look` found.
  /// - Throws: `CompositorFailure` after `limit`, and whatever `look` throws.
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
