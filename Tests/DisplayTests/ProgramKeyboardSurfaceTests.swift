import Display
import RotundaGeometry
import TestCompositor
import Testing
import Wayland

/// The surface of the keyboard over programs.
@MainActor
@Suite(.serialized)
struct ProgramKeyboardSurfaceTests {
  private func stage(_ change: (inout CompositorOptions) -> Void = { _ in }) throws -> SessionStage {
    let stage = try SessionStage {
      $0.offered = CompositorOptions.everything
      change(&$0)
    }
    try stage.show()
    try stage.settle()
    return stage
  }

  private static func place(width: Double = 640, height: Double = 200) -> ProgramKeyboardPlace {
    let size = Size(width, height)
    return ProgramKeyboardPlace(
      .bottom, size: size, bottom: 0, reserved: 150, area: Rectangle(origin: .zero, size: size))
  }

  /// Shows the surface, and draws a frame whenever the compositor waits for one.
  @discardableResult
  private func show(on stage: SessionStage) throws -> ProgramKeyboardSurface {
    let surface = try #require(stage.session.programKeyboard)
    surface.onReady = { [weak surface] in
      guard let surface, surface.isStale, let picture = surface.next() else { return }
      surface.show(picture, x: 0, y: 0, width: picture.width, height: picture.height)
    }
    surface.show(at: Self.place())
    #expect(try stage.wait { stage.compositor.layer()?.pixels != nil })
    return surface
  }

  @Test func closedSurfaceReturnsAfterAScreenChange() throws {
    let stage = try stage()
    defer { stage.end() }
    try show(on: stage)
    stage.compositor.closeLayer()
    #expect(try stage.wait { stage.compositor.layerCount == 0 })
    for _ in 0..<5 { try stage.settle() }
    #expect(stage.compositor.layerCount == 0)
    stage.compositor.addOutput(OutputOptions(width: 100, height: 100))
    #expect(try stage.wait { stage.compositor.layer()?.pixels != nil })
    stage.session.programKeyboard?.hide()
    stage.compositor.addOutput(OutputOptions(width: 200, height: 100))
    try stage.settle()
    #expect(stage.compositor.layerCount == 0 && stage.disconnections.isEmpty)
  }

  @Test func implausibleScreenIsIgnored() throws {
    let stage = try stage()
    defer { stage.end() }
    let surface = try #require(stage.session.programKeyboard)
    #expect(surface.screen(scale: 0.5)?.width == 1280)
    stage.compositor.changeOutput {
      $0.width = 200_000
      $0.height = 1
    }
    #expect(try stage.wait { surface.screen(scale: 0.5) == nil })
  }

  @Test func equalRequestsAwaitNoConfigure() throws {
    let stage = try stage()
    defer { stage.end() }
    let surface = try show(on: stage)
    #expect(try stage.wait { surface.next() != nil })
    // The same height in whole points, and the width that the compositor chooses.
    surface.show(at: Self.place(width: 641, height: 200.3))
    try stage.settle()
    #expect(surface.next() != nil)
    surface.show(at: Self.place(height: 220))
    #expect(surface.next() == nil)
    #expect(try stage.wait { stage.compositor.layer()?.pixels?.height == 220 })
  }

  @Test func anotherScaleOfTheScreenIsDrawnAnew() throws {
    let stage = try stage { $0.offered[.wpFractionalScaleManagerV1] = nil }
    defer { stage.end() }
    try show(on: stage)
    #expect(stage.compositor.layer()?.pixels?.height == 200)
    stage.compositor.setScale(2)
    #expect(try stage.wait { stage.compositor.layer()?.scale == 2 })
    #expect(stage.compositor.layer()?.pixels?.height == 400)
  }
}
