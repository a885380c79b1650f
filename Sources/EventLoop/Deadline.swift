import CLinux
import CSystemd
import Glibc

/// A timer that can be moved often: setting the same time again costs only a comparison.
package final class Deadline: EventSource {
  /// The delay that the kernel may add, in microseconds: it then serves several deadlines with one wake-up.
  private static let toleranceMicroseconds: UInt64 = 1000
  private let handler: () -> Void
  /// The due time, in seconds of `EventLoop.now`; nil if not set.
  package private(set) var time: Double?

  fileprivate init(loop: EventLoop, handler: @escaping () -> Void) {
    self.handler = handler
    super.init(loop: loop)
  }

  fileprivate func open(_ loop: EventLoop) throws(EventLoopError) {
    try open("create a timer") { source, userData in
      sd_event_add_time(
        loop.handle, source, CLOCK_MONOTONIC, Microseconds.never, Self.toleranceMicroseconds,
        { _, _, userData in EventSource.enterFiring(userData) }, userData)
    }
    sd_event_source_set_enabled(raw, Int32(SD_EVENT_OFF))
  }

  /// Sets the due time; a past time fires at once. Nil, infinity and NaN unset the deadline. Fires once.
  package func set(_ time: Double?) {
    let time = time.flatMap { $0 < .infinity ? $0 : nil }
    guard time != self.time else { return }
    self.time = time
    guard let time else {
      sd_event_source_set_enabled(raw, Int32(SD_EVENT_OFF))
      return
    }
    sd_event_source_set_time(raw, Microseconds.from(time))
    sd_event_source_set_enabled(raw, Int32(SD_EVENT_ONESHOT))
  }

  override func fire() {
    time = nil
    handler()
  }
}

extension EventLoop {
  /// Adds an unset deadline that calls `handler` each time it comes due.
  package func addDeadline(handler: @escaping () -> Void) throws(EventLoopError) -> Deadline {
    let deadline = Deadline(loop: self, handler: handler)
    try deadline.open(self)
    return deadline
  }

  /// Calls `body` once, from the loop, after `seconds`. Does nothing if the loop cannot create a timer.
  package func after(_ seconds: Double, _ body: @escaping () -> Void) {
    var deadline: Deadline?
    deadline = try? addDeadline {
      deadline?.cancel()
      // The deadline holds this closure.
      deadline = nil
      body()
    }
    deadline?.set(EventLoop.now + seconds)
  }
}

/// The local time of day and week, with a callback at a given minute.
///
/// The callback also comes after the clock is set, after the machine sleeps, and after the time zone changes.
/// The listener therefore misses nothing. It must compare times itself to avoid acting twice.
package final class WallClock {
  /// Called when the awaited minute arrives, or the clock jumps.
  package var onChange: ((Reading) -> Void)?

  /// A reading of the clock.
  package nonisolated struct Reading: Hashable, Sendable {
    /// The minute of the week in local time; 0 is Monday at midnight.
    package var minuteOfWeek: Int
    /// The seconds that the machine slept since the last reading.
    package var slept: Double
  }

  private let timer: Int32
  private var source: DescriptorSource?
  private let zone: PathWatch
  private var awaited: Int?
  private var sleep = WallClock.timeAsleep
  private var dueSecond = WallClock.farAway

  /// The file that sets the time zone when `TZ` does not (localtime(5)).
  private static let zoneFile = "/etc/localtime"
  /// A second far in the future that fits all types: the year 2200.
  private static let farAway: Int64 = 7_258_118_400
  private static let minutesPerWeek = 10_080
  /// The tolerated difference between the clocks in seconds: they are read one after the other, so they
  /// differ slightly even without sleep.
  private static let jitter = 0.05

  package init(loop: EventLoop) throws(EventLoopError) {
    timer = clinux_wall_timer()
    guard timer >= 0 else { throw EventLoopError("make a timer", errno: errno) }
    zone = try PathWatch(loop: loop)
    zone.observe(files: [Self.zoneFile])
    zone.onChange = { [weak self] in self?.check() }
    source = try loop.addDescriptor(timer, owned: true) { [weak self] _ in self?.check() }
    arm()
  }

  /// The current minute of the week in local time.
  package var minuteOfWeek: Int { Self.minuteOfWeek(Glibc.time(nil)) }

  /// Requests `onChange` at the next occurrence of `minute`; nil requests none.
  package func wait(for minute: Int?) {
    guard minute != awaited else { return }
    awaited = minute
    arm()
  }

  private func check() {
    var count: UInt64 = 0
    // An error means that the clock was set. Either way, read the clock again.
    _ = read(timer, &count, MemoryLayout<UInt64>.size)
    let asleep = Self.timeAsleep
    let slept = asleep - sleep
    sleep = asleep
    awaited = nil
    arm()
    onChange?(Reading(minuteOfWeek: minuteOfWeek, slept: slept > Self.jitter ? slept : 0))
  }

  /// Arms the timer even without an awaited minute: it also detects that the clock was set.
  private func arm() {
    dueSecond = awaited.map { Self.second(of: $0, after: Glibc.time(nil)) } ?? Self.farAway
    _ = clinux_set_wall_timer(timer, dueSecond)
  }

  /// The seconds that the machine has slept since boot.
  private static var timeAsleep: Double {
    var (boot, awake) = (timespec(), timespec())
    clock_gettime(CLOCK_BOOTTIME, &boot)
    clock_gettime(CLOCK_MONOTONIC, &awake)
    return Double(boot.tv_sec - awake.tv_sec) + Double(boot.tv_nsec - awake.tv_nsec) / 1e9
  }

  private static func local(_ second: time_t) -> tm {
    var second = second
    // Unlike `localtime_r`, `localtime` checks whether the time zone changed.
    return localtime(&second)?.pointee ?? tm()
  }

  private static func minuteOfWeek(_ second: time_t) -> Int {
    let local = local(second)
    // Weeks in C begin on Sunday.
    return (Int(local.tm_wday) + 6) % 7 * 1440 + Int(local.tm_hour) * 60 + Int(local.tm_min)
  }

  /// The second when `minute` of the week next begins. Computed by the calendar, because days with a clock
  /// change have other lengths.
  static func second(of minute: Int, after now: time_t) -> Int64 {
    var date = local(now)
    let distance = (minute - minuteOfWeek(now)) % minutesPerWeek
    let ahead = distance > 0 ? distance : distance + minutesPerWeek
    date.tm_min += Int32(ahead)
    date.tm_sec = 0
    // A repeated hour has the minute twice. The standard-time one may still be ahead when the summer-time one
    // is past.
    let candidates = [Int32(-1), 0, 1].map { summer in
      var date = date
      date.tm_isdst = summer
      return mktime(&date)
    }
    let due = candidates.filter { $0 > now && minuteOfWeek($0) == minute }.min()
    return Int64(due ?? turn(after: now, until: candidates.max() ?? now))
  }

  /// The second when the clock jumps forward past a minute that it skips: that minute is then over.
  private static func turn(after now: time_t, until end: time_t) -> time_t {
    let offset = local(now).tm_gmtoff
    // The skipped minute cannot be located: look again in a minute.
    guard end > now, local(end).tm_gmtoff != offset else { return now + 60 }
    var (before, after) = (now, end)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if local(middle).tm_gmtoff == offset { before = middle } else { after = middle }
    }
    return after
  }
}
