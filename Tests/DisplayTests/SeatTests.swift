import Display
import RotundaGeometry
import Gestures
import TestCompositor
import Testing
import Wayland

@MainActor
@Suite(.serialized)
struct SeatTests {
  private func stage(_ capabilities: WlSeat.Capability) throws -> SessionStage {
    let stage = try SessionStage { $0.capabilities = capabilities }
    try stage.show()
    try stage.settle()
    return stage
  }

  // MARK: Touch

  @Test(arguments: [true, false])
  func touchesArriveWithAndWithoutFrames(frames: Bool) throws {
    let stage = try stage(.touch)
    defer { stage.end() }
    stage.compositor.touchDown(id: 288, x: 10.5, y: 20, milliseconds: 1, frame: frames)
    stage.compositor.touchMotion(id: 288, x: 11, y: 21, milliseconds: 2, frame: frames)
    stage.compositor.touchUp(id: 288, milliseconds: 3, frame: frames)
    try stage.settle()
    #expect(
      stage.touches == [
        .down(id: 288, at: Point(10.5, 20), milliseconds: 1),
        .motion(id: 288, at: Point(11, 21), milliseconds: 2), .up(id: 288, milliseconds: 3),
      ])
  }

  /// cage 0.1.4 ends no touch frame, and a busy launcher reads both events at once.
  @Test(arguments: [true, false])
  func aTouchBeforeAKeyComesBeforeIt(frames: Bool) throws {
    let stage = try stage([.touch, .keyboard])
    defer { stage.end() }
    try stage.compositor.waitForDevice(.wlKeyboard)
    stage.compositor.keyboardEnter()
    try stage.settle()
    stage.compositor.atOnce {
      stage.compositor.touchDown(id: 1, x: 10, y: 20, frame: frames)
      stage.compositor.touchUp(id: 1, frame: frames)
      stage.compositor.press(105)
    }
    try stage.settle()
    #expect(stage.touchesBeforeKeys.first == 2)
  }

  @Test func unpluggedTouchscreenLosesItsFingers() throws {
    let stage = try stage(.touch)
    defer { stage.end() }
    stage.compositor.touchDown(id: 1, x: 10, y: 20)
    try stage.settle()
    stage.compositor.setCapabilities([])
    #expect(try stage.wait { stage.touches.last == .lost })
    stage.compositor.setCapabilities(.touch)
    try stage.settle()
    stage.compositor.touchDown(id: 1, x: 5, y: 6, milliseconds: 9)
    #expect(try stage.wait { stage.touches.last == .down(id: 1, at: Point(5, 6), milliseconds: 9) })
    #expect(stage.compositor.violations == [])
  }

  @Test func aSeatThatComesLateIsUsed() throws {
    let stage = try SessionStage { $0.offered[.wlSeat] = nil }
    defer { stage.end() }
    try stage.show()
    #expect(stage.session.seats.isEmpty)
    stage.compositor.offer(.wlSeat)
    #expect(try stage.wait { stage.session.seats.count == 1 })
    try stage.settle()
    stage.compositor.touchDown(id: 1, x: 5, y: 6)
    #expect(try stage.wait { stage.touches.count == 1 })
    stage.compositor.withdraw(.wlSeat)
    #expect(try stage.wait { stage.touches.last == .lost && stage.session.seats.isEmpty })
  }

  @Test func losingTheFrontLosesTheFingers() throws {
    let stage = try stage(.touch)
    defer { stage.end() }
    #expect(try stage.wait { stage.focus == [true] })
    stage.compositor.touchDown(id: 1, x: 5, y: 6)
    #expect(try stage.wait { stage.touches.count == 1 })
    stage.compositor.resize(width: 640, height: 480, states: [.fullscreen])
    #expect(try stage.wait { stage.touches.last == .lost })
    stage.compositor.touchUp(id: 1)
    try stage.settle()
    #expect(stage.touches.last == .lost)
  }

  @Test func aFloodOfTouchesIsNoHarm() throws {
    let stage = try stage(.touch)
    defer { stage.end() }
    for id: Int32 in 0..<500 {
      stage.compositor.touchDown(id: id &* 7919, x: 1, y: 1, frame: id % 3 == 0)
      // The compositor disconnects clients that do not read.
      if id % 50 == 0 { try stage.settle() }
    }
    stage.compositor.touchCancel()
    #expect(try stage.wait { stage.touches.last == .cancel })
    #expect(stage.touches.count == 501)
  }

  // MARK: Pointer

  @Test func pointerDragsScrollsAndShowsACursor() throws {
    let stage = try stage([.touch, .pointer])
    defer { stage.end() }
    stage.compositor.pointerMotion(x: 10, y: 10)
    try stage.settle()
    #expect(stage.compositor.requests("wl_pointer", "set_cursor").count == 1)
    let surfaces = stage.compositor.surfaces.count
    stage.compositor.pointerMotion(x: 12, y: 10)
    #expect(try stage.wait { stage.compositor.requests("wl_pointer", "set_cursor").count == 2 })
    #expect(stage.compositor.surfaces.count == surfaces + 1)
    stage.compositor.touchDown(id: 1, x: 5, y: 6)
    #expect(try stage.wait { stage.compositor.requests("wl_pointer", "set_cursor").count == 3 })
    stage.compositor.pointerMotion(x: 14, y: 10)
    #expect(try stage.wait { stage.compositor.requests("wl_pointer", "set_cursor").count == 4 })
    // The pointer stands still.
    #expect(try stage.wait { stage.compositor.requests("wl_pointer", "set_cursor").count == 5 })
    stage.compositor.pointerMotion(x: 16, y: 10)
    #expect(try stage.wait { stage.compositor.requests("wl_pointer", "set_cursor").count == 6 })
  }

  @Test func aButtonIsAFinger() throws {
    let stage = try stage(.pointer)
    defer { stage.end() }
    stage.compositor.pointerMotion(x: 10, y: 10)
    stage.compositor.pointerButton(isPressed: true, milliseconds: 1)
    stage.compositor.pointerMotion(x: 30, y: 12, milliseconds: 2)
    stage.compositor.pointerButton(isPressed: false, milliseconds: 3)
    try stage.settle()
    let id = PointerGatherer.contact
    #expect(
      stage.touches == [
        .down(id: id, at: Point(10, 10), milliseconds: 1),
        .motion(id: id, at: Point(30, 12), milliseconds: 2),
        .up(id: id, milliseconds: 3),
      ])
  }

  @Test func theMiceOfTwoSeatsAreTwoFingers() throws {
    let stage = try stage(.pointer)
    defer { stage.end() }
    stage.compositor.addSeat()
    #expect(try stage.wait { stage.session.seats.count == 2 })
    try stage.settle()
    stage.compositor.pointerMotion(x: 10, y: 10)
    stage.compositor.pointerButton(isPressed: true, milliseconds: 1)
    try stage.settle()
    let contacts = stage.touches.map { event in
      if case .down(let id, _, _) = event { id } else { Int32.max }
    }
    #expect(Set(contacts) == [PointerGatherer.contact, PointerGatherer.contact + 1])
  }

  @Test func changingSeatsNeverReportTheMouseContact() throws {
    let stage = try stage([.touch, .pointer])
    defer { stage.end() }
    for _ in 0..<130 {
      stage.compositor.withdraw(.wlSeat)
      stage.compositor.offer(.wlSeat)
      try stage.settle()
    }
    #expect(try stage.wait { stage.session.seats.count == 1 })
    try stage.settle()
    stage.compositor.touchDown(id: 0, x: 10, y: 20, milliseconds: 1)
    try stage.settle()
    #expect(stage.touches == [.down(id: 0, at: Point(10, 20), milliseconds: 1)])
  }

  @Test func wheelsStepAndTouchpadsMove() throws {
    let stage = try stage(.pointer)
    defer { stage.end() }
    stage.compositor.pointerMotion(x: 10, y: 10)
    stage.compositor.pointerAxis(.verticalScroll, by: 15, clicks: 1)
    stage.compositor.pointerAxis(.horizontalScroll, by: 4)
    stage.compositor.pointerAxisStop(.horizontalScroll)
    try stage.settle()
    #expect(stage.scrolls == [.steps(x: 0, y: 1), .moved(Point(-4, 0)), .stopped])
  }

  // MARK: Keyboard

  @Test func keysArriveWithTheirModifiers() throws {
    let stage = try stage(.keyboard)
    defer { stage.end() }
    stage.compositor.press(105)
    stage.compositor.modifiers(depressed: 1)
    stage.compositor.press(30)
    try stage.settle()
    #expect(
      stage.keys == [
        KeyEvent(.left), KeyEvent(.left, .released), KeyEvent(.character("A"), modifiers: .shift),
        KeyEvent(.character("A"), .released, modifiers: .shift),
      ])
  }

  @Test func leavingReleasesTheKeysAndEndsTheRepetition() throws {
    let stage = try stage(.keyboard)
    defer { stage.end() }
    stage.compositor.key(106, isPressed: true)
    #expect(try stage.wait { stage.keys.contains(KeyEvent(.right, .repeated)) })
    stage.compositor.keyboardLeave()
    #expect(try stage.wait { stage.keys.last == KeyEvent(.right, .released) })
    let count = stage.keys.count
    stage.compositor.key(106, isPressed: false)
    try stage.settle()
    #expect(stage.keys.count == count)
  }

  @Test func aKeyboardThatIsUnpluggedReleasesItsKeys() throws {
    let stage = try stage(.keyboard)
    defer { stage.end() }
    stage.compositor.key(28, isPressed: true)
    #expect(try stage.wait { stage.keys.first == KeyEvent(.enter) })
    stage.compositor.setCapabilities([])
    #expect(try stage.wait { stage.keys.last == KeyEvent(.enter, .released) })
  }
}
