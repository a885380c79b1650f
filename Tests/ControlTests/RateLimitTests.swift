import Testing

@testable import Control

@MainActor @Suite struct RateLimitTests {
  @Test func floodGetsTheAllowedCallsOnly() {
    var limit = RateLimit()
    let admitted = (0..<10_000).map { limit.admits("Get", at: 100 + Double($0) * 1e-6) }
    #expect(admitted.count { $0 } == Int(RateLimit.capacity))
    let soon = limit.admits("Get", at: 100.02)
    // Permits return gradually, up to the capacity.
    let later = limit.admits("Get", at: 100.2)
    #expect(!soon && later)
    let much = (0..<1000).map { _ in limit.admits("Get", at: 1e6) }
    #expect(much.count { $0 } == Int(RateLimit.capacity))
  }

  @Test func startingCallsCostMore() {
    var limit = RateLimit()
    let opens = (0..<100).map { _ in limit.admits("Open", at: 1) }
    limit = RateLimit()
    let homes = (0..<100).map { _ in limit.admits("Home", at: 1) }
    limit = RateLimit()
    let changes = (0..<100).map { _ in limit.admits("SetBrightness", at: 1) }
    #expect(opens.count { $0 } == 5 && homes.count { $0 } == 10 && changes.count { $0 } == 10)
  }

  @Test func aClockThatGoesBackGivesNothing() {
    var limit = RateLimit()
    while limit.admits("Get", at: 50) {}
    let answers = [10, 50, 50.11].map { limit.admits("Get", at: $0) }
    #expect(answers == [false, false, true])
  }
}
