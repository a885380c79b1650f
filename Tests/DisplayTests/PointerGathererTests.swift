import RotundaGeometry
import Gestures
import Testing
import Wayland

@testable import Display

@MainActor
struct PointerGathererTests {
  private let left: UInt32 = 0x110
  private let right: UInt32 = 0x111

  private func frame(_ events: [WlPointer.Event]) -> [TouchEvent] {
    var gatherer = PointerGatherer()
    events.forEach { gatherer.handle($0) }
    return gatherer.flushTouches()?.events ?? []
  }

  private func button(_ button: UInt32, _ state: WlPointer.ButtonState, at time: UInt32) -> WlPointer.Event {
    .button(serial: 1, time: time, button: button, state: state)
  }

  @Test func dragWithTheButtonIsAFinger() {
    let contact = PointerGatherer.contact
    #expect(
      frame([
        .enter(serial: 1, surface: nil, surfaceX: 10, surfaceY: 20),
        .motion(time: 1, surfaceX: 11, surfaceY: 20),
        button(left, .pressed, at: 2), .motion(time: 3, surfaceX: 15, surfaceY: 21),
        .motion(time: 4, surfaceX: 15, surfaceY: 21), button(left, .released, at: 5),
        .motion(time: 6, surfaceX: 99, surfaceY: 99),
      ]) == [
        .down(id: contact, at: Point(11, 20), milliseconds: 2),
        .motion(id: contact, at: Point(15, 21), milliseconds: 3), .up(id: contact, milliseconds: 5),
      ])
  }

  @Test func otherButtonsAndRepeatedStatesDoNothing() {
    #expect(frame([button(right, .pressed, at: 1), button(right, .released, at: 2)]).isEmpty)
    #expect(frame([button(left, .released, at: 1)]).isEmpty)
    #expect(frame([button(left, .pressed, at: 1), button(left, .pressed, at: 2)]).count == 1)
  }

  @Test func leavingWithTheButtonCancelsTheContact() {
    let events = frame([button(left, .pressed, at: 1), .leave(serial: 2, surface: nil)])
    #expect(events.last == .cancelContact(id: PointerGatherer.contact))
    #expect(frame([.leave(serial: 2, surface: nil)]).isEmpty)
  }
}

@MainActor
struct ScrollGathererTests {
  private func scrolls(_ frames: [[WlPointer.Event]]) -> [ScrollEvent.Kind] {
    var gatherer = PointerGatherer()
    return frames.flatMap { frame in
      frame.forEach { gatherer.handle($0) }
      return gatherer.flushScrolls().map(\.kind)
    }
  }

  private let down = WlPointer.Axis.verticalScroll
  private let across = WlPointer.Axis.horizontalScroll

  @Test func aWheelCountsSteps() {
    let wheel = WlPointer.Event.axisSource(axisSource: .wheel)
    #expect(
      scrolls([
        [wheel, .axisDiscrete(axis: down, discrete: 1), .axis(time: 1, axis: down, value: 15)],
        [wheel, .axisDiscrete(axis: down, discrete: -2), .axis(time: 2, axis: down, value: -30)],
        [wheel, .axisDiscrete(axis: across, discrete: 1), .axis(time: 3, axis: across, value: 15)],
      ]) == [.steps(x: 0, y: 1), .steps(x: 0, y: -2), .steps(x: 1, y: 0)])
  }

  @Test func aFineWheelCompletesStepsOverFrames() {
    let third: [WlPointer.Event] = [
      .axisSource(axisSource: .wheel), .axisValue120(axis: down, value120: 40),
      .axis(time: 1, axis: down, value: 5),
    ]
    #expect(scrolls([third, third]) == [])
    #expect(scrolls([third, third, third, third, third, third]) == [.steps(x: 0, y: 1), .steps(x: 0, y: 1)])
    let back: [WlPointer.Event] = [
      .axisSource(axisSource: .wheel), .axisValue120(axis: down, value120: -120),
    ]
    #expect(scrolls([third, third, back]) == [.steps(x: 0, y: -1)])
  }

  @Test func wheelWithoutStepsCountsByItsValue() {
    #expect(
      scrolls([[.axisSource(axisSource: .wheel), .axis(time: 1, axis: down, value: 30)]])
        == [.steps(x: 0, y: 2)])
  }

  @Test func stepsWithoutASourceAreAWheel() {
    #expect(
      scrolls([[.axis(time: 1, axis: down, value: 15), .axisDiscrete(axis: down, discrete: 1)]])
        == [.steps(x: 0, y: 1)])
  }

  @Test func fingersMoveTheContentWithThem() {
    let finger = WlPointer.Event.axisSource(axisSource: .finger)
    #expect(
      scrolls([
        [finger, .axis(time: 1, axis: across, value: -3.5)],
        [finger, .axis(time: 2, axis: across, value: -2), .axis(time: 2, axis: down, value: 1)],
        [finger, .axisStop(time: 3, axis: across)],
        [finger, .axisStop(time: 3, axis: down)],
        [finger, .axisStop(time: 4, axis: down)],
      ]) == [.moved(Point(3.5, 0)), .moved(Point(2, -1)), .stopped])
  }

  @Test func stopWithoutAMovementIsIgnored() {
    #expect(scrolls([[.axisSource(axisSource: .finger), .axisStop(time: 3, axis: across)]]) == [])
  }

  @Test func nonsenseIsBounded() {
    let unknown = WlPointer.Axis(rawValue: 77)
    #expect(scrolls([[.axis(time: 1, axis: unknown, value: 15)]]) == [])
    let flood = [WlPointer.Event](
      repeating: .axisDiscrete(axis: down, discrete: .max), count: 1000)
    #expect(scrolls([flood]) == [.steps(x: 0, y: 100)])
  }
}
