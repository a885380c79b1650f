/// How much may be asked for in a while: a bucket of tokens that fills by and by (the token bucket of RFC 2698, section 3, with
/// one rate).
nonisolated struct RateLimit: Hashable {
  /// Tokens that there are at most, and that come back each second.
  ///
  /// Enough for a person and for a program that looks every second; what starts something costs more.
  static let (capacity, perSecond) = (40.0, 10.0)
  /// What a method takes.
  static func cost(of method: String) -> Double {
    switch method {
    case "Open", "Reload", "Screenshot": 8
    case "Home", "ShowMessage", "Blank", "Unblank": 4
    default: 1
    }
  }

  private var tokens = capacity
  private var latest = -Double.infinity

  /// Takes what a method costs; false when there is not as much at `time`, in seconds.
  mutating func admits(_ method: String, at time: Double) -> Bool {
    if time > latest {
      if latest > -.infinity { tokens = min(Self.capacity, tokens + (time - latest) * Self.perSecond) }
      latest = time
    }
    let cost = Self.cost(of: method)
    guard tokens >= cost else { return false }
    tokens -= cost
    return true
  }
}
