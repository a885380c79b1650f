import Glibc
import TestCompositor
import Testing
import Wayland

@MainActor
@Suite(.serialized)
struct ConnectionTests {
  private func connected() throws -> (TestCompositor, Connection) {
    let compositor = try TestCompositor()
    return (compositor, try Connection(to: .descriptor(try compositor.connectClient())))
  }

  @Test func lostCompositorIsDetected() throws {
    let (compositor, connection) = try connected()
    defer { compositor.stop() }
    _ = try Registry(connection)
    #expect(connection.failure == nil)
    compositor.disconnect()
    #expect(throws: ConnectionError.self) { try connection.roundtrip() }
    guard case .disconnected = connection.failure else {
      Issue.record("\(String(describing: connection.failure))")
      return
    }
    // A loop that ignores errors fails at once every time, instead of spinning.
    for _ in 0..<3 { #expect(throws: ConnectionError.self) { try connection.prepareRead() } }
    connection.close()
  }

  @Test func aCompositorThatHangsTimesOut() throws {
    let (compositor, connection) = try connected()
    defer { compositor.stop() }
    _ = try Registry(connection)
    compositor.hang()
    #expect(throws: ConnectionError.timedOut) { try connection.roundtrip(timeoutMilliseconds: 30) }
    compositor.resume()
    try connection.roundtrip()
    connection.close()
  }

  @Test func aFullSocketIsReportedAndLosesNothing() throws {
    let (compositor, connection) = try connected()
    defer { compositor.stop() }
    let surface = try Registry(connection).bind(WlCompositor.self).createSurface()
    try connection.roundtrip()
    compositor.hang()
    var commits = 0
    repeat {
      surface.commit()
      commits += 1
    } while try connection.flush() == .done && commits < 1_000_000
    #expect(try connection.flush() == .blocked)
    compositor.resume()
    try connection.roundtrip()
    #expect(compositor.surfaces.first?.commits == commits)
    connection.close()
  }

  @Test func aHandlerMayCloseTheConnection() throws {
    let (compositor, connection) = try connected()
    defer { compositor.stop() }
    var isDone = false
    connection.display.sync().onEvent = { _ in
      connection.close()
      isDone = true
    }
    // The reply to the roundtrip may or may not arrive in the same batch before the close.
    try? connection.roundtrip()
    #expect(isDone && connection.isClosed)
    #expect(connection.failure == .closed)
    try compositor.waitForDisconnect()
  }

  @Test func theStepsOfALoopDeliverEvents() throws {
    let (compositor, connection) = try connected()
    defer { compositor.stop() }
    var isDone = false
    connection.display.sync().onEvent = { _ in isDone = true }
    try connection.prepareRead()
    connection.cancelRead()
    while !isDone {
      try connection.prepareRead()
      #expect(try connection.flush() == .done)
      var descriptor = pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&descriptor, 1, 20_000) == 1)
      try connection.readEvents()
      try connection.dispatchPending()
    }
    connection.close()
  }
}
