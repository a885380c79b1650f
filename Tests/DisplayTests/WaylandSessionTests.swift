import Display
import EventLoop
import TestCompositor
import Testing
import Wayland

@MainActor
@Suite(.serialized)
struct WaylandSessionTests {
  @Test func lostCompositorIsReportedOnceWithoutSpinning() throws {
    let stage = try SessionStage { $0.capabilities = [.touch, .keyboard] }
    defer { stage.end() }
    try stage.show()
    stage.compositor.touchDown(id: 1, x: 1, y: 1)
    stage.compositor.key(28, isPressed: true)
    #expect(try stage.wait { stage.touches.count == 1 && stage.keys.count == 1 })
    stage.compositor.disconnect()
    #expect(try stage.wait { !stage.disconnections.isEmpty })
    #expect(stage.touches.last == .lost)
    #expect(stage.keys.last?.phase == .released)
    let frames = stage.predictions.count
    stage.session.frameClock.request()
    let start = EventLoop.now
    try stage.loop.step(timeout: 0.1)
    #expect(EventLoop.now - start >= 0.09, "the loop still waits for the dead socket")
    #expect(stage.disconnections.count == 1)
    #expect(stage.predictions.count == frames)
  }

  @Test func hangingCompositorDoesNotBlockTheLoop() throws {
    let stage = try SessionStage()
    defer { stage.end() }
    try stage.show()
    stage.compositor.hang()
    var isDue = false
    let deadline = try stage.loop.addDeadline { isDue = true }
    deadline.set(EventLoop.now + 0.05)
    stage.session.frameClock.request()
    for _ in 0..<100 { stage.session.window.setTitle("still here") }
    #expect(try stage.wait { isDue })
    stage.compositor.resume()
    try stage.settle()
    #expect(stage.disconnections.isEmpty)
  }

  @Test func protocolErrorIsReportedWithItsReason() throws {
    let stage = try SessionStage()
    defer { stage.end() }
    try stage.show()
    stage.session.window.surface.setBufferScale(scale: -1)
    stage.session.window.surface.commit()
    #expect(try stage.wait { !stage.disconnections.isEmpty })
  }

  @Test func failedFirstFrameIsRepeated() throws {
    let stage = try SessionStage()
    defer { stage.end() }
    stage.paints = false
    stage.onFrame = { [unowned stage] in
      guard stage.predictions.count < 3 else { return stage.paints = true }
      stage.session.frameClock.present { false }
      stage.session.frameClock.request()
    }
    try stage.show()
    #expect(stage.predictions.count == 3)
  }

  @Test func loopSleepsAtRest() throws {
    let stage = try SessionStage { $0.capabilities = [.touch, .pointer, .keyboard] }
    defer { stage.end() }
    try stage.show()
    for _ in 0..<10 {
      try stage.settle()
      try stage.loop.step(timeout: 0.02)
    }
    let frames = stage.predictions.count
    #expect(try stage.comesToRest())
    #expect(stage.predictions.count == frames)
  }

  @Test func noEventsArriveAfterClose() throws {
    let stage = try SessionStage()
    try stage.show()
    stage.compositor.touchDown(id: 1, x: 1, y: 1)
    stage.session.close()
    stage.session.close()
    try stage.loop.step(timeout: 0.02)
    #expect(stage.touches.isEmpty)
    try stage.compositor.waitForDisconnect()
    stage.compositor.stop()
  }

  @Test func laterGlobalsAreReported() throws {
    let stage = try SessionStage()
    defer { stage.end() }
    var seen: [String] = []
    stage.session.onGlobal = { seen.append("\($0.interface) \($1)") }
    stage.compositor.offer(.wpPresentation)
    #expect(try stage.wait { seen == ["wp_presentation true"] })
    stage.compositor.withdraw(.wpPresentation)
    #expect(try stage.wait { seen == ["wp_presentation true", "wp_presentation false"] })
  }
}
