import Configuration
import Testing

@testable import Credentials

struct PINHashTests {
  /// Created by Python's crypt module.
  private static let known = PINHash(
    "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$UWd9ZKknHrDoLx03Tv5s0HKYHhYNt0pXx67Wl3IOWZ2")

  @Test func aHashMatchesItsPINAndNoOther() throws {
    let hash = try PINHash(try #require(PIN("482915")))
    #expect(try hash.matches(try #require(PIN("482915"))))
    for other in ["482914", "48291", "4829155", "582915", "0000"] {
      #expect(try !hash.matches(try #require(PIN(other))), "\(other)")
    }
    #expect(!hash.text.contains("482915") && hash.text.hasPrefix("$y$"))
  }

  @Test func everyHashHasADifferentSalt() throws {
    let pin = try #require(PIN("4711"))
    #expect(try PINHash(pin) != PINHash(pin))
  }

  @Test func hashesOfOtherProgramsAreUnderstood() throws {
    let known = try #require(Self.known)
    #expect(try known.matches(try #require(PIN("2468"))))
    #expect(try !known.matches(try #require(PIN("2469"))))
  }

  @Test func hashRefusedByLibcryptMatchesNothing() throws {
    let odd = try #require(PINHash("$y$zzzzzzzz$abc$def"))
    #expect(throws: CryptError.self) { try odd.matches(try #require(PIN("1234"))) }
  }

  @Test(
    arguments: [
      ([1, 2, 3], [1, 2, 3], true), ([1, 2, 3], [1, 2, 4], false), ([9, 2, 3], [1, 2, 3], false),
      ([1, 2], [1, 2, 3], false), ([], [], true),
    ] as [([UInt8], [UInt8], Bool)])
  func textsAreComparedAsAWhole(one: [UInt8], other: [UInt8], isEqual: Bool) {
    #expect(PINHash.isEqual(one, other) == isEqual)
  }
}
