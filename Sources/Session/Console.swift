import Glibc
import Logging

private let log = Log("session")

/// One of the kernel's virtual consoles, of which the screen shows one.
///
/// While a compositor runs it takes all keys, those for other consoles among them. Between two compositors,
/// and while the machine starts, the kernel has the keyboard: a visitor can have it show another console
/// then, and on that the kiosk would never be seen.
package struct Console {
  /// From 1 on, as in `/dev/tty1`.
  package let number: Int32

  /// The kernel's number for virtual consoles and serial lines: `TTY_MAJOR` in linux/major.h.
  private static let major: UInt64 = 4
  /// The virtual consoles among them; 0 stands for the one that is seen. `MAX_NR_CONSOLES` in linux/vt.h is
  /// 63.
  private static let numbers: ClosedRange<UInt64> = 1...63
  /// linux/vt.h: "make vt active".
  private static let activate: UInt = 0x5606

  /// The console that a device is, by its kind and number as of stat(2); nil when it is none.
  package init?(mode: mode_t, device: dev_t) {
    // As glibc's gnu_dev_major and gnu_dev_minor put them together, for numbers that are small.
    let (high, low) = (device >> 8 & 0xFFF, device & 0xFF)
    guard mode & S_IFMT == S_IFCHR, high == Self.major, device >> 20 == 0, Self.numbers.contains(UInt64(low))
    else { return nil }
    number = Int32(low)
  }

  /// The console that this process was given as its standard input; nil when that is none.
  init?() {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return nil }
    self.init(mode: status.st_mode, device: status.st_rdev)
  }

  /// Makes it the console of this process alone, on which keys mean nothing. Returns how it was, for
  /// `setState`, when it belongs to another session: a login that started the session by hand.
  ///
  /// The kernel would send signals for Ctrl+C, Ctrl+\\ and Ctrl+Z, and write what is typed on the screen. The
  /// service is given the console as a file only, so that no process gets them before this was called.
  func acquire() -> termios? {
    let before = Self.silenceKeys(STDIN_FILENO)
    // Without a terminal of its own a process may not have one shown.
    return ioctl(STDIN_FILENO, UInt(TIOCSCTTY), 0) == 0 ? nil : before
  }

  /// What is typed on a terminal is neither taken for signals nor written on it. Returns how it was; nil when
  /// it is none.
  @discardableResult package static func silenceKeys(_ descriptor: Int32) -> termios? {
    var state = termios()
    guard tcgetattr(descriptor, &state) == 0 else { return nil }
    let before = state
    state.c_lflag &= ~tcflag_t(ISIG | ICANON | ECHO | IEXTEN)
    setState(descriptor, state)
    return before
  }

  /// Also from the background of a login, where a process that changes the terminal is stopped unless it
  /// ignores the signal.
  static func setState(_ descriptor: Int32, _ state: termios) {
    let action = signal(SIGTTOU, SIG_IGN)
    defer { signal(SIGTTOU, action) }
    guard withUnsafePointer(to: state, { tcsetattr(descriptor, TCSANOW, $0) }) != 0 else { return }
    log.warning("cannot change the console's keys: \(String(cString: strerror(errno)))")
  }

  /// Has the screen show it. Takes no permission: it is this process's own terminal.
  func show() {
    guard ioctl(STDIN_FILENO, Self.activate, number) != 0 else { return }
    log.warning("cannot have console \(number) shown: \(String(cString: strerror(errno)))")
  }
}
