import CLinux
import CSystemd
import Glibc

/// A point in time that can be moved as often as one likes, at no more cost than a comparison.
package final class Deadline: EventSource {
  /// How late the kernel may be, in microseconds, so that it can serve several deadlines with one wake-up.
  private static let toleranceMicroseconds: UInt64 = 1000
  private let handler: () -> Void
  /// When it is due, in seconds of `EventLoop.now`; nil when it is not set.
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

  /// Due once at `time` (at once when that is past), or not at all when nil, infinite or no number.
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
  /// A deadline that is not set yet and calls `handler` each time it comes due.
  package func addDeadline(handler: @escaping () -> Void) throws(EventLoopError) -> Deadline {
    let deadline = Deadline(loop: self, handler: handler)
    try deadline.open(self)
    return deadline
  }

  /// Calls `body` once, from the loop, after so many seconds; never where the kernel gives the loop nothing
  /// to wait with.
  package func after(_ seconds: Double, _ body: @escaping () -> Void) {
    var deadline: Deadline?
    deadline = try? addDeadline {
      deadline?.cancel()
      // It holds this closure.
      deadline = nil
      body()
    }
    deadline?.set(EventLoop.now + seconds)
  }
}

/// The local time of day and week, and a call when a minute of it has come.
///
/// The call also comes when the clock was set, when the machine has slept, and when its time zone is another:
/// nothing that is due by the wall's clock is missed, and a listener that looks at what time it is does
/// nothing twice.
package final class WallClock {
  /// It is another time than was to be expected, or the minute waited for.
  package var onChange: ((Reading) -> Void)?

  /// What the clock showed.
  package nonisolated struct Reading: Hashable, Sendable {
    /// The minute of the week in local time; Monday at midnight is 0.
    package var minuteOfWeek: Int
    /// Seconds that the machine has slept since the last reading.
    package var slept: Double
  }

  private let timer: Int32
  private var source: DescriptorSource?
  private let zone: PathWatch
  private var awaited: Int?
  private var sleep = WallClock.timeAsleep
  private var dueSecond = WallClock.farAway

  /// What decides about the time zone where no variable does (localtime(5)).
  private static let zoneFile = "/etc/localtime"
  /// A second that never comes, and fits into everything: the year 2200.
  private static let farAway: Int64 = 7_258_118_400
  private static let minutesPerWeek = 10_080
  /// Clocks may differ by that much although the machine has not slept, in seconds: they are read one after
  /// the other.
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

  /// The minute of the week in local time now.
  package var minuteOfWeek: Int { Self.minuteOfWeek(Glibc.time(nil)) }

  /// Calls when it is that minute of the week the next time; nil waits for none.
  package func wait(for minute: Int?) {
    guard minute != awaited else { return }
    awaited = minute
    arm()
  }

  private func check() {
    var count: UInt64 = 0
    // An error says that the clock was set; either way the answer is to look at it.
    _ = read(timer, &count, MemoryLayout<UInt64>.size)
    let asleep = Self.timeAsleep
    let slept = asleep - sleep
    sleep = asleep
    awaited = nil
    arm()
    onChange?(Reading(minuteOfWeek: minuteOfWeek, slept: slept > Self.jitter ? slept : 0))
  }

  /// Always set, so that a clock that is set is noticed.
  private func arm() {
    dueSecond = awaited.map { Self.second(of: $0, after: Glibc.time(nil)) } ?? Self.farAway
    _ = clinux_set_wall_timer(timer, dueSecond)
  }

  /// Seconds that the machine has slept since it was started.
  private static var timeAsleep: Double {
    var (boot, awake) = (timespec(), timespec())
    clock_gettime(CLOCK_BOOTTIME, &boot)
    clock_gettime(CLOCK_MONOTONIC, &awake)
    return Double(boot.tv_sec - awake.tv_sec) + Double(boot.tv_nsec - awake.tv_nsec) / 1e9
  }

  private static func local(_ second: time_t) -> tm {
    var second = second
    // Unlike its sibling for threads, this one looks whether the zone is another.
    return localtime(&second)?.pointee ?? tm()
  }

  private static func minuteOfWeek(_ second: time_t) -> Int {
    let local = local(second)
    // Weeks of C begin on Sunday.
    return (Int(local.tm_wday) + 6) % 7 * 1440 + Int(local.tm_hour) * 60 + Int(local.tm_min)
  }

  /// The second at which it is that minute of the week the next time, by the calendar: days on which a clock
  /// is put forward or back have other lengths.
  static func second(of minute: Int, after now: time_t) -> Int64 {
    var date = local(now)
    let distance = (minute - minuteOfWeek(now)) % minutesPerWeek
    let ahead = distance > 0 ? distance : distance + minutesPerWeek
    date.tm_min += Int32(ahead)
    date.tm_sec = 0
    // An hour that comes twice has that minute twice, and winter's may still be to come when summer's is
    // meant.
    let candidates = [Int32(-1), 0, 1].map { summer in
      var date = date
      date.tm_isdst = summer
      return mktime(&date)
    }
    let due = candidates.filter { $0 > now && minuteOfWeek($0) == minute }.min()
    return Int64(due ?? turn(after: now, until: candidates.max() ?? now))
  }

  /// The second at which the clock is put forward, for minutes that are left out by that: with it they are
  /// over.
  private static func turn(after now: time_t, until end: time_t) -> time_t {
    let offset = local(now).tm_gmtoff
    // Nothing is known of such a minute: look again in a minute.
    guard end > now, local(end).tm_gmtoff != offset else { return now + 60 }
    var (before, after) = (now, end)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if local(middle).tm_gmtoff == offset { before = middle } else { after = middle }
    }
    return after
  }
}
