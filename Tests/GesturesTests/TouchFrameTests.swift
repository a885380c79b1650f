import RotundaGeometry
import Gestures
import Testing

struct TouchFrameTests {
  @Test func frameKeepsTheOrderOfEvents() {
    let frame = TouchFrame([.down(id: 7, at: Point(1, 2), milliseconds: 5), .up(id: 7, milliseconds: 6)])
    #expect(frame.events.count == 2)
    #expect(frame.events.last == .up(id: 7, milliseconds: 6))
  }
}
