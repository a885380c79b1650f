import Glibc
import Programs
import Testing

@testable import Applications

@MainActor
struct OutOfMemoryKillsTests {
  private nonisolated static let killed = ExitReason.signaled(signal: SIGKILL, coreDumped: false)

  /// Without a unit, the launcher cannot know which program the kernel killed. It reports a possible lack of
  /// memory.
  @Test(arguments: [
    (killed, false, 1, ExitReason.perhapsOutOfMemory), (killed, false, 0, killed), (killed, true, 1, killed),
    (.signaled(signal: 15, coreDumped: false), false, 1, .signaled(signal: 15, coreDumped: false)),
    (.exited(status: 137), false, 1, .exited(status: 137)),
  ])
  func guessIsReportedAsAGuess(told: ExitReason, isAsked: Bool, kills: Int, expected: ExitReason) {
    #expect(OutOfMemoryKills.reason(told, isAsked: isAsked, kills: kills) == expected)
  }
}
