/// What the system's page can have done.
enum SystemControl: CaseIterable, Hashable {
  /// The launcher ends, and is started again.
  case restart
  /// The configuration is read again.
  case reload
  /// The page for touchscreens.
  case touchTest
  /// The machine starts again.
  case reboot
  /// The machine is switched off.
  case powerOff
  /// The kiosk ends, and there is a login on the console.
  case console

  /// Whether it neither ends the kiosk nor interrupts it for long.
  var isHarmless: Bool { self == .reload || self == .touchTest }
}
