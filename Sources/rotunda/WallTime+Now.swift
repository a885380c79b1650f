import Glibc
import Shell

extension WallTime {
  /// What clocks in this machine's time zone show now.
  static var now: WallTime {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var seconds = now.tv_sec
    var parts = tm()
    // The zone may have been changed since the last time.
    tzset()
    localtime_r(&seconds, &parts)
    return WallTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      weekday: Int(parts.tm_wday), hour: Int(parts.tm_hour), minute: Int(parts.tm_min),
      second: Double(parts.tm_sec) + Double(now.tv_nsec) / 1e9)
  }
}
