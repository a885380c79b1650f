import Foundation
import TestCompositor
import Testing
import Wayland

/// Edge cases of objects that exist on both sides of a socket.
@MainActor
@Suite(.serialized)
struct ProxyTests {
  private func connected() throws -> (TestCompositor, Connection, Registry) {
    var options = CompositorOptions()
    options.offered = CompositorOptions.everything
    let compositor = try TestCompositor(options)
    let connection = try Connection(to: .descriptor(try compositor.connectClient()))
    return (compositor, connection, try Registry(connection))
  }

  @Test func objectCanBeDestroyedByItsEvent() throws {
    let (compositor, connection, registry) = try connected()
    defer { compositor.stop() }
    let surface = try registry.bind(WlCompositor.self).createSurface()
    surface.commit()
    let touch = try registry.bind(WlSeat.self).getTouch()
    var events = 0
    touch.onEvent = { [unowned touch] _ in
      events += 1
      touch.release()
      touch.onEvent = nil
    }
    try connection.roundtrip()
    let id = try #require(compositor.surfaces.first?.id)
    compositor.touchDown(id: 1, x: 0, y: 0, surface: id)
    compositor.touchUp(id: 1, surface: id)
    try connection.roundtrip()
    #expect(events == 1)
    #expect(!touch.isAlive)
    connection.close()
  }

  @Test func eventsAfterDestroyingAreDropped() throws {
    let (compositor, connection, registry) = try connected()
    defer { compositor.stop() }
    let seat = try registry.bind(WlSeat.self)
    var events = 0
    seat.onEvent = { _ in events += 1 }
    try connection.roundtrip()
    let before = events
    compositor.setCapabilities([.pointer])
    seat.release()
    seat.release()
    try connection.roundtrip()
    #expect(events == before)
    connection.close()
  }

  @Test func endedObjectIsReusedForANewOne() throws {
    let (compositor, connection, registry) = try connected()
    defer { compositor.stop() }
    _ = registry
    let callback = connection.display.sync()
    var answers = 0
    callback.onEvent = { _ in answers += 1 }
    try connection.roundtrip()
    #expect(answers == 1 && callback.hasEnded)
    #expect(connection.display.sync(into: callback) === callback)
    #expect(callback.isAlive)
    try connection.roundtrip()
    #expect(answers == 2 && callback.hasEnded)
    connection.close()
    #expect(connection.display.sync(into: callback) === callback)
    #expect(!callback.isAlive)
  }

  @Test func anObjectIsKeptUntilItIsDestroyed() throws {
    let (compositor, connection, registry) = try connected()
    defer { compositor.stop() }
    var isDone = false
    weak var callback: WlCallback?
    func ask() {
      let made = connection.display.sync()
      made.onEvent = { _ in isDone = true }
      callback = made
    }
    ask()
    #expect(callback != nil)
    try connection.roundtrip()
    #expect(isDone)
    #expect(callback == nil)
    _ = registry
    connection.close()
  }

  @Test func destroyedObjectArrivesAsNil() throws {
    let (compositor, connection, registry) = try connected()
    defer { compositor.stop() }
    let surface = try registry.bind(WlCompositor.self).createSurface()
    let touch = try registry.bind(WlSeat.self).getTouch()
    var targets: [Bool] = []
    touch.onEvent = { event in
      if case .down(_, _, let target, _, _, _) = event { targets.append(target != nil) }
    }
    try connection.roundtrip()
    let id = try #require(compositor.surfaces.first?.id)
    compositor.touchDown(id: 1, x: 0, y: 0, surface: id)
    surface.destroy()
    try connection.roundtrip()
    #expect(targets == [false])
    connection.close()
  }

  @Test func unknownValuesAreKept() throws {
    let (compositor, connection, registry) = try connected()
    defer { compositor.stop() }
    let seat = try registry.bind(WlSeat.self)
    var seen: WlSeat.Capability?
    seat.onEvent = { event in if case .capabilities(let value) = event { seen = value } }
    compositor.setCapabilities(WlSeat.Capability(rawValue: 0x4000_0004))
    try connection.roundtrip()
    #expect(seen?.rawValue == 0x4000_0004)
    #expect(seen?.contains(.touch) == true)
    connection.close()
  }

  @Test func eventsMakeObjects() throws {
    let (compositor, connection, registry) = try connected()
    defer { compositor.stop() }
    let manager = try registry.bind(ZwlrForeignToplevelManagerV1.self)
    var titles: [String] = []
    var isFinished = false
    manager.onEvent = { event in
      switch event {
      case .toplevel(let handle):
        handle.onEvent = { [unowned handle] event in
          if case .title(let title) = event { titles.append(title) }
          if case .closed = event { handle.destroy() }
        }
      case .finished: isFinished = true
      }
    }
    let number = compositor.addForeignToplevel(title: "Ein Fenster", appID: "x")
    try connection.roundtrip()
    compositor.removeForeignToplevel(number)
    manager.stop()
    try connection.roundtrip()
    #expect(titles == ["Ein Fenster"])
    #expect(isFinished && !manager.isAlive)
    // A request to destroy an object during an event leaves with the next flush.
    try connection.roundtrip()
    #expect(compositor.requests("zwlr_foreign_toplevel_handle_v1", "destroy").count == 1)
    connection.close()
  }

  @Test func unusedDescriptorsAreClosed() throws {
    let (compositor, connection, registry) = try connected()
    defer { compositor.stop() }
    compositor.setCapabilities([.keyboard])
    let seat = try registry.bind(WlSeat.self)
    _ = seat.getKeyboard()
    try connection.roundtrip()
    let before = try openDescriptors()
    for _ in 0..<20 { _ = seat.getKeyboard() }
    try connection.roundtrip()
    // The compositor closes its own descriptors after it has sent them: let it finish its turn.
    #expect(compositor.clientCount == 1)
    let after = try openDescriptors()
    #expect(after.count - before.count < 10, "\(after)")
    connection.close()
  }

  /// Returns the targets of this process's descriptors.
  private func openDescriptors() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
  }

  @Test func longTextDoesNotEndTheConnection() throws {
    let (compositor, connection, registry) = try connected()
    defer { compositor.stop() }
    let surface = try registry.bind(WlCompositor.self).createSurface()
    let shellSurface = try registry.bind(XdgWmBase.self).getXdgSurface(surface: surface)
    shellSurface.getToplevel().setTitle(title: String(repeating: "Ö", count: 5000))
    try connection.roundtrip()
    let title = try #require(compositor.requests("xdg_toplevel", "set_title").first?.arguments.first)
    #expect(title == String(repeating: "Ö", count: 2000))
    connection.close()
  }

  @Test func nothingIsSentAfterClosing() throws {
    let (compositor, connection, registry) = try connected()
    defer { compositor.stop() }
    let maker = try registry.bind(WlCompositor.self)
    let surface = maker.createSurface()
    connection.close()
    connection.close()
    surface.commit()
    surface.attach(buffer: nil, x: 0, y: 0)
    surface.destroy()
    #expect(!maker.createSurface().isAlive)
    #expect(connection.failure == .closed)
    #expect(connection.fileDescriptor == -1)
    #expect(throws: ConnectionError.closed) { try connection.roundtrip() }
  }
}
