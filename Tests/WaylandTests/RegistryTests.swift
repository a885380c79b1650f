import TestCompositor
import Testing
import Wayland

@MainActor
@Suite(.serialized)
struct RegistryTests {
  private func connected(_ offered: [ProtocolInterface: UInt32]) throws -> (TestCompositor, Connection) {
    var options = CompositorOptions()
    options.offered = offered
    let compositor = try TestCompositor(options)
    return (compositor, try Connection(to: .descriptor(try compositor.connectClient())))
  }

  @Test func missingOrOldGlobalIsNamed() throws {
    let (compositor, connection) = try connected([.wlSeat: 2])
    defer { compositor.stop() }
    let registry = try Registry(connection)
    #expect(throws: RegistryError.missing(interface: "wl_compositor")) {
      try registry.bind(WlCompositor.self)
    }
    #expect(throws: RegistryError.tooOld(interface: "wl_seat", offered: 2, needed: 5)) {
      try registry.bind(WlSeat.self, atLeast: 5)
    }
    #expect(registry.bindIfOffered(WlSeat.self, atLeast: 3) == nil)
    #expect(try registry.bind(WlSeat.self).version == 2)
    connection.close()
  }

  @Test func objectsHaveTheVersionOfTheirMaker() throws {
    let (compositor, connection) = try connected([.wlSeat: 5])
    defer { compositor.stop() }
    let seat = try Registry(connection).bind(WlSeat.self)
    #expect(seat.version == 5)
    #expect(seat.getTouch().version == 5)
    connection.close()
  }

  @Test func globalsComeAndGo() throws {
    let (compositor, connection) = try connected([:])
    defer { compositor.stop() }
    let registry = try Registry(connection)
    var log: [String] = []
    registry.onAdded = { log.append("+ \($0.interface) \($0.version)") }
    registry.onRemoved = { log.append("- \($0.interface)") }
    compositor.offer(.wpViewporter)
    try connection.roundtrip()
    #expect(registry.globals.map(\.interface) == ["wp_viewporter"])
    compositor.withdraw(.wpViewporter)
    try connection.roundtrip()
    #expect(log == ["+ wp_viewporter 1", "- wp_viewporter"])
    #expect(registry.globals.isEmpty)
    connection.close()
  }

  @Test func droppedRegistryIsHarmless() throws {
    let (compositor, connection) = try connected([.wlSeat: 5])
    defer { compositor.stop() }
    let seat = try Registry(connection).bind(WlSeat.self)
    compositor.offer(.wpViewporter)
    try connection.roundtrip()
    #expect(seat.isAlive)
    connection.close()
  }

  @Test func missingDestructorDestroysLocally() throws {
    let (compositor, connection) = try connected([.wlSeat: 1])
    defer { compositor.stop() }
    let seat = try Registry(connection).bind(WlSeat.self)
    seat.release()
    #expect(!seat.isAlive)
    try connection.roundtrip()
    #expect(compositor.requests("wl_seat", "release").isEmpty)
    connection.close()
  }
}
