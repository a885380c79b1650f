/// How fast a held key counts again, as `wl_keyboard.repeat_info` says.
struct KeyRepeat: Hashable {
  /// Seconds from the press to the first repeat.
  private(set) var delay = 0.4
  /// Seconds between repeats; nil when keys do not repeat. 0.4 s and 25 per second are what wlroots and weston
  /// default to.
  private(set) var interval: Double? = 1.0 / 25

  /// More repeats per second are nonsense.
  private static let fastest: Int32 = 100
  /// A longer delay means never to anybody who holds a key, in milliseconds.
  private static let longestDelay: Int32 = 10_000

  init() {}

  /// `rate` in repeats per second, 0 for none; `delay` in milliseconds.
  init(rate: Int32, delay: Int32) {
    interval = rate > 0 ? 1 / Double(min(rate, Self.fastest)) : nil
    self.delay = Double(min(max(0, delay), Self.longestDelay)) / 1000
  }

  /// When the next repeat is due after one that was due at `time`: late repeats are skipped, not made up for.
  func next(after time: Double, now: Double) -> Double? {
    interval.map { max(time + $0, now) }
  }
}
