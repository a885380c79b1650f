import Glibc
import Logging

private let log = Log("session")

/// One of the kernel's virtual consoles. The screen shows one of them.
///
/// A running compositor takes all keys, also those that switch consoles. Between two compositors, and during
/// boot, the kernel handles the keyboard. A visitor could then switch to a console that never shows the
/// kiosk.
package struct Console {
  /// The number as in `/dev/tty1`, from 1 on.
  package let number: Int32

  /// The major device number of virtual consoles and serial lines: `TTY_MAJOR` in linux/major.h.
  private static let major: UInt64 = 4
  /// The minor numbers of virtual consoles; 0 means the visible one. `MAX_NR_CONSOLES` in linux/vt.h is 63.
  private static let numbers: ClosedRange<UInt64> = 1...63
  /// linux/vt.h: "make vt active".
  private static let activate: UInt = 0x5606

  /// Identifies a console by its device's mode and number from stat(2). Returns nil for other devices.
  package init?(mode: mode_t, device: dev_t) {
    // The layout of glibc's gnu_dev_major and gnu_dev_minor, for small numbers.
    let (high, low) = (device >> 8 & 0xFFF, device & 0xFF)
    guard mode & S_IFMT == S_IFCHR, high == Self.major, device >> 20 == 0, Self.numbers.contains(UInt64(low))
    else { return nil }
    number = Int32(low)
  }

  /// The console on this process's standard input; nil if it is another file.
  init?() {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return nil }
    self.init(mode: status.st_mode, device: status.st_rdev)
  }

  /// Makes the console this process's own terminal, and disables its special keys.
  ///
  /// The kernel would otherwise send signals for Ctrl+C, Ctrl+\\ and Ctrl+Z, and echo input on the screen.
  /// The service opens the console only as a file, so no process gets these signals before this call.
  ///
  /// - Returns: the earlier state for `setState`, if the console belongs to another session: a login that
  ///   started the session by hand.
  func acquire() -> termios? {
    let before = Self.silenceKeys(STDIN_FILENO)
    // A process may only switch to its controlling terminal.
    return ioctl(STDIN_FILENO, UInt(TIOCSCTTY), 0) == 0 ? nil : before
  }

  /// Turns off signals and echo for a terminal's input. Returns the earlier state; nil if the descriptor is
  /// not a terminal.
  @discardableResult package static func silenceKeys(_ descriptor: Int32) -> termios? {
    var state = termios()
    guard tcgetattr(descriptor, &state) == 0 else { return nil }
    let before = state
    state.c_lflag &= ~tcflag_t(ISIG | ICANON | ECHO | IEXTEN)
    setState(descriptor, state)
    return before
  }

  /// Sets a terminal's state, also from a background process of a login: without ignoring SIGTTOU, the
  /// process would stop.
  static func setState(_ descriptor: Int32, _ state: termios) {
    let action = signal(SIGTTOU, SIG_IGN)
    defer { signal(SIGTTOU, action) }
    guard withUnsafePointer(to: state, { tcsetattr(descriptor, TCSANOW, $0) }) != 0 else { return }
    log.warning("cannot change the console's keys: \(String(cString: strerror(errno)))")
  }

  /// Shows the console on the screen. Needs no privileges: it is this process's controlling terminal.
  func show() {
    guard ioctl(STDIN_FILENO, Self.activate, number) != 0 else { return }
    log.warning("cannot have console \(number) shown: \(String(cString: strerror(errno)))")
  }
}
