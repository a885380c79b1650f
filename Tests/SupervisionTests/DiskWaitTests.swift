import Supervision
import Testing

/// A compositor that does not answer because it hangs or waits for the disk.
struct DiskWaitTests {
  typealias Sample = DiskWait.Sample

  private static func sample(_ faults: UInt64, waits: Bool = false) -> Sample {
    Sample(majorFaults: faults, isWaiting: waits)
  }

  /// Samples two seconds apart after an answer with 100 pages read, and whether each explains the silence.
  static let cases: [(samples: [Sample?], explains: [Bool])] = [
    (samples: [sample(100)], explains: [false]),
    (samples: [nil], explains: [false]),
    (samples: [sample(109)], explains: [false]),
    (samples: [sample(110)], explains: [true]),
    (samples: [sample(100, waits: true)], explains: [true]),
    // The process has read pages and then hangs.
    (samples: [sample(500), sample(500)], explains: [true, false]),
    (samples: [sample(500), sample(505)], explains: [true, false]),
    // Another process has the same number now.
    (samples: [sample(3)], explains: [false]),
    // The wait ends after ten seconds.
    (
      samples: [sample(200), sample(300), sample(400), sample(500), sample(600), sample(700)],
      explains: [true, true, true, true, true, false]
    ),
    (
      samples: [Sample?](repeating: sample(100, waits: true), count: 6),
      explains: [true, true, true, true, true, false]
    ),
  ]

  @Test(arguments: cases)
  func onlyAPagingProcessIsWaitedFor(samples: [Sample?], explains: [Bool]) {
    var wait = DiskWait()
    wait.answered(Self.sample(100), at: 48)
    for (index, sample) in samples.enumerated() {
      let isExplained = wait.explainsSilence(sample, at: 50 + 2 * Double(index))
      #expect(isExplained == explains[index], "sample \(index)")
    }
  }

  @Test func answerRestartsTheWait() {
    var wait = DiskWait()
    for period in 0..<20 {
      wait.answered(Self.sample(UInt64(period) * 100), at: Double(period) * 4 - 2)
      let isExplained = wait.explainsSilence(Self.sample(UInt64(period) * 100 + 50), at: Double(period) * 4)
      #expect(isExplained)
    }
  }

  /// A late reader receives the answer and the complaint together, and has no sample from before the pages
  /// were read.
  @Test func lateComplaintIsExplainedOnce() {
    var wait = DiskWait()
    wait.answered(Self.sample(164), at: 50)
    let isExplained = wait.explainsSilence(Self.sample(164), at: 50.001)
    let isExplainedLater = wait.explainsSilence(Self.sample(164), at: 50.2)
    #expect(isExplained && !isExplainedLater)
  }

  /// A silence of 50 ms is one.
  @Test(arguments: [(0.0, true), (0.049, true), (0.05, false), (0.06, false)])
  func shortSilencesAreOnlyLateReaders(silence: Double, isExplained: Bool) {
    var wait = DiskWait()
    wait.answered(Self.sample(164), at: 0)
    let answer = wait.explainsSilence(Self.sample(164), at: silence)
    #expect(answer == isExplained)
  }

  @Test func silentProcessIsNotWaitedFor() {
    var wait = DiskWait()
    let isExplained = wait.explainsSilence(Self.sample(1000, waits: true), at: 0)
    #expect(!isExplained)
  }
}
