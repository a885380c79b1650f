import RotundaGeometry
import Gestures
import SeededRandom
import Testing

struct PanelGathererTests {
  private typealias Contact = PanelEvent.Contact
  private let surface = Size(1000, 500)

  private func gatherer(_ orientation: PanelOrientation = .normal) -> PanelGatherer {
    var gatherer = PanelGatherer()
    _ = gatherer.setMapping(PanelMapping(size: surface, orientation: orientation))
    return gatherer
  }

  /// The touch events of all resulting frames, in order.
  private func touches(_ events: [PanelEvent], _ gatherer: inout PanelGatherer) -> [TouchEvent] {
    events.flatMap { gatherer.handle($0)?.events ?? [] }
  }

  @Test func aFingerIsFollowedInPointsAndMilliseconds() {
    var gatherer = gatherer()
    let finger = Contact(panel: 0, slot: 5)
    let told = touches(
      [
        .down(finger, at: Point(0.5, 0.5), microseconds: 7_999), .frame,
        .motion(finger, at: Point(0.25, 1), microseconds: 16_000), .frame,
        .up(finger, microseconds: 17_000), .frame,
      ], &gatherer)
    #expect(
      told == [
        .down(id: 0, at: Point(500, 250), milliseconds: 7),
        .motion(id: 0, at: Point(250, 500), milliseconds: 16), .up(id: 0, milliseconds: 17),
      ])
    #expect(!gatherer.hasContacts)
  }

  @Test func eventsWaitForTheirFrame() {
    var gatherer = gatherer()
    #expect(gatherer.handle(.down(Contact(panel: 0, slot: 0), at: .zero, microseconds: 0)) == nil)
    #expect(gatherer.handle(.frame)?.events.count == 1)
    #expect(gatherer.handle(.frame) == nil)
  }

  @Test func sameSlotOfTwoPanelsIsTwoContacts() {
    var gatherer = gatherer()
    let (first, second) = (Contact(panel: 0, slot: 0), Contact(panel: 1, slot: 0))
    let told = touches(
      [
        .down(first, at: .zero, microseconds: 0), .frame, .down(second, at: Point(1, 1), microseconds: 0),
        .frame, .up(first, microseconds: 9_000), .frame, .motion(second, at: .zero, microseconds: 10_000),
        .frame,
      ], &gatherer)
    #expect(
      told == [
        .down(id: 0, at: .zero, milliseconds: 0), .down(id: 1, at: Point(1000, 500), milliseconds: 0),
        .up(id: 0, milliseconds: 9), .motion(id: 1, at: .zero, milliseconds: 10),
      ])
  }

  @Test func repeatedDownEndsTheFirstContact() {
    var gatherer = gatherer()
    let finger = Contact(panel: 0, slot: 0)
    let told = touches(
      [
        .down(finger, at: .zero, microseconds: 0), .down(finger, at: Point(1, 0), microseconds: 1_000),
        .frame,
      ], &gatherer)
    #expect(
      told == [
        .down(id: 0, at: .zero, milliseconds: 0), .cancelContact(id: 0),
        .down(id: 0, at: Point(1000, 0), milliseconds: 1),
      ])
  }

  @Test func fingerWithoutADownIsIgnored() {
    var gatherer = gatherer()
    let finger = Contact(panel: 0, slot: 0)
    let told = touches(
      [
        .motion(finger, at: .zero, microseconds: 0), .frame, .up(finger, microseconds: 1), .cancel(finger),
        .frame,
      ], &gatherer)
    #expect(told.isEmpty)
  }

  @Test func anUnpluggedPanelTakesItsContactsAlong() {
    var gatherer = gatherer()
    let told = touches(
      [
        .down(Contact(panel: 0, slot: 1), at: .zero, microseconds: 0),
        .down(Contact(panel: 1, slot: 0), at: .zero, microseconds: 0),
        .down(Contact(panel: 0, slot: 0), at: .zero, microseconds: 0), .frame, .removed(panel: 0),
      ], &gatherer)
    #expect(told.dropFirst(3) == [.cancelContact(id: 2), .cancelContact(id: 0)])
    #expect(gatherer.hasContacts)
  }

  @Test func invalidPlacesStartAndMoveNothing() {
    var gatherer = gatherer()
    let bad = [
      Point(.nan, 0), Point(0, .nan), Point(.infinity, 0), Point(0, -.infinity), Point(.signalingNaN, .nan),
    ]
    for (slot, place) in bad.enumerated() {
      let finger = Contact(panel: 0, slot: Int32(slot))
      #expect(
        touches(
          [.down(finger, at: place, microseconds: 0), .motion(finger, at: .zero, microseconds: 0)], &gatherer
        )
        .isEmpty)
      #expect(gatherer.handle(.frame) == nil)
    }
    let finger = Contact(panel: 0, slot: 0)
    _ = touches([.down(finger, at: .zero, microseconds: 0), .frame], &gatherer)
    for place in bad {
      #expect(touches([.motion(finger, at: place, microseconds: 0), .frame], &gatherer).isEmpty)
    }
  }

  @Test func placesBesideTheScreenAreAtItsEdge() {
    var gatherer = gatherer(.turned90)
    let finger = Contact(panel: 0, slot: 0)
    let told = touches(
      [
        .down(finger, at: Point(-0.2, 1.5), microseconds: 0),
        .motion(finger, at: Point(1e300, -1e300), microseconds: 0),
        .frame,
      ], &gatherer)
    #expect(
      told == [
        .down(id: 0, at: .zero, milliseconds: 0), .motion(id: 0, at: Point(1000, 500), milliseconds: 0),
      ])
  }

  @Test func unmappedPanelReportsNothing() {
    for size in [Size.zero, Size(-1, 5), Size(.nan, 5), Size(.infinity, 5)] {
      var gatherer = PanelGatherer()
      _ = gatherer.setMapping(PanelMapping(size: size, output: "somewhere"))
      let finger = Contact(panel: 0, slot: 0)
      #expect(touches([.down(finger, at: .zero, microseconds: 0), .frame], &gatherer).isEmpty)
    }
  }

  @Test func newMappingEndsContactsUntilTheyLand() {
    var gatherer = gatherer()
    let finger = Contact(panel: 0, slot: 0)
    _ = touches([.down(finger, at: .zero, microseconds: 0), .frame], &gatherer)
    #expect(gatherer.setMapping(gatherer.mapping) == nil)
    let turned = PanelMapping(size: surface, orientation: .turned180)
    #expect(gatherer.setMapping(turned)?.events == [.lost])
    #expect(touches([.motion(finger, at: Point(1, 1), microseconds: 0), .frame], &gatherer).isEmpty)
    #expect(
      touches([.down(finger, at: Point(1, 1), microseconds: 0), .frame], &gatherer)
        == [.down(id: 0, at: .zero, milliseconds: 0)])
  }

  @Test func resetReportsTheLossOnce() {
    var gatherer = gatherer()
    #expect(gatherer.reset() == nil)
    _ = gatherer.handle(.down(Contact(panel: 0, slot: 0), at: .zero, microseconds: 0))
    #expect(gatherer.reset()?.events == [.down(id: 0, at: .zero, milliseconds: 0), .lost])
    #expect(gatherer.reset() == nil)
  }

  @Test func tooManyFingersAreIgnored() {
    var gatherer = gatherer()
    let events = (0..<100).map {
      PanelEvent.down(Contact(panel: 0, slot: Int32($0)), at: .zero, microseconds: 0)
    }
    #expect(touches(events + [.frame], &gatherer).count == 32)
  }

  @Test func stampsWrapAsThoseOfTheCompositor() {
    var gatherer = gatherer()
    let finger = Contact(panel: 0, slot: 0)
    let wrapped: UInt64 = (UInt64(UInt32.max) + 6) * 1000
    #expect(
      touches([.down(finger, at: .zero, microseconds: wrapped), .frame], &gatherer)
        == [.down(id: 0, at: .zero, milliseconds: 5)])
  }

  /// For any panel events, contacts land before they move, and end once.
  @Test(arguments: 0..<8 as Range<UInt64>) func contactsAreWellFormedForAnyEvents(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var gatherer = gatherer()
    var alive: Set<Int32> = []
    for _ in 0..<20_000 {
      let contact = Contact(
        panel: .random(in: 0...2, using: &random), slot: .random(in: -1...4, using: &random))
      let place = Point(.random(in: -0.5...1.5, using: &random), .random(in: -0.5...1.5, using: &random))
      let time = UInt64.random(in: 0...UInt64.max, using: &random)
      let event: PanelEvent =
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<5: .down(contact, at: place, microseconds: time)
        case 5..<11: .motion(contact, at: place, microseconds: time)
        case 11..<14: .up(contact, microseconds: time)
        case 14: .cancel(contact)
        case 15: .removed(panel: contact.panel)
        default: .frame
        }
      var frames = [gatherer.handle(event)]
      if Int.random(in: 0..<200, using: &random) == 0 { frames.append(gatherer.reset()) }
      for touch in frames.compactMap({ $0 }).flatMap(\.events) {
        switch touch {
        case .down(let id, let point, _):
          #expect(alive.insert(id).inserted, "seed \(seed)")
          #expect((0...1000).contains(point.x) && (0...500).contains(point.y), "seed \(seed)")
        case .motion(let id, _, _): #expect(alive.contains(id), "seed \(seed)")
        case .up(let id, _), .cancelContact(let id): #expect(alive.remove(id) != nil, "seed \(seed)")
        case .cancel, .lost: alive = []
        }
      }
    }
  }
}
