import Foundation
import RealCompositors
import Testing
import Wayland

/// No package contains the XML of the wlr protocols, so sway tests the bindings. It would end the connection
/// at the first message whose signature differs from its own.
@MainActor
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sway"), "sway is not installed"),
  .serialized)
struct WlrProtocolTests {
  private func connected() throws -> (Compositor, Connection, Registry) {
    let sway = try Compositor(.sway, on: .headless(width: 640, height: 480))
    let connection = try Connection(to: .path(sway.scratch.runtime + "/" + sway.display))
    return (sway, connection, try Registry(connection))
  }

  @Test func aStripIsConfigured() throws {
    let (sway, connection, registry) = try connected()
    defer { sway.end() }
    let shell = try registry.bind(ZwlrLayerShellV1.self, atLeast: 4)
    let surface = try registry.bind(WlCompositor.self, atLeast: 4).createSurface()
    let strip = shell.getLayerSurface(surface: surface, output: nil, layer: .bottom, namespace: "test")
    var size: (UInt32, UInt32)?
    strip.onEvent = { [unowned strip] event in
      guard case .configure(let serial, let width, let height) = event else { return }
      size = (width, height)
      strip.ackConfigure(serial: serial)
    }
    strip.setSize(width: 0, height: 40)
    strip.setAnchor(anchor: [.bottom, .left, .right])
    strip.setExclusiveZone(zone: 40)
    strip.setMargin(top: 1, right: 2, bottom: 3, left: 4)
    strip.setKeyboardInteractivity(keyboardInteractivity: .onDemand)
    strip.setLayer(layer: .overlay)
    surface.commit()
    try connection.roundtrip()
    try connection.roundtrip()
    // The width is the screen's width minus the margins.
    #expect(size ?? (0, 0) == (634, 40))
    strip.destroy()
    shell.destroy()
    try connection.roundtrip()
    connection.close()
  }

  @Test func windowsAreListedAndTheScreenHasPower() throws {
    let (sway, connection, registry) = try connected()
    defer { sway.end() }
    let surface = try registry.bind(WlCompositor.self, atLeast: 4).createSurface()
    let manager = try registry.bind(ZwlrForeignToplevelManagerV1.self, atLeast: 3)
    var isFinished = false
    manager.onEvent = { event in if case .finished = event { isFinished = true } }
    manager.stop()
    let output = try registry.bind(WlOutput.self)
    let power = try registry.bind(ZwlrOutputPowerManagerV1.self).getOutputPower(output: output)
    var modes: [ZwlrOutputPowerV1.Mode] = []
    power.onEvent = { event in if case .mode(let mode) = event { modes.append(mode) } }
    try connection.roundtrip()
    power.setMode(mode: .on)
    try connection.roundtrip()
    power.destroy()
    surface.destroy()
    try connection.roundtrip()
    #expect(isFinished)
    #expect(modes.first == .on)
    connection.close()
  }

  @Test func aScreenIsTurned() throws {
    let (sway, connection, registry) = try connected()
    defer { sway.end() }
    let manager = try registry.bind(ZwlrOutputManagerV1.self)
    var heads: [ZwlrOutputHeadV1] = []
    var (serial, answer): (UInt32?, String) = (nil, "none")
    manager.onEvent = { event in
      switch event {
      case .head(let head): heads.append(head)
      case .done(let number): serial = number
      case .finished: break
      }
    }
    try connection.roundtrip()
    let head = try #require(heads.first)
    let configuration = manager.createConfiguration(serial: try #require(serial))
    configuration.onEvent = { answer = "\($0)" }
    configuration.enableHead(head: head).setTransform(transform: ._270)
    configuration.apply()
    try connection.roundtrip()
    try connection.roundtrip()
    // sway 1.7 treats a screen with a custom mode as off, and does not report its transform.
    #expect(answer == "succeeded")
    configuration.destroy()
    if head.version >= 3 { head.release() }
    manager.stop()
    try connection.roundtrip()
    connection.close()
  }
}
