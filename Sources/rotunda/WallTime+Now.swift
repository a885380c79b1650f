import Glibc
import Shell

extension WallTime {
  /// What clocks in this machine's time zone show now.
  static var now: WallTime {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return WallTime(now)
  }

  /// The time of a preview: what `SOURCE_DATE_EPOCH` says, in seconds since 1970, as for all that is to be made alike again
  /// (reproducible-builds.org), else now.
  static var preview: WallTime {
    guard let text = getenv("SOURCE_DATE_EPOCH"), let seconds = Int(String(cString: text)),
      (0...253_402_300_799).contains(seconds)
    else { return now }
    return WallTime(timespec(tv_sec: seconds, tv_nsec: 0))
  }

  private init(_ now: timespec) {
    var seconds = now.tv_sec
    var parts = tm()
    // The zone may have been changed since the last time.
    tzset()
    localtime_r(&seconds, &parts)
    self.init(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      weekday: Int(parts.tm_wday), hour: Int(parts.tm_hour), minute: Int(parts.tm_min),
      second: Double(parts.tm_sec) + Double(now.tv_nsec) / 1e9)
  }
}
