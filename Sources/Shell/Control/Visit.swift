/// What is known of visits: one begins when somebody does something, and is over when nobody has for long.
struct Visit: Hashable {
  /// Seconds without anybody after which whoever comes is somebody else; nil where nobody counts visits.
  var gap: Double?
  /// Whether nobody is there, as `[idle]` counts, and that was told.
  var isIdle = false
  private var start: Double?
  private var latest = 0.0

  /// Somebody did something; returns how long the visit before took, if this is another one.
  ///
  /// - Parameter isBusy: whether a program had the screen meanwhile, in which touches are not always seen.
  mutating func somebody(at time: Double, isBusy: Bool) -> Double? {
    guard let gap else { return nil }
    let isOver = start != nil && !isBusy && time - latest > gap
    let length = isOver ? end() : nil
    if start == nil { start = time }
    latest = max(latest, time)
    return length
  }

  /// Nobody has been there since `time`.
  mutating func nobody(since time: Double) -> Double? {
    guard start != nil else { return nil }
    latest = max(latest, time)
    return end()
  }

  private mutating func end() -> Double? {
    defer { start = nil }
    return start.map { max(0, latest - $0) }
  }
}
