import SeededRandom
import Testing

@testable import Bundles

@Suite struct BundleRecordTests {
  @Test func numbersOnlyGrow() {
    var record = BundleRecord()
    #expect(record.objection(to: 1) == nil)
    _ = record.begin(5)
    _ = record.keep()
    #expect(record.kept == 5 && record.objection(to: 5)?.kind == .installed)
    #expect(record.objection(to: 4)?.kind == .old && record.objection(to: 6) == nil)
  }

  @Test func failedBundleIsNotTriedAgain() {
    var record = BundleRecord()
    _ = record.begin(5)
    _ = record.keep()
    _ = record.begin(6)
    let steps = record.goBack("no frame")
    #expect(steps == [.point(5), .record(record), .removeOthers(5)])
    #expect(record.kept == 5 && record.trial == nil && record.failure?.number == 6)
    #expect(record.objection(to: 6)?.kind == .failed && record.objection(to: 7) == nil)
    _ = record.begin(7)
    _ = record.keep()
    #expect(record.failure == nil && record.objection(to: 6)?.kind == .old)
  }

  @Test func interruptedTrialIsRepeatedOnce() {
    var record = BundleRecord()
    _ = record.begin(6)
    let steps = record.recover(from: 6)
    #expect(steps.first == .point(nil))
    #expect(record.objection(to: 6) == nil)
    _ = record.begin(6)
    _ = record.interrupt("the launcher ended")
    #expect(record.objection(to: 6)?.kind == .failed)
    #expect(record.failure?.reason == "the launcher ended, 2 times")
  }

  @Test func postponedTrialsDoNotCount() throws {
    var record = BundleRecord()
    for _ in 0..<5 {
      _ = record.begin(6)
      let steps = record.postpone()
      #expect(steps.first == .point(nil) && record.trial == nil && record.failure == nil)
      #expect(record.objection(to: 6) == nil && record.objection(to: 5)?.kind == .old)
      #expect(try #require(BundleRecord(text: record.text)) == record)
    }
    _ = record.begin(6)
    _ = record.goBack("no frame")
    #expect(record.objection(to: 6)?.kind == .failed)
  }

  @Test func interruptionsOfAnotherBundleDoNotCount() {
    var record = BundleRecord()
    _ = record.begin(6)
    _ = record.recover(from: 6)
    _ = record.begin(7)
    _ = record.recover(from: 7)
    #expect(record.objection(to: 7) == nil && record.objection(to: 6)?.kind == .old)
  }

  @Test func refusalIsNotedOnce() {
    var record = BundleRecord()
    let first = record.refuse(.unsigned)
    #expect(first == [.record(record)] && record.refusal == .unsigned)
    let second = record.refuse(.unsigned)
    #expect(second.isEmpty)
    let third = record.refuse(.installed)
    #expect(third == [.record(record)] && record.refusal == nil)
    _ = record.refuse(.expired)
    _ = record.begin(1)
    #expect(record.refusal == nil)
  }

  @Test func textReadsBack() throws {
    var record = BundleRecord()
    #expect(BundleRecord(text: record.text) == record)
    _ = record.begin(5)
    #expect(BundleRecord(text: record.text) == record)
    _ = record.keep()
    _ = record.begin(6)
    _ = record.goBack("line 1\nline 2\u{7F}, and trial 9")
    _ = record.refuse(.clock)
    #expect(record.failure?.reason == "line 1 line 2 , and trial 9")
    #expect(BundleRecord(text: record.text) == record)
  }

  @Test(arguments: [
    "", "rotunda bundles 1", "rotunda bundles 2\n", "rotunda bundles 1\nhighest\n",
    "rotunda bundles 1\nhighest -1\n", "rotunda bundles 1\nkept 3\n",
    "rotunda bundles 1\nhighest 3\nkept 3\ntrial 3\n", "rotunda bundles 1\nunknown 3\n",
    "rotunda bundles 1\nrefused nonsense\n",
  ])
  func otherTextsAreNoRecords(text: String) {
    #expect(BundleRecord(text: text) == nil)
  }

  /// The disk of a kiosk, on which a step is complete or does not happen.
  private struct Disk {
    var record: BundleRecord?
    var link: Int?
    var folders: Set<Int> = []
    /// The numbers whose trial ended well.
    var passed: Set<Int> = []

    mutating func apply(_ step: BundleRecord.Step) {
      switch step {
      case .record(let new): record = new
      case .point(let number): link = number
      case .removeOthers(let number): folders = folders.filter { $0 == number || $0 == link }
      }
    }

    /// Applies steps until the power goes. Reports whether it stayed.
    mutating func apply(_ steps: [BundleRecord.Step], cutAfter count: Int) -> Bool {
      for step in steps.prefix(count) {
        apply(step)
        #expect(link.map(folders.contains) ?? true, "the link points nowhere after \(step)")
      }
      return count >= steps.count
    }

    /// The record that the next start reads.
    var found: BundleRecord { record ?? BundleRecord(lostWith: link) }
  }

  /// Installs random bundles. The power goes at random steps, also during recoveries.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func powerCutsLoseNothing(seed: UInt64) {
    var (random, disk) = (SeededGenerator(seed: seed), Disk())
    func cut() -> Int { random.chance(0.4) ? random.integer(0...3) : .max }
    for _ in 0..<40 {
      var record = disk.found
      guard disk.apply(record.recover(from: disk.link), cutAfter: cut()) else { continue }
      #expect(disk.link == record.kept && record.trial == nil)
      #expect(record.kept.map(disk.passed.contains) ?? true, "an untried bundle stays")
      let highest = record.highest
      let number = max(1, highest + random.integer(-1...2))
      guard record.objection(to: number) == nil else { continue }
      #expect(number >= highest)
      disk.folders.insert(number)
      guard disk.apply(record.begin(number), cutAfter: cut()) else { continue }
      #expect(disk.link == number)
      switch random.integer(0...3) {
      case 0:
        let steps = record.keep()
        // The first step is the decision.
        let count = cut()
        if count > 0 { disk.passed.insert(number) }
        _ = disk.apply(steps, cutAfter: count)
      case 1: _ = disk.apply(record.postpone(), cutAfter: cut())
      case 2: _ = disk.apply(record.goBack("no frame"), cutAfter: cut())
      default: _ = disk.apply(record.interrupt("the launcher ended"), cutAfter: cut())
      }
    }
    var record = disk.found
    let isComplete = disk.apply(record.recover(from: disk.link), cutAfter: .max)
    #expect(isComplete)
    #expect(disk.link == record.kept && disk.folders == Set([record.kept].compactMap(\.self)))
    #expect(record.kept == disk.passed.max(), "a bundle that worked is lost")
  }

  /// Without a record, the bundle in use counts, and older ones are refused.
  @Test func lostRecordKeepsTheBundleInUse() {
    var record = BundleRecord(lostWith: 7)
    let steps = record.recover(from: 7)
    #expect(steps == [.removeOthers(7)] && record.kept == 7)
    #expect(record.objection(to: 6)?.kind == .old && record.objection(to: 8) == nil)
  }
}
