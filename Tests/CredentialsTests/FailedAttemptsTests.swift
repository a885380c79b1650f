import Testing

@testable import Credentials

struct FailedAttemptsTests {
  /// Returns the wait in seconds after `count` wrong PINs.
  private func delay(after count: Int) -> Double { FailedAttempts(kept: count, at: 0).wait(at: 0) }

  @Test func waitDoublesAfterTwoFreeAttempts() {
    #expect(
      (0...14).map(delay) == [0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900])
    #expect(delay(after: 1000) == 900)
  }

  @Test func removingTheRecordGainsNothing() {
    let attempts = FailedAttempts(kept: nil, at: 100)
    #expect(attempts.wait(at: 100) == 40 && attempts.count == 6)
  }

  /// Counts an attempt, whose record is kept or not. Returns whether the PIN may be compared.
  private func begin(_ attempts: inout FailedAttempts, isKept: Bool = true, at time: Double) -> Bool {
    attempts.begin(at: time) ? attempts.keep(isKept, at: time) : false
  }

  @Test func onlyComparedPINsAreCounted() {
    var attempts = FailedAttempts(kept: 3, at: 0)
    var isBegun = begin(&attempts, at: 4.9)
    #expect(!isBegun && attempts.count == 3)
    isBegun = begin(&attempts, at: 5)
    #expect(isBegun && attempts.count == 4)
    attempts.fail(at: 5)
    #expect(attempts.wait(at: 6) == 9)
  }

  @Test func rightPINEndsTheDelay() {
    var attempts = FailedAttempts(kept: 9, at: 0)
    let isBegun = begin(&attempts, at: 1000)
    attempts.succeed()
    #expect(isBegun && attempts.count == 0 && attempts.wait(at: 1000) == 0 && !attempts.hasDelay)
  }

  /// The success of each write of the record, and its result: a comparison (which fails), or a wait.
  private static let writes: [(start: Int?, isKept: [Bool], compared: [Bool], waits: [Double])] = [
    // The disk is full from the start: first the wait for a missing record, then growing waits.
    (0, [false, false, false], [false, true, true], [40, 80, 160]),
    // The disk fills up later.
    (0, [true, false, false], [true, false, true], [0, 40, 80]),
    // The disk has room again, then fills up: each time it gets full costs a wait, and the count stays
    // complete.
    (0, [false, false, true, false, false], [false, true, true, false, true], [40, 80, 160, 160, 320]),
    // A full disk does not reduce a high count.
    (12, [false, false], [false, true], [900, 900]),
    (nil, [false, false], [false, true], [40, 80]),
  ]

  @Test(arguments: writes) func unwritableRecordCountsAsMissing(
    start: Int?, isKept: [Bool], compared: [Bool], waits: [Double]
  ) {
    var attempts = FailedAttempts(kept: start, at: 0)
    var time = 0.0
    for (index, isKept) in isKept.enumerated() {
      time += attempts.wait(at: time)
      let mayCompare = begin(&attempts, isKept: isKept, at: time)
      #expect(mayCompare == compared[index], "write \(index)")
      if mayCompare { attempts.fail(at: time) }
      #expect(attempts.wait(at: time) == waits[index], "write \(index)")
    }
  }

  @Test func rightPINNeedsNoDisk() {
    var attempts = FailedAttempts(kept: 0, at: 0)
    var isCompared = begin(&attempts, isKept: false, at: 0)
    #expect(!isCompared)
    isCompared = begin(&attempts, isKept: false, at: 40)
    attempts.succeed()
    #expect(isCompared && attempts.wait(at: 40) == 0)
    // The next attempt is not free either.
    isCompared = begin(&attempts, isKept: false, at: 40)
    attempts.fail(at: 40)
    #expect(isCompared && attempts.wait(at: 40) == 80)
  }

  @Test(arguments: [
    ("0", 0), ("3", 3), ("1000", 1000), ("1001", nil), ("-1", nil), ("+1", nil), ("", nil), ("x", nil),
    ("1 ", nil), ("99999999999999999999", nil), ("１", nil),
  ])
  func aCountIsAShortNumber(word: String, count: Int?) {
    #expect(FailedAttempts.count(in: word) == count)
  }
}
