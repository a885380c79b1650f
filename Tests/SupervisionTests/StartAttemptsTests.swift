import Supervision
import Testing

struct StartAttemptsTests {
  @Test func startsSlowDownAndStop() {
    var attempts = StartAttempts()
    var pauses: [Double] = []
    while let pause = attempts.failed() { pauses.append(pause) }
    #expect(pauses == StartAttempts.pauses && pauses == [0.25, 0.5, 1, 2, 2, 2])
    #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 <= $1 })
    // Long enough for a forced end of a compositor, and short enough for the start time-out of a service.
    #expect((5...30).contains(pauses.reduce(0, +)))
    #expect(attempts.failed() == nil)
  }

  @Test func startWaitsBrieflyForAnObstacle() {
    var attempts = StartAttempts()
    var time = 100.0
    while let pause = attempts.obstructed(at: time) { time += pause }
    #expect(time - 100 == StartAttempts.obstaclePatience)
    // Visitors read about it within 15 seconds of the failure.
    #expect(StartAttempts.obstaclePatience <= 10)
    // The obstacle disappears and returns.
    attempts.isFree()
    #expect(attempts.obstructed(at: time) == StartAttempts.checkInterval)
  }

  @Test func driverIsSuspectedAfterSomeFailures() {
    var attempts = StartAttempts()
    #expect(!attempts.suspectsGraphics)
    _ = attempts.failed()
    #expect(!attempts.suspectsGraphics)
    for _ in 0..<2 { _ = attempts.failed() }
    #expect(attempts.suspectsGraphics)
  }
}
