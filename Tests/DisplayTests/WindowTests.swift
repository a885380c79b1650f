import Display
import RotundaGeometry
import TestCompositor
import Testing
import Wayland

@MainActor
@Suite(.serialized)
struct WindowTests {
  @Test func fullScreenIsRequestedAfterTheFirstConfigure() throws {
    let stage = try SessionStage()
    defer { stage.end() }
    try stage.show()
    try stage.settle()
    let requests = stage.compositor.requests.filter { $0.interface.hasPrefix("xdg_") }.map(\.name)
    let ask = try #require(requests.firstIndex(of: "set_fullscreen"))
    let acknowledgement = try #require(requests.firstIndex(of: "ack_configure"))
    #expect(acknowledgement < ask)
    #expect(stage.compositor.violations == [])
    let window = try #require(stage.compositor.window())
    #expect(window.title == "Rotunda" && window.appID == "rotunda")
    #expect(stage.configurations.last?.isFullscreen == true)
    #expect(window.acknowledged.last == window.lastConfigure)
  }

  @Test func firstFrameTakesTheScreensSizeWhenOpen() throws {
    let stage = try SessionStage {
      $0.firstConfigure = .zero
      $0.honorsFullscreen = false
      $0.outputs = [OutputOptions(width: 1600, height: 1000, scale: 2)]
    }
    defer { stage.end() }
    try stage.show()
    #expect(stage.configurations.first?.size == Size(800, 500))
    let window = try stage.compositor.waitForFrame()
    #expect(window.pixels?.width == 1600 && window.pixels?.height == 1000 && window.scale == 2)
    #expect(window.opaqueRegion == [FrameRectangle(x: 0, y: 0, width: 800, height: 500)])
  }

  @Test func withoutAScreenThereIsStillASize() throws {
    let stage = try SessionStage {
      $0.firstConfigure = .zero
      $0.outputs = []
      $0.honorsFullscreen = false
    }
    defer { stage.end() }
    try stage.show()
    #expect(stage.configurations.first?.size == WindowOptions.defaultSize)
  }

  @Test func aResizeIsAcknowledgedAndDrawn() throws {
    let stage = try SessionStage()
    defer { stage.end() }
    try stage.show()
    let serial = try #require(stage.compositor.resize(width: 300, height: 200))
    #expect(try stage.wait { stage.compositor.pixels?.width == 300 })
    #expect(stage.configurations.last?.size == Size(300, 200))
    #expect(stage.compositor.window()?.acknowledged.contains(serial) == true)
    // A configure with the same size also needs an acknowledgment and a commit.
    let again = try #require(stage.compositor.resize(width: 300, height: 200))
    #expect(try stage.wait { stage.compositor.window()?.acknowledged.contains(again) == true })
    #expect(stage.configurations.filter { $0.size == Size(300, 200) }.count == 1)
  }

  @Test func fractionalScaleUsesAViewport() throws {
    let stage = try SessionStage {
      $0.offered = CompositorOptions.everything
      $0.outputs[0].fractionalScale = 180
      $0.outputs[0].scale = 2
      $0.firstConfigure = .size(width: 333, height: 201)
      $0.honorsFullscreen = false
    }
    defer { stage.end() }
    try stage.show()
    #expect(try stage.wait { stage.compositor.pixels?.width == 500 })
    let window = try #require(stage.compositor.window())
    // 333 × 1.5 = 499.5 and 201 × 1.5 = 301.5.
    #expect(window.pixels?.height == 302)
    #expect(window.destination?.width == 333 && window.destination?.height == 201)
    #expect(window.scale == 1)
    #expect(stage.configurations.last?.scale == 1.5)
  }

  @Test func aNewScaleIsDrawn() throws {
    let stage = try SessionStage()
    defer { stage.end() }
    try stage.show()
    stage.compositor.setScale(3)
    #expect(try stage.wait { stage.compositor.window()?.scale == 3 })
    #expect(try stage.wait { stage.compositor.pixels?.width == 640 * 3 })
    #expect(stage.configurations.last?.size == Size(640, 480))
  }

  @Test(arguments: [(Int32.max, Int32.max), (-5, -5), (1, 1), (100_000, 1)])
  func absurdSizesAreNoDisaster(width: Int32, height: Int32) throws {
    let stage = try SessionStage()
    defer { stage.end() }
    try stage.show()
    stage.paints = false
    stage.compositor.resize(width: width, height: height)
    try stage.settle()
    let size = try #require(stage.configurations.last?.size)
    #expect(size.width >= 1 && size.width <= 16384 && size.height >= 1 && size.height <= 16384)
  }

  @Test func aPingIsAnsweredWithoutDrawing() throws {
    let stage = try SessionStage { $0.frames = .manual }
    defer { stage.end() }
    try stage.show()
    let compositor = stage.compositor
    var isAnswered = false
    let asking = Asking { try compositor.ping() }
    isAnswered = try stage.wait { asking.isDone }
    #expect(isAnswered && !asking.hasFailed)
  }

  @Test func closeRequestIsReported() throws {
    let stage = try SessionStage()
    defer { stage.end() }
    try stage.show()
    stage.compositor.closeToplevel()
    #expect(try stage.wait { stage.closeRequests == 1 })
  }

  @Test func activationChangesAreReported() throws {
    let stage = try SessionStage()
    defer { stage.end() }
    try stage.show()
    #expect(try stage.wait { stage.focus == [true] })
    stage.compositor.resize(width: 640, height: 480, states: [.fullscreen])
    #expect(try stage.wait { stage.focus == [true, false] })
    stage.compositor.resize(width: 640, height: 480, states: [.fullscreen, .activated])
    #expect(try stage.wait { stage.focus == [true, false, true] })
  }

  @Test func screensComeAndGo() throws {
    let stage = try SessionStage()
    defer { stage.end() }
    try stage.show()
    for round in 0..<3 {
      stage.compositor.addOutput(OutputOptions(width: 100, height: 100))
      #expect(try stage.wait { stage.session.outputs.all.count == 2 }, "round \(round)")
      stage.compositor.removeOutput(1)
      #expect(try stage.wait { stage.session.outputs.all.count == 1 }, "round \(round)")
    }
    stage.compositor.removeOutput(0)
    #expect(try stage.wait { stage.session.outputs.current == nil })
  }

  @Test(arguments: [ProtocolInterface.wlCompositor, .xdgWmBase])
  func missingProtocolIsNamed(interface: ProtocolInterface) {
    #expect(throws: DisplayError.lacking([.missing(interface: interface.name)])) {
      try SessionStage { $0.offered[interface] = nil }
    }
  }

  @Test func allMissingProtocolsAreNamed() {
    let expected = DisplayError.lacking([
      .tooOld(interface: "wl_compositor", offered: 3, needed: 4), .missing(interface: "xdg_wm_base"),
    ])
    #expect(throws: expected) {
      try SessionStage { $0.offered = [.wlCompositor: 3, .wlShm: 1] }
    }
  }
}
