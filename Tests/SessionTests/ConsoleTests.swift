import Glibc
import Session
import Testing

@MainActor struct ConsoleTests {
  /// Returns a device number like glibc's `makedev`, for numbers below 256.
  nonisolated private static func device(_ major: dev_t, _ minor: dev_t) -> dev_t { major << 8 | minor }

  @Test(
    arguments: [
      (S_IFCHR, device(4, 1), 1),
      (S_IFCHR, device(4, 63), 63),
      // /dev/tty0 is the visible console, whichever that is. A request for it means nothing.
      (S_IFCHR, device(4, 0), nil),
      // A serial line.
      (S_IFCHR, device(4, 64), nil),
      // /dev/null, /dev/tty, a terminal window.
      (S_IFCHR, device(1, 3), nil),
      (S_IFCHR, device(5, 0), nil),
      (S_IFCHR, device(136, 1), nil),
      // A disk with that number, a pipe.
      (S_IFBLK, device(4, 1), nil),
      (S_IFIFO, 0, nil),
      // Numbers that match only in their lower bits.
      (S_IFCHR, device(4, 1) | 1 << 20, nil),
      (S_IFCHR, device(4, 1) | 1 << 32, nil),
    ] as [(mode_t, dev_t, Int32?)])
  func onlyAVirtualConsoleIsAccepted(mode: mode_t, device: dev_t, number: Int32?) {
    #expect(Console(mode: mode | 0o620, device: device)?.number == number)
  }

  @Test func silencedTerminalHidesInputAndSignals() throws {
    var (keyboard, terminal): (Int32, Int32) = (-1, -1)
    try #require(openpty(&keyboard, &terminal, nil, nil, nil) == 0)
    defer { _ = [keyboard, terminal].map(close) }
    let before = try #require(Console.silenceKeys(terminal))
    #expect(before.c_lflag & tcflag_t(ISIG) != 0, "a terminal turns keys into signals by default")
    // Ctrl+C, Ctrl+\\, Ctrl+Z, and a letter that otherwise waits for the end of a line.
    let keys: [UInt8] = [0x03, 0x1C, 0x1A, 0x61]
    try #require(write(keyboard, keys, keys.count) == keys.count)
    var typed = [UInt8](repeating: 0, count: 16)
    let count = read(terminal, &typed, typed.count)
    #expect(Array(typed.prefix(max(count, 0))) == keys)
    var echo = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
    #expect(poll(&echo, 1, 0) == 0)
  }

  @Test func nonTerminalHasNoKeys() throws {
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    #expect(Console.silenceKeys(file) == nil)
  }
}
