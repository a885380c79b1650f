import Supervision
import Testing

/// The longest silence that the launcher may have, depending on its earlier messages.
struct StartPhaseTests {
  /// Times of beats for a watchdog of 4 seconds, and the index of the beat that ends the start phase.
  static let cases: [(beats: [Double], end: Int?)] = [
    (beats: [], end: nil),
    (beats: [2], end: nil),
    (beats: [2, 4], end: nil),
    (beats: [2, 4, 6], end: 2),
    (beats: [30, 32, 36], end: 2),
    // A late beat restarts the count.
    (beats: [2, 4, 9, 11], end: nil),
    (beats: [2, 4, 9, 11, 13], end: 4),
    (beats: [2, 10, 18, 26, 34], end: nil),
    (beats: [2, 4, 6, 30, 60], end: 2),
  ]

  @Test(arguments: cases)
  func intervalAppliesAfterTimelySigns(beats: [Double], end: Int?) {
    var phase = StartPhase(interval: 4)
    #expect(phase.limit == 16)
    for (index, time) in beats.enumerated() {
      #expect(phase.beat(at: time) == (index == end ? 4 : nil), "beat \(index)")
    }
    #expect(phase.isOver == (end != nil))
    #expect(phase.limit == (end == nil ? 16 : 4))
  }
}
