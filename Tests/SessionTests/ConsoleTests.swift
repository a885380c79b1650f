import Glibc
import Session
import Testing

@MainActor struct ConsoleTests {
  /// A device's number as glibc's `makedev` makes it, for numbers below 256.
  nonisolated private static func device(_ major: dev_t, _ minor: dev_t) -> dev_t { major << 8 | minor }

  @Test(
    arguments: [
      (S_IFCHR, device(4, 1), 1),
      (S_IFCHR, device(4, 63), 63),
      // The one that is seen, whichever it is: asking for it means nothing.
      (S_IFCHR, device(4, 0), nil),
      // A serial line.
      (S_IFCHR, device(4, 64), nil),
      // /dev/null, /dev/tty, a terminal's window.
      (S_IFCHR, device(1, 3), nil),
      (S_IFCHR, device(5, 0), nil),
      (S_IFCHR, device(136, 1), nil),
      // A disk of that number, a pipe.
      (S_IFBLK, device(4, 1), nil),
      (S_IFIFO, 0, nil),
      // Numbers that only look like it in their lower bits.
      (S_IFCHR, device(4, 1) | 1 << 20, nil),
      (S_IFCHR, device(4, 1) | 1 << 32, nil),
    ] as [(mode_t, dev_t, Int32?)])
  func onlyAVirtualConsoleIsOne(mode: mode_t, device: dev_t, number: Int32?) {
    #expect(Console(mode: mode | 0o620, device: device)?.number == number)
  }
}
