import RotundaGeometry
import GestureReplay
import Gestures
import Testing

struct GestureRegionsTests {
  private static let left = GestureRegion(
    id: 1, area: Rectangle(origin: .zero, size: Size(640, 800)))
  private static let right = GestureRegion(
    id: 2, area: Rectangle(origin: Point(640, 0), size: Size(640, 800)))

  private var regions = GestureRegions([left, right])
  private var gestures: [RegionGesture] = []
  private var milliseconds: UInt32 = 0

  private mutating func play(_ events: TouchEvent...) {
    milliseconds += 8
    regions.handle(TouchFrame(events), at: Double(milliseconds) / 1000, into: &gestures)
  }

  private func told(in region: Int) -> [String] {
    gestures.filter { $0.region == region }.compactMap { Fingers.word($0.gesture) }
  }

  @Test mutating func twoVisitorsDoNotDisturbEachOther() {
    play(.down(id: 0, at: Point(300, 300), milliseconds: 0))
    play(.down(id: 1, at: Point(900, 300), milliseconds: 8))
    play(.motion(id: 0, at: Point(350, 300), milliseconds: 16))
    play(.up(id: 1, milliseconds: 60))
    play(.motion(id: 0, at: Point(700, 300), milliseconds: 70), .up(id: 0, milliseconds: 70))
    #expect(told(in: 1) == ["touch+", "drag+ parallel", "drag-", "touch-"])
    #expect(told(in: 2) == ["touch+", "tap 900,300", "touch-"])
    #expect(regions.deadline == nil)
  }

  @Test mutating func relandingContactLeavesItsOldRegion() {
    play(.down(id: 0, at: Point(300, 300), milliseconds: 0))
    play(.motion(id: 0, at: Point(350, 300), milliseconds: 16))
    play(.down(id: 0, at: Point(900, 300), milliseconds: 30))
    play(.up(id: 0, milliseconds: 60))
    #expect(told(in: 1) == ["touch+", "drag+ parallel", "drag!", "touch-"])
    #expect(told(in: 2) == ["touch+", "tap 900,300", "touch-"])
  }

  @Test mutating func topmostRegionGetsTheFinger() {
    regions = GestureRegions([
      Self.left, GestureRegion(id: 3, area: Rectangle(origin: Point(100, 100), size: Size(50, 50))),
    ])
    play(.down(id: 0, at: Point(120, 120), milliseconds: 0), .up(id: 0, milliseconds: 20))
    play(.down(id: 1, at: Point(900, 120), milliseconds: 30), .up(id: 1, milliseconds: 40))
    #expect(told(in: 3) == ["touch+", "tap 120,120", "touch-"])
    #expect(told(in: 1).isEmpty)
  }

  @Test mutating func lostTouchCancelsAllRegions() {
    play(
      .down(id: 0, at: Point(300, 300), milliseconds: 0), .down(id: 1, at: Point(900, 300), milliseconds: 0))
    play(
      .motion(id: 0, at: Point(400, 300), milliseconds: 8),
      .motion(id: 1, at: Point(900, 400), milliseconds: 8))
    play(.lost)
    #expect(told(in: 1) == ["touch+", "drag+ parallel", "drag!", "touch-"])
    #expect(told(in: 2) == ["touch+", "drag+ perpendicular", "drag!", "touch-"])
  }

  @Test func anyEventOrderKeepsRegionsWellFormed() {
    for seed in 1...2 {
      var touches = RandomTouches(seed: UInt64(seed) &* 77_777_777)
      var regions = GestureRegions([Self.left, Self.right])
      var audits = [1: GestureAudit(), 2: GestureAudit()]
      var gestures: [RegionGesture] = []
      for _ in 0..<5000 {
        let frame = touches.frame()
        for id in audits.keys { audits[id]?.expect(frame) }
        regions.advance(to: touches.time, into: &gestures)
        regions.handle(frame, at: touches.time, into: &gestures)
        for told in gestures { audits[told.region]?.take(told.gesture, isTakenBack: false) }
        gestures.removeAll(keepingCapacity: true)
        for region in regions.regions {
          audits[region.id]?.settle(frame, contactsLeft: region.recognizer.contactCount)
        }
      }
      for audit in audits.values { #expect(audit.faults.isEmpty, "seed \(seed)") }
    }
  }
}
