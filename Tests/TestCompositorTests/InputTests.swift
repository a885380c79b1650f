import Glibc
import TestCompositor
import Testing
import Wayland

@MainActor
@Suite(.serialized)
struct InputTests {
  private func connected(
    _ capabilities: WlSeat.Capability
  ) throws -> (TestCompositor, ShmClient, WlSeat) {
    var options = CompositorOptions()
    options.capabilities = capabilities
    let compositor = try TestCompositor(options)
    let client = try ShmClient(compositor)
    try client.draw([0, 0, 0, 255], width: 8, height: 8)
    return (compositor, client, try client.registry.bind(WlSeat.self))
  }

  @Test func touchesArriveAsTheTestMakesThem() throws {
    let (compositor, client, seat) = try connected([.touch])
    defer { compositor.stop() }
    let touch = seat.getTouch()
    var log: [String] = []
    touch.onEvent = { [surface = client.surface] event in
      switch event {
      case .down(_, let time, let target, let id, let x, let y):
        log.append("down \(id) \(x) \(y) \(time) \(target === surface)")
      case .motion(let time, let id, let x, let y): log.append("motion \(id) \(x) \(y) \(time)")
      case .up(_, let time, let id): log.append("up \(id) \(time)")
      case .frame: log.append("frame")
      case .cancel: log.append("cancel")
      case .shape(let id, let major, let minor): log.append("shape \(id) \(major) \(minor)")
      case .orientation: log.append("orientation")
      }
    }
    try client.connection.roundtrip()
    compositor.touchDown(id: 288, x: 10.5, y: -3.25, milliseconds: 7)
    compositor.touchMotion(id: 288, x: 11, y: 4, milliseconds: 8, frame: false)
    compositor.touchShape(id: 288, major: 2, minor: 1, frame: false)
    compositor.touchFrame()
    compositor.touchUp(id: 99, milliseconds: 9)
    compositor.touchCancel()
    try client.connection.roundtrip()
    #expect(
      log == [
        "down 288 10.5 -3.25 7 true", "frame", "motion 288 11.0 4.0 8", "shape 288 2.0 1.0", "frame",
        "up 99 9",
        "frame", "cancel",
      ])
    client.connection.close()
  }

  @Test func capabilitiesComeAndGo() throws {
    let (compositor, client, seat) = try connected([.touch])
    defer { compositor.stop() }
    var seen: [WlSeat.Capability] = []
    seat.onEvent = { event in if case .capabilities(let value) = event { seen.append(value) } }
    try client.connection.roundtrip()
    compositor.setCapabilities([.pointer, .keyboard])
    compositor.setCapabilities([])
    try client.connection.roundtrip()
    #expect(seen == [[.touch], [.pointer, .keyboard], []])
    client.connection.close()
  }

  @Test func thePointerEntersBeforeItMoves() throws {
    let (compositor, client, seat) = try connected([.pointer])
    defer { compositor.stop() }
    let pointer = seat.getPointer()
    var log: [String] = []
    pointer.onEvent = { event in
      switch event {
      case .enter(_, _, let x, let y): log.append("enter \(x) \(y)")
      case .motion(_, let x, let y): log.append("motion \(x) \(y)")
      case .button(_, _, let button, let state): log.append("button \(button) \(state.rawValue)")
      case .axisValue120(_, let value): log.append("wheel \(value)")
      case .axis(_, _, let value): log.append("axis \(value)")
      case .leave: log.append("leave")
      default: break
      }
    }
    try client.connection.roundtrip()
    compositor.pointerMotion(x: 1, y: 2)
    compositor.pointerMotion(x: 3, y: 4)
    compositor.pointerButton(isPressed: true)
    compositor.pointerAxis(.verticalScroll, by: 15, clicks: 1)
    compositor.pointerLeave()
    try client.connection.roundtrip()
    #expect(
      log == ["enter 1.0 2.0", "motion 3.0 4.0", "button 272 1", "wheel 120", "axis 15.0", "leave"])
    client.connection.close()
  }

  @Test func keysFollowAKeymapAndTheFocus() throws {
    let (compositor, client, seat) = try connected([.keyboard])
    defer { compositor.stop() }
    let keyboard = seat.getKeyboard()
    var log: [String] = []
    keyboard.onEvent = { event in
      switch event {
      case .keymap(let format, let fd, let size):
        log.append("keymap \(format.rawValue) \(size > 0)")
        close(fd)
      case .enter: log.append("enter")
      case .key(_, _, let key, let state): log.append("key \(key) \(state.rawValue)")
      default: break
      }
    }
    try client.connection.roundtrip()
    compositor.press(28)
    try client.connection.roundtrip()
    #expect(log == ["keymap 1 true", "enter", "key 28 1", "key 28 0"])
    client.connection.close()
  }
}
