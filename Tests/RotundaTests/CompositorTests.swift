import Foundation
import TestCompositor
import Testing

/// The launcher with unusual compositors.
@Suite(.serialized) struct CompositorTests {
  @Test func emptyFirstConfigureTakesTheOutputsSize() throws {
    let kiosk = try Kiosk { $0.firstConfigure = .zero }
    let pixels = try #require(kiosk.compositor.pixels)
    #expect(pixels.width == 640 && pixels.height == 480)
  }

  @Test func anotherSizeIsDrawnAtThatSize() throws {
    let kiosk = try Kiosk()
    kiosk.compositor.resize(width: 480, height: 640)
    try kiosk.compositor.waitForWindow("480 × 640 with the tile in the middle") { window in
      guard let pixels = window.pixels, pixels.width == 480, pixels.height == 640 else { return false }
      return Kiosk.place(of: .red, in: pixels).map { abs($0.x - 240) < 1.5 } ?? false
    }
  }

  @Test func anotherScaleIsDrawnWithMorePixels() throws {
    let kiosk = try Kiosk()
    kiosk.compositor.setScale(2)
    try kiosk.compositor.waitForWindow("twice the pixels") { $0.scale == 2 && $0.pixels != nil }
    try kiosk.awaitCentered(.red)
    #expect(kiosk.compositor.violations.isEmpty)
  }

  @Test func launcherWorksWithALateSeat() throws {
    let kiosk = try Kiosk { $0.offered[.wlSeat] = nil }
    kiosk.compositor.offer(.wlSeat)
    try kiosk.compositor.waitForDevice(.wlTouch)
    kiosk.tap()
    _ = try kiosk.files.report(.red)
  }

  @Test func missingXdgShellIsReported() throws {
    let kiosk = try Kiosk(waits: false) { $0.offered[.xdgWmBase] = nil }
    #expect(try kiosk.launcher.waitForExit() == .status(69))
    try kiosk.launcher.waitForOutput("xdg_wm_base")
  }

  @Test func closedWindowEndsTheLauncher() throws {
    let kiosk = try Kiosk()
    kiosk.compositor.closeToplevel()
    #expect(try kiosk.launcher.waitForExit() == .status(0))
  }

  @Test func lostCompositorHasItsOwnStatus() throws {
    let kiosk = try Kiosk()
    kiosk.compositor.disconnect()
    #expect(try kiosk.launcher.waitForExit() == .status(75))
    try kiosk.launcher.waitForOutput("the compositor went away")
  }

  @Test func sigtermEndsItAndItsPrograms() throws {
    let kiosk = try Kiosk()
    kiosk.tap()
    let program = try kiosk.files.report(.red).processID
    kiosk.launcher.send(signal: SIGTERM)
    #expect(try kiosk.launcher.waitForExit() == .status(0))
    #expect(kill(program, 0) != 0)
  }

  @Test func fractionalScaleIsDrawnThroughAViewport() throws {
    let kiosk = try Kiosk { options in
      options.offered = CompositorOptions.everything
      options.outputs = [OutputOptions(width: 960, height: 720)]
      options.outputs[0].fractionalScale = 180
    }
    try kiosk.compositor.waitForWindow("640 × 480 points of 1.5 pixels") { window in
      guard let pixels = window.pixels, let destination = window.destination else { return false }
      return destination == (640, 480) && pixels.width == 960 && pixels.height == 720
    }
    #expect(kiosk.compositor.violations.isEmpty)
  }
}
