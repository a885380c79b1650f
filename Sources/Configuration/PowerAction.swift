/// What can be done to the machine as a whole.
public enum PowerAction: String, CaseIterable, Hashable, Sendable {
  /// It is switched off.
  case powerOff = "poweroff"
  /// It starts again.
  case reboot
  /// It sleeps until somebody wakes it.
  case suspend
}
