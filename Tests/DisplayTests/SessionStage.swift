import Display
import EventLoop
import Gestures
import TestCompositor
import Testing
import Wayland

/// A session on the test compositor, with a record of all of its events.
@MainActor
final class SessionStage {
  let compositor: TestCompositor
  let loop: EventLoop
  let session: WaylandSession
  private let painter: Painter

  private(set) var configurations: [WindowConfiguration] = []
  private(set) var touches: [TouchEvent] = []
  private(set) var keyboardTouches: [TouchEvent] = []
  private(set) var keys: [KeyEvent] = []
  /// The number of touches before each key.
  private(set) var touchesBeforeKeys: [Int] = []
  private(set) var scrolls: [ScrollEvent.Kind] = []
  private(set) var swipes: [Edge] = []
  private(set) var focus: [Bool] = []
  private(set) var predictions: [Double] = []
  private(set) var closeRequests = 0
  private(set) var disconnections: [ConnectionError] = []
  /// Called in each frame before painting.
  var onFrame: () -> Void = {}
  /// Whether the stage paints frames.
  var paints = true

  init(
    _ options: CompositorOptions = CompositorOptions(), window: WindowOptions = WindowOptions(),
    _ change: (inout CompositorOptions) -> Void = { _ in }
  ) throws {
    var options = options
    change(&options)
    compositor = try TestCompositor(options)
    loop = try EventLoop()
    session = try WaylandSession(
      loop: loop, endpoint: .descriptor(try compositor.connectClient()), options: window)
    painter = try Painter(session)
    session.onEvent = { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: WindowEvent) {
    switch event {
    case .configured(let configuration): configurations.append(configuration)
    case .touch(let frame): touches += frame.events
    case .keyboardTouch(let frame): keyboardTouches += frame.events
    case .key(let key):
      // Drops the stamps, which the tests do not compare.
      keys.append(KeyEvent(key.key, key.phase, modifiers: key.modifiers))
      touchesBeforeKeys.append(touches.count)
    case .scroll(let scroll): scrolls.append(scroll.kind)
    case .stripSwiped(let edge): swipes.append(edge)
    case .focus(let hasFocus): focus.append(hasFocus)
    case .frame(let time): draw(time)
    case .closed: closeRequests += 1
    case .disconnected(let reason): disconnections.append(reason)
    }
  }

  private func draw(_ time: Double) {
    predictions.append(time)
    onFrame()
    if paints, let configuration = configurations.last {
      session.frameClock.present { painter.paint(configuration) }
    }
  }

  /// Turns the loop until `condition` holds. Returns false after a time-out.
  func wait(until condition: () -> Bool) throws -> Bool {
    let limit = EventLoop.now + 60
    while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.02) }
    return condition()
  }

  /// Turns the loop until the first frame is visible.
  func show() throws {
    try #require(try wait { compositor.window()?.pixels != nil })
  }

  /// Turns the loop until both sides have received all messages and their replies.
  func settle() throws {
    for _ in 0..<2 {
      var isDone = false
      session.connection.display.sync().onEvent = { _ in isDone = true }
      try #require(try wait { isDone })
      for _ in 0..<3 { try loop.step(timeout: 0) }
    }
  }

  /// Turns the loop until it sleeps for 0.3 s. Returns false if it keeps waking.
  ///
  /// Some of the compositor's messages may come late, for example releases of buffers.
  func comesToRest() throws -> Bool {
    for _ in 0..<20 {
      let start = EventLoop.now
      try loop.step(timeout: 0.3)
      if EventLoop.now - start >= 0.29 { return true }
    }
    return false
  }

  func end() {
    session.close()
    compositor.stop()
  }
}
