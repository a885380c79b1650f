/// How urgent a line is: the numbers of syslog(3), which journald reads from the `<n>` in front of a line.
public enum LogPriority: UInt8, Sendable, CaseIterable {
  /// LOG_ERR: something failed that somebody has to repair.
  case error = 3
  /// LOG_WARNING: not as it should be, worked around.
  case warning = 4
  /// LOG_NOTICE: rare and normal.
  case notice = 5
  /// LOG_INFO: normal.
  case info = 6
  /// LOG_DEBUG: for developers.
  case debug = 7
}
