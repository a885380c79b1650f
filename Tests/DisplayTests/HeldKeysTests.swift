import Gestures
import Testing

@testable import Display

@MainActor
struct HeldKeysTests {
  var held = HeldKeys()

  @Test mutating func aReleaseNamesTheKeyThatWasPressed() {
    #expect(held.press(1, .left, modifiers: .shift, repeats: true) == KeyEvent(.left, modifiers: .shift))
    #expect(held.press(1, .right, modifiers: [], repeats: true) == nil)
    #expect(held.release(1, modifiers: []) == KeyEvent(.left, .released))
    #expect(held.release(1, modifiers: []) == nil)
  }

  @Test mutating func theLastPressedKeyRepeats() {
    _ = held.press(1, .left, modifiers: [], repeats: true)
    _ = held.press(2, .right, modifiers: [], repeats: true)
    #expect(held.repeated(modifiers: []) == KeyEvent(.right, .repeated))
    _ = held.release(1, modifiers: [])
    #expect(held.repeated(modifiers: []) == KeyEvent(.right, .repeated))
    _ = held.release(2, modifiers: [])
    #expect(held.repeated(modifiers: []) == nil)
  }

  @Test mutating func nonRepeatingKeyEndsTheRepetition() {
    _ = held.press(1, .left, modifiers: [], repeats: true)
    _ = held.press(2, .escape, modifiers: [], repeats: false)
    #expect(held.repeated(modifiers: []) == nil)
  }

  @Test mutating func leavingReleasesEverything() {
    _ = held.press(2, .right, modifiers: [], repeats: true)
    _ = held.press(1, .left, modifiers: [], repeats: true)
    #expect(held.releaseAll() == [KeyEvent(.left, .released), KeyEvent(.right, .released)])
    #expect(held.repeating == nil)
    #expect(held.releaseAll().isEmpty)
  }

  @Test mutating func aFloodOfKeysIsBounded() {
    for code: UInt32 in 0..<1000 { _ = held.press(code, .left, modifiers: [], repeats: true) }
    #expect(held.releaseAll().count == 64)
  }

  @Test(arguments: [
    (25 as Int32, 600 as Int32, 0.04 as Double?, 0.6), (0, 600, nil, 0.6), (-5, -5, nil, 0),
    (.max, .max, 0.01, 10),
  ])
  func theCompositorsRateIsBounded(rate: Int32, delay: Int32, interval: Double?, seconds: Double) {
    let keyRepeat = KeyRepeat(rate: rate, delay: delay)
    #expect(keyRepeat.interval == interval)
    #expect(keyRepeat.delay == seconds)
  }

  @Test func lateRepeatsAreSkipped() throws {
    let keyRepeat = KeyRepeat(rate: 10, delay: 0)
    #expect(try abs(#require(keyRepeat.next(after: 5, now: 5)) - 5.1) < 1e-9)
    #expect(keyRepeat.next(after: 5, now: 9) == 9)
    #expect(KeyRepeat(rate: 0, delay: 0).next(after: 5, now: 5) == nil)
  }
}
