import Foundation
import SeededRandom
import Testing

@testable import UsageCounts

@Suite struct UsageRecordTests {
  static let odd = [
    "plan", "", "a b", "quote\"d", "back\\slash", "line\nfeed", "\u{0308}umlaut", "日本", "\\n", "a\r\nb",
  ]

  static var counted: UsageRecord {
    var record = UsageRecord()
    for (index, tile) in odd.enumerated() {
      for _ in 0...index { record.opened(tile) }
    }
    record.failed("plan")
    for end in [LauncherEnd.crash, .request, .crash] { record.restarted(after: end) }
    for seconds in [0, 0.0004, 9.9999, 10, 10.001, 59, 61, 299.5, 3600, 3601, 1e9, -5, .nan, .infinity] {
      record.visited(seconds: seconds)
    }
    return record
  }

  @Test func recordSurvivesARoundTrip() throws {
    for record in [UsageRecord(), Self.counted] {
      #expect(UsageRecord(bytes: record.bytes) == record)
    }
    #expect(Self.counted.tiles["line\nfeed"]?.opens == 6)
    #expect(Self.counted.tiles["plan"]?.failures == 1)
    #expect(Self.counted.restarts == [.crash: 2, .request: 1])
  }

  @Test func recordWithoutRestartsIsRead() throws {
    let text = "rotunda-usage 1\nvisits 0 0 0 0 0 0 0 0 0 0 0\ntile 3 1 restart 1 crash\nend\n"
    let record = try #require(UsageRecord(bytes: Array(text.utf8)))
    #expect(record.restarts.isEmpty && record.tiles["restart 1 crash"]?.opens == 3)
  }

  @Test func truncatedRecordIsRejected() {
    let bytes = Self.counted.bytes
    for count in 0..<bytes.count { #expect(UsageRecord(bytes: Array(bytes[..<count])) == nil) }
  }

  @Test(arguments: [
    "rotunda-usage 2\nvisits 0 0 0 0 0 0 0 0 0 0 0\nend\n",
    "rotunda-usage 1\nvisits 0 0 0 0 0 0 0 0 0 0\nend\n",
    "rotunda-usage 1\nvisits 0 0 0 0 0 0 0 0 0 0 0 0\nend\n",
    "rotunda-usage 1\nvisits 0 -1 0 0 0 0 0 0 0 0 0\nend\n",
    "rotunda-usage 1\nvisits 0 18446744073709551615 1 0 0 0 0 0 0 0 0\nend\n",
    "rotunda-usage 1\nvisits 0 0 0 0 0 0 0 0 0 0 0\ntile 1 0\nend\n",
    "rotunda-usage 1\nvisits 0 0 0 0 0 0 0 0 0 0 0\ntile 1 99999999999999999999 x\nend\n",
    "rotunda-usage 1\nvisits 0 0 0 0 0 0 0 0 0 0 0\ntile 1 0 x\\y\nend\n",
    "rotunda-usage 1\nvisits 0 0 0 0 0 0 0 0 0 0 0\ntile 1 0 x\ntile 1 0 x\nend\n",
    "rotunda-usage 1\nvisits 0 0 0 0 0 0 0 0 0 0 0\ntile 1 0 x\\\nend\n",
    "rotunda-usage 1\nvisits 0 0 0 0 0 0 0 0 0 0 0\nrestart 1 fire\nend\n",
    "rotunda-usage 1\nvisits 0 0 0 0 0 0 0 0 0 0 0\nrestart x crash\nend\n",
    "rotunda-usage 1\nvisits 0 0 0 0 0 0 0 0 0 0 0\nrestart 1 crash\nrestart 2 crash\nend\n",
    "rotunda-usage 1\nvisits 0 0 0 0 0 0 0 0 0 0 0\ntile 1 0 x\nrestart 1 crash\nend\n",
  ]) func invalidRecordIsRefused(text: String) {
    #expect(UsageRecord(bytes: Array(text.utf8)) == nil)
  }

  @Test func anyBytesAreReadWithoutHarm() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      var bytes = Self.counted.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let record = UsageRecord(bytes: bytes) else { continue }
      #expect(UsageRecord(bytes: record.bytes) == record)
    }
  }

  @Test func onlyALimitedNumberOfTilesIsCounted() {
    var record = UsageRecord()
    for index in 0...UsageRecord.mostTiles { record.opened("tile \(index)") }
    #expect(record.tiles.count == UsageRecord.mostTiles)
    record.opened("tile 0")
    #expect(record.tiles["tile 0"]?.opens == 2)
    #expect(UsageRecord(bytes: record.bytes) == record)
  }

  @Test func visitsAreCountedByDuration() {
    var histogram = Histogram()
    for seconds in [5.0, 10, 10.5, 4000] { histogram.add(seconds: seconds) }
    #expect(histogram.counts == [2, 1, 0, 0, 0, 0, 0, 0, 0, 1])
    #expect(histogram.milliseconds == 4_025_500 && histogram.total == 4)
  }
}
