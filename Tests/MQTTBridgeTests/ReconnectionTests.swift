import MQTTBridge
import SeededRandom
import Testing

/// Attempts to reach a broker, in virtual time.
@Suite struct ReconnectionTests {
  /// Returns the times of a kiosk's attempts after a loss at 0, until one at `end` or later.
  private func attempts(_ random: inout SeededGenerator, until end: Double) -> [Double] {
    var (reconnection, time, times) = (Reconnection(), 0.0, [Double]())
    while time < end {
      time += reconnection.delay(using: &random)
      times.append(time)
    }
    return times
  }

  @Test func delaysGrowToTheirLimit() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      var reconnection = Reconnection()
      for limit in [8.0, 16, 32, 60, 60, 60] {
        #expect((limit / 4...limit).contains(reconnection.delay(using: &random)))
      }
      reconnection.reset()
      #expect((2...8).contains(reconnection.delay(using: &random)))
    }
  }

  /// An hour without a network costs few attempts, and a minute after it the kiosk is back.
  @Test func anHourWithoutNetworkCostsFewAttempts() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<200 {
      let times = attempts(&random, until: 3600)
      #expect((60...260).contains(times.count))
      #expect((3600..<3660).contains(times.last ?? 0))
    }
  }

  /// A thousand kiosks that lose one broker in one moment come back within a minute. Never more than a fifth
  /// of them come back in one second. This holds whether the broker is away for a moment or for hours.
  @Test(arguments: [0.0, 1, 10, 60, 3600, 86_400]) func thousandKiosksDoNotStorm(outage: Double) {
    var random = SeededGenerator(seed: 3)
    var seconds: [Int: Int] = [:]
    for _ in 0..<1000 {
      let back = attempts(&random, until: max(outage, 0.001)).last ?? 0
      #expect(back <= outage + Reconnection.longest)
      seconds[Int(back), default: 0] += 1
    }
    #expect((seconds.values.max() ?? 1000) < 200)
  }
}
