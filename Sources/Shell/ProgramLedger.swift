/// What is remembered of programs beyond those that run.
struct ProgramLedger: Hashable {
  /// Starts of a tile's program that nobody asked for, one after the other.
  struct Restarts: Hashable {
    /// How often in a row it has ended before it was healthy.
    var failures = 0
    /// When the next start is due.
    var due: Double?
    /// Whether it had the screen, and shall have it again.
    var hadScreen = true
  }

  /// By the tile's identifier.
  var restarts: [String: Restarts] = [:]
  /// Tiles whose program did not start or ended badly the last time.
  var failed: Set<String> = []

  /// Seconds until the first restart, and the most until a later one: each waits twice as long as the one before.
  static let firstDelay = 1.0
  static let longestDelay = 60.0
  /// A program that has run for so many seconds was healthy: what it did before is forgotten.
  static let healthyTime = 60.0

  /// Notes that a program ended after `seconds` and is to be started again; returns the seconds until then.
  mutating func planRestart(of tile: String, after seconds: Double, at time: Double, hadScreen: Bool)
    -> Double
  {
    var restarts = restarts[tile] ?? Restarts()
    restarts.failures = seconds >= Self.healthyTime ? 1 : restarts.failures + 1
    var delay = Self.firstDelay
    for _ in 1..<max(1, restarts.failures) where delay < Self.longestDelay { delay *= 2 }
    delay = min(delay, Self.longestDelay)
    restarts.due = time + delay
    restarts.hadScreen = hadScreen
    self.restarts[tile] = restarts
    return delay
  }

  /// A program is started, by whomever.
  mutating func started(_ tile: String, takesScreen: Bool, keeping kept: String?) {
    restarts[tile]?.due = nil
    failed.remove(tile)
    if takesScreen { callOff(except: kept) }
  }

  /// What was to have the screen again shall not, because a visitor wants something else.
  mutating func callOff(except kept: String?) {
    for (tile, restarts) in restarts where restarts.hadScreen && tile != kept {
      self.restarts[tile]?.due = nil
    }
  }

  /// The earliest restart.
  var due: Double? {
    var earliest = Double.infinity
    for restarts in restarts.values { earliest = min(earliest, restarts.due ?? .infinity) }
    return earliest < .infinity ? earliest : nil
  }
}
