import RotundaGeometry
import Gestures
import Testing
import Wayland

@testable import Display

@MainActor
struct TouchGathererTests {
  var gatherer = TouchGatherer()

  private func down(_ id: Int32, _ x: Double = 1, _ y: Double = 2, at time: UInt32 = 5) -> WlTouch.Event {
    .down(serial: 1, time: time, surface: nil, id: id, x: x, y: y)
  }

  @Test mutating func aFrameEventEndsTheFrame() {
    #expect(gatherer.handle(down(7), isOwn: { _ in true }) == nil)
    #expect(gatherer.handle(.motion(time: 6, id: 7, x: 3.5, y: 4), isOwn: { _ in true }) == nil)
    #expect(
      gatherer.handle(.frame, isOwn: { _ in true })
        == TouchFrame([
          .down(id: 7, at: Point(1, 2), milliseconds: 5), .motion(id: 7, at: Point(3.5, 4), milliseconds: 6),
        ]))
    #expect(gatherer.isEmpty)
    #expect(gatherer.handle(.frame, isOwn: { _ in true }) == nil)
  }

  @Test mutating func contactShapeComesWithItsFrame() {
    _ = gatherer.handle(down(7), isOwn: { _ in true })
    _ = gatherer.handle(.shape(id: 7, major: 12, minor: 8), isOwn: { _ in true })
    _ = gatherer.handle(.orientation(id: 7, orientation: -30), isOwn: { _ in true })
    _ = gatherer.handle(.shape(id: 9, major: 3, minor: 3), isOwn: { _ in true })
    #expect(
      gatherer.handle(.frame, isOwn: { _ in true })?.shapes
        == [ContactShape(id: 7, major: 12, minor: 8, orientation: -30)])
    _ = gatherer.handle(.orientation(id: 7, orientation: 5), isOwn: { _ in true })
    #expect(gatherer.flush() == TouchFrame([], shapes: [ContactShape(id: 7, orientation: 5)]))
    #expect(gatherer.isEmpty)
  }

  @Test mutating func endOfTheBatchEndsTheFrame() {
    _ = gatherer.handle(.up(serial: 1, time: 9, id: 3), isOwn: { _ in true })
    #expect(!gatherer.isEmpty)
    #expect(gatherer.flush() == TouchFrame([.up(id: 3, milliseconds: 9)]))
    #expect(gatherer.flush() == nil)
  }

  @Test mutating func aCancelIsTheEndOfItsFrame() {
    _ = gatherer.handle(down(1), isOwn: { _ in true })
    let frame = gatherer.handle(.cancel, isOwn: { _ in true })
    #expect(frame?.events.last == .cancel)
    #expect(!gatherer.hasContacts)
    #expect(gatherer.handle(.cancel, isOwn: { _ in true }) == nil)
  }

  @Test mutating func fingersOnOtherSurfacesAreNotOurs() {
    _ = gatherer.handle(down(1), isOwn: { _ in false })
    _ = gatherer.handle(.motion(time: 6, id: 1, x: 3, y: 4), isOwn: { _ in false })
    _ = gatherer.handle(.up(serial: 1, time: 7, id: 1), isOwn: { _ in false })
    #expect(gatherer.isEmpty)
    _ = gatherer.handle(down(1), isOwn: { _ in true })
    #expect(gatherer.flush()?.events.count == 1)
  }

  @Test mutating func fingerCountsAgainAfterAReset() {
    _ = gatherer.handle(down(1), isOwn: { _ in true })
    _ = gatherer.flush()
    #expect(gatherer.reset(with: .lost) == TouchFrame([.lost]))
    #expect(gatherer.reset(with: .lost) == nil)
    _ = gatherer.handle(.motion(time: 6, id: 1, x: 3, y: 4), isOwn: { _ in true })
    _ = gatherer.handle(.up(serial: 1, time: 7, id: 1), isOwn: { _ in true })
    #expect(gatherer.isEmpty)
    _ = gatherer.handle(down(1, at: 8), isOwn: { _ in true })
    #expect(gatherer.flush() == TouchFrame([.down(id: 1, at: Point(1, 2), milliseconds: 8)]))
  }

  @Test mutating func aRepeatedDownIsPassedOn() {
    _ = gatherer.handle(down(1), isOwn: { _ in true })
    _ = gatherer.handle(down(1, 9, 9), isOwn: { _ in true })
    #expect(gatherer.flush()?.events.count == 2)
  }

  @Test func seatsDoNotShareIds() {
    var second = TouchGatherer(idOffset: 1000)
    _ = second.handle(down(1), isOwn: { _ in true })
    _ = second.handle(.up(serial: 1, time: 7, id: 1), isOwn: { _ in true })
    #expect(
      second.flush()
        == TouchFrame([.down(id: 1001, at: Point(1, 2), milliseconds: 5), .up(id: 1001, milliseconds: 7)]))
  }

  @Test mutating func aFloodOfFingersIsSurvived() {
    for id in Int32.min..<Int32.min + 5000 { _ = gatherer.handle(down(id), isOwn: { _ in id % 2 == 0 }) }
    _ = gatherer.reset(with: .lost)
    #expect(!gatherer.hasContacts)
  }
}
